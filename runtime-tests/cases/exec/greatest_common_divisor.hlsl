// Euclid's algorithm: a loop with two variables that depend on each other.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint2> = 12 18  7 5  100 0  270 192
//: buffer u1 RWBuffer<uint> = 4*0
//: expect u1 = 6 1 100 6
Buffer<uint2> Pairs : register(t0);
RWBuffer<uint> Divisors : register(u1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint a = Pairs[i].x;
    uint b = Pairs[i].y;
    while (b) {
        uint rest = a % b;
        a = b;
        b = rest;
    }
    Divisors[i] = a;
}
