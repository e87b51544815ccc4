// Resources without registers get the bindings of their set in the order they are declared, whatever their class.
//: target cs_6_0
//: dispatch 1
//: buffer @0.0 t0 Buffer<uint> = 1 2 3 4
//: buffer @0.1 b0 ConstantBuffer<uint> = 10
//: buffer @0.2 t1 StructuredBuffer<uint> = 5 6 7 8
//: buffer @0.3 u0 RWBuffer<uint> = 4*0
//: expect @0.3 = 15 22 31 42
Buffer<uint> First;
cbuffer Second {
    uint Offset;
};
StructuredBuffer<uint> Third;
RWBuffer<uint> Fourth;

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Fourth[index] = First[index] * Third[index] + Offset;
}
