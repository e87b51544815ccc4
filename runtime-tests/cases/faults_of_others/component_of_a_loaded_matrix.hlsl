// Components of a matrix in a struct that a byte address buffer holds.
//: target cs_6_2
//: args -HV 2021
//: dispatch 1
//: buffer t0 ByteAddressBuffer<int> = 1 2 3 4
//: buffer u1 RWStructuredBuffer<int> = 4*0
//: expect u1 = 1 3 2 4
//: dxc-fault run 1.7 It reads rows; later versions read columns.
//: dxc-fault interpret 1.9 All are the first.
struct Held {
    int2x2 m;
};

ByteAddressBuffer In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Held held = In.Load<Held>(0);
    Out[0] = held.m._m00;
    Out[1] = held.m._m01;
    Out[2] = held.m._m10;
    Out[3] = held.m._m11;
}
