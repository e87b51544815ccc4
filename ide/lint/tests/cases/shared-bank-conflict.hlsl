//- -T cs_6_6
groupshared float tile[32][32];
groupshared float padded[32][33];
RWTexture2D<float> Out;
[numthreads(32, 8, 1)] void main(uint3 i : SV_GroupThreadID, uint3 id : SV_DispatchThreadID) {
    tile[i.x][i.y] = Out[id.xy]; // expect
    padded[i.x][i.y] = Out[id.xy]; // fine
    GroupMemoryBarrierWithGroupSync();
    Out[id.xy] = tile[i.y][i.x] + padded[i.x][i.y + 1]; // fine
}
