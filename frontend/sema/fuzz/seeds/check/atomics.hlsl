BRWByteAddressBuffer raw : register(u0);
RWTexture2D<uint> image : register(u1);
RWStructuredBuffer<float2> list : register(u2);
AppendStructuredBuffer<uint> tail : register(u4);
void touch(uint2 p) {
    uint before;
    raw.InterlockedAdd(p.x * 4, 1, before);
    InterlockedOr(image[p], before);
    raw.InterlockedCompareExchange(16, before, p.y, before);
    list[list.IncrementCounter()] = p;
    if (before == 3) tail.Append(before);
}
[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID) { touch(id.xy); }
float4 pixel(float4 p : SV_Position) : SV_Target { touch(uint2(p.xy)); return 1; }
