// A register's space is the descriptor set: the same number in two spaces names two resources.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 1 2
//: buffer t0 space1 Buffer<int> = 10 20
//: buffer u0 space3 RWBuffer<int> = 0 0
//: expect u0 space3 = -9 -18
Buffer<int> Near : register(t0);
Buffer<int> Far : register(t0, space1);
RWBuffer<int> Difference : register(u0, space3);

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Difference[index] = Near[index] - Far[index];
}
