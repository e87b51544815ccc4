// The names of the namespace `dx` after `using`, and beside names of the shader's own.
//: target lib_6_9
//: only newer
using namespace dx;

namespace Mine {
    uint MaybeReorderThread(uint key) { return key + 1; }
}

[shader("raygeneration")]
void main() {
    HitObject hit = HitObject::MakeNop();
    MaybeReorderThread(hit);
    dx::MaybeReorderThread(Mine::MaybeReorderThread(3), 2);
}
