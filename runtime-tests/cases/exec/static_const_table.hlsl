// A table of constants, looked up by an index that is not one, and sizes computed from constants.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 8*0
//: expect u0 = 1 1 2 3 5 8 13 21
static const uint Count = 4 * 2;
static const uint Fibonacci[Count] = { 1, 1, 2, 3, 5, 8, 13, 21 };
RWBuffer<uint> Out : register(u0);

[numthreads(Count, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = Fibonacci[index];
}
