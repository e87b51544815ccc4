// Constant buffers, texture buffers and structured buffers: nested structs, arrays, matrices both ways, types of every size.
//: target vs_6_6
//: args -enable-16bit-types -HV 2021
struct Inner { float3 direction; float reach; int2 steps[3]; };
struct Outer { Inner one; Inner many[2]; float4x4 columns; row_major float2x3 rows; bool flag; uint3 mask; };
struct Small { half h; int16_t s; uint16_t u; double d; int64_t l; uint64_t m; half3 v; };
cbuffer First : register(b3, space2) { Outer outer; float never; float4 last[2]; };
cbuffer Second { Small small; float2x2 little; row_major float3x4 wide[2]; };
ConstantBuffer<Inner> inners[4] : register(b8);
tbuffer Table { float4 entry; uint tag; float gone; };
StructuredBuffer<Outer> structs;
RWStructuredBuffer<uint> counts[2];
ConsumeStructuredBuffer<float4> taken;
float loose;
float4 main(uint i : SV_VertexID, float4 p : POSITION, out float4 colour : COLOUR0, out nointerpolation uint k : KEY1) : SV_Position {
    colour = structs[i].one.direction.xyzz * outer.many[1].reach + entry + inners[i & 3].direction.xyzx + taken.Consume() + loose;
    k = counts[0][i] + tag + (uint)small.d + (uint)small.v.y;
    return mul(outer.columns, p) + last[1] + wide[1][2];
}
