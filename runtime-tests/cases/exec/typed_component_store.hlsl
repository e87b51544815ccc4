// Storing a component of a typed element reads the element, changes it and writes it back.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint4> = 1 2 3 4  5 6 7 8
//: expect u0 = 1 2 30 4  5 6 70 8
RWBuffer<uint4> Quads : register(u0);

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Quads[index].z *= 10;
}
