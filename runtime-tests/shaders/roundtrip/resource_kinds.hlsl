//! ps_6_0 main
//! ps_6_5 main
//! ps_6_6 main
// One resource of each kind, with spaces, arrays and an unbounded range.
struct Item { float a; int2 b; };
cbuffer Frame : register(b0) { float4 tint; float4x4 world; uint mode; };
ConstantBuffer<Item> item : register(b1, space2);
tbuffer Old : register(t9) { float4 legacy[2]; };
Buffer<uint> typed : register(t0);
StructuredBuffer<Item> items : register(t1);
ByteAddressBuffer raw : register(t2);
Texture1D<float> ramp : register(t3);
TextureCubeArray<float4> cubes : register(t4);
Texture2D<unorm float4> many[] : register(t0, space3);
Texture2D<int4> few[3] : register(t20);
RWBuffer<float4> out0 : register(u1);
globallycoherent RWTexture3D<float> out1 : register(u2);
RasterizerOrderedTexture2D<uint> out2 : register(u3);
RWTexture1DArray<int2> out3 : register(u4);
SamplerState s[2] : register(s2);
float4 main(float4 p : SV_Position, nointerpolation uint i : INDEX) : SV_Target {
    float4 r = mul(tint, world) + item.a + legacy[i & 1] + typed[i] + items[i].a + items[i].b.y;
    r += raw.Load2(8).xyxy + ramp.SampleLevel(s[0], p.x, 0) + cubes.SampleLevel(s[1], p, 1);
    r += many[NonUniformResourceIndex(i)].SampleLevel(s[0], p.xy, 0) + few[mode % 3].Load(int3(i, i, 0));
    out0[i] = r;
    out1[uint3(i, 0, 1)] = r.x;
    out2[uint2(p.xy)] = i;
    out3[uint2(i, 1)] = item.b;
    return r;
}
