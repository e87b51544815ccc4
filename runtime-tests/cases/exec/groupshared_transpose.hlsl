// A square transposed through a shared array of two dimensions.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0..15
//: buffer u1 RWBuffer<uint> = 16*0
//: expect u1 = 0 4 8 12 1 5 9 13 2 6 10 14 3 7 11 15
Buffer<uint> In : register(t0);
RWBuffer<uint> Out : register(u1);
groupshared uint Tile[4][4];

[numthreads(4, 4, 1)]
void main(uint3 id : SV_GroupThreadID) {
    Tile[id.y][id.x] = In[4 * id.y + id.x];
    GroupMemoryBarrierWithGroupSync();
    Out[4 * id.y + id.x] = Tile[id.x][id.y];
}
