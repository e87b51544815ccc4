// `__decltype` is the type of a variable, a member or a value.
//: target cs_6_2
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float> = 4*0
//: expect u0 = 22 24 26 28
struct Pair {
    int one;
    float2 two;
};
RWStructuredBuffer<float> Out : register(u0);

float4 wide(float x) {
    return x;
}

__decltype(wide(1)) twice(__decltype(wide(1)) x) {
    return x * 2;
}

[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex) {
    float x = 1.5;
    __decltype(x) y = 2;
    __decltype(x + id) z = 0.5 + id;
    Pair pair;
    pair.one = 3;
    pair.two = 4;
    __decltype(pair) copy = pair;
    __decltype(pair.two) two = copy.two;
    __decltype(x) array[3] = { 5, 6, 7 };
    const __decltype(copy.one) number = copy.one - 2;
    float2 m = (__decltype(two))z;
    Out[id] = x + y + two.y + array[number] + m.x + z + twice(x).w + number * 4.5;
}
