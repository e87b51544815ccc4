// Arrays of numbers without a size are copied like others; each size is a function of its own.
//: target cs_6_0
//: only container
RWStructuredBuffer<uint> Out;

uint first(uint list[], uint i) {
    list[0] += i;
    return list[0] + list[i & 1];
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint two[2] = { i, 3 };
    uint three[3] = { 1, i * 2, 5 };
    Out[i] = first(two, i) + first(three, i) + two[0];
}
