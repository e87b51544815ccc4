// A pixel shader of a library tests depth before it runs.
//: target lib_6_3
//: only container newer
RWBuffer<uint> seen : register(u1);

[shader("pixel")]
[earlydepthstencil]
float4 count(float4 at : SV_Position) : SV_Target {
    seen[0] = at.x;
    return at;
}
