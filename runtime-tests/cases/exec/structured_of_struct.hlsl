// Elements of a struct type are read and written member by member and whole.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<float2, float, uint> = 1 2 10 100  3 4 20 200
//: buffer u1 RWStructuredBuffer<float2, float, uint> = 8*0
//: expect u1 = 11 12 10 101  23 24 20 201
struct Particle {
    float2 position;
    float speed;
    uint age;
};
StructuredBuffer<Particle> Before : register(t0);
RWStructuredBuffer<Particle> After : register(u1);

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Particle moved = Before[index];
    moved.position += moved.speed;
    moved.age++;
    After[index] = moved;
}
