// How many turns of z*z + c it takes to leave the circle of radius two.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float2> = 0 0  1 0  2 0  0 1  -1 0  3 3
//: buffer u1 RWBuffer<uint> = 6*0
//: expect u1 = 32 3 2 32 32 1
Buffer<float2> Points : register(t0);
RWBuffer<uint> Turns : register(u1);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float2 c = Points[i];
    float2 z = (float2)0;
    uint turns = 0;
    while (turns < 32 && dot(z, z) <= 4) {
        z = float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        turns++;
    }
    Turns[i] = turns;
}
