// `[unroll]` of loops that are left in their first round, whichever way that goes.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 4*0
//: expect u0 = 27 37 28 38
RWBuffer<uint> Out : register(u0);

uint at_once(uint number) {
    [unroll] for (uint i = 0; i < 3; i++) {
        if (1) { return number + 7; }
    }
    return 1;
}

uint on_both_ways(uint number) {
    [unroll] for (uint i = 0; i < 3; i++) {
        if (number & 1) { return 10; }
        else { return 0; }
    }
    return 1;
}

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = at_once(index / 2) + on_both_ways(index) + 20;
}
