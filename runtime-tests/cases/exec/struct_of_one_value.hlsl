// A struct is made of one value with all its numbers, written as a call.
//: target cs_6_0
//: dispatch 1
//: buffer u1 RWStructuredBuffer<float> = 3*0
//: expect u1 = 5 6 7
struct Pair {
    float2 both;
};
struct Wrapped {
    Pair pair;
    float last;
};
RWStructuredBuffer<float> o : register(u1);

Pair make(float2 v) {
    return Pair(v + 4);
}

[numthreads(1, 1, 1)]
void main() {
    Wrapped w = Wrapped(float3(make(float2(1, 2)).both, 7));
    o[0] = w.pair.both.x;
    o[1] = w.pair.both.y;
    o[2] = w.last;
}
