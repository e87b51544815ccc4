// The values of an enum without a negative one are unsigned, where they become floats and where they are compared with each other.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: dxc-fault run Its SPIR-V has every enum as a signed number, its DXIL does not.
//: buffer u0 RWStructuredBuffer<int> = 0xffffffff 1 0 0 0 0
//: buffer u1 RWStructuredBuffer<float> = 0 0
//: expect u0 = 0xffffffff 1 1 0 1 -1
//: expect u1 = 4294967296 4294967296
enum Number { None, One, Last = 0xffffffff };
enum Signed { Below = -1, Zero };
RWStructuredBuffer<int> V : register(u0);
RWStructuredBuffer<float> F : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Number read = (Number)V[0];
    Number one = (Number)V[1];
    F[0] = read;
    F[1] = Last;
    V[2] = read > one;
    V[3] = read > V[1];
    V[4] = Last > One;
    V[5] = (float)(Signed)V[0];
}
