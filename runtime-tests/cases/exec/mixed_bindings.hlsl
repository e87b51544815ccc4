// Resources without registers take the bindings that explicit ones left free.
//: target cs_6_0
//: dispatch 1
//: buffer t1 Buffer<uint> = 1 2
//: buffer @0.0 t0 Buffer<uint> = 10 20
//: buffer @0.2 u0 RWBuffer<uint> = 0 0
//: expect @0.2 = 11 22
Buffer<uint> Implicit;
Buffer<uint> Explicit : register(t1);
RWBuffer<uint> Sum;

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Sum[index] = Implicit[index] + Explicit[index];
}
