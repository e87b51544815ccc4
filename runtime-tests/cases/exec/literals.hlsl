// Numbers in every spelling.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint> = 5*0
//: buffer u1 RWStructuredBuffer<float> = 7*0
//: expect u0 = 255 8 4000000000 10 0xffffffff
//: expect u1 = 1 0.5 2 150 0.0025 3 -1
RWStructuredBuffer<uint> Uints : register(u0);
RWStructuredBuffer<float> Floats : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Uints[0] = 0xFF;
    Uints[1] = 010;
    Uints[2] = 4000000000u;
    Uints[3] = 10U;
    Uints[4] = -1;
    Floats[0] = 1.0f;
    Floats[1] = .5;
    Floats[2] = 2.;
    Floats[3] = 1.5e2;
    Floats[4] = 25e-4f;
    Floats[5] = 3;
    Floats[6] = -1.0F;
}
