// A generator of random numbers made of shifts and exclusive ors (Marsaglia's xorshift).
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 1 2 3 4
//: expect u0 = 270369 540738 811107 1081476
RWBuffer<uint> States : register(u0);

uint Next(uint state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    States[i] = Next(States[i]);
}
