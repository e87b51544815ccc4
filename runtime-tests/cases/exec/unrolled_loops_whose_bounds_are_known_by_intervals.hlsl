// `[unroll]` of loops whose number of iterations is not constant, but has a bound.
//: target cs_6_0
//: dispatch 1
//: buffer t1 Buffer<uint> = 0 1 3 4
//: buffer u0 RWBuffer<uint> = 16*0
//: expect u0 = 0 1 3 4 6 6 2 1 0 0 1 2 4 4 6 6
Buffer<uint> In : register(t1);
RWBuffer<uint> Out : register(u0);

uint iterations_to(uint end) {
    uint count = 0;
    [unroll] for (uint i = 0; i < end % 5; i++) { count++; }
    return count;
}

uint quotients(uint divisor) {
    uint count = 0;
    [unroll] for (uint i = 0; i < 6 / divisor; i++) { count++; }
    return count;
}

uint shifted(uint value) {
    uint count = 0;
    [unroll] for (int i = 0; i < int((value << 28) >> 29); i++) { count++; }
    return count;
}

uint selected(uint value) {
    uint count = 0;
    [unroll] for (uint i = 0; i < (value < 2 ? 4 : value % 8 ? 6 : 0); i++) { count++; }
    return count;
}

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    const uint value = In[index];
    Out[index] = iterations_to(value);
    Out[4 + index] = quotients(max(value, 1));
    Out[8 + index] = shifted(value);
    Out[12 + index] = selected(value);
}
