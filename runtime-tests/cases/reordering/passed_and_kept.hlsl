// Hit objects as parameters of each kind, results, members, elements of arrays and what a loop carries; nothing where nothing was given.
//: target lib_6_9
//: only newer
//: dxc-fault newer It loses hit objects that are passed by `inout`.
RWBuffer<uint> answers : register(u0);

struct Pair {
    dx::HitObject first;
    uint number;
};

dx::HitObject missed(uint index) {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    return dx::HitObject::MakeMiss(RAY_FLAG_NONE, index, ray);
}

void exchange(inout dx::HitObject one, inout dx::HitObject other) {
    dx::HitObject kept = one;
    one = other;
    other = kept;
}

void both(dx::HitObject hit, out Pair pair) {
    pair.first = hit;
    pair.number = hit.IsMiss();
}

[shader("raygeneration")]
void main() {
    uint at = DispatchRaysIndex().x;
    dx::HitObject hit = dx::HitObject();
    for (uint i = 0; i < at; i++) {
        if (hit.IsNop())
            hit = missed(i);
        else
            hit = dx::HitObject::MakeNop();
    }
    dx::HitObject other = missed(at);
    exchange(hit, other);
    Pair pair;
    both(other, pair);
    answers[0] = pair.first.IsMiss() + pair.number;
    dx::HitObject some[3] = { hit, other, pair.first };
    dx::MaybeReorderThread(some[at % 3], at, 2);
}
