// A shared array of structs, one member written by each thread, a scalar written by one.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<float> = 8*0
//: expect u0 = 13 23 33 43 4 4 4 4
struct Cell {
    float3 colour;
    uint count;
};
groupshared Cell Cells[4];
groupshared uint Total;
RWBuffer<float> Out : register(u0);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Cells[index].colour = float3(index + 1, 0, 3);
    Cells[index].count = index;
    if (index == 3)
        Total = 4;
    GroupMemoryBarrierWithGroupSync();
    Cell next = Cells[index];
    Out[index] = next.colour.x * 10 + next.colour.z;
    Out[4 + next.count] = Total;
}
