//! vs_6_0 main
//! vs_6_6 main
// A vertex shader with matrices and packed outputs.
cbuffer Camera : register(b0) { float4x4 view; row_major float4x4 projection; float3x3 normals; };
struct Vertex { float3 position : POSITION; float3 normal : NORMAL; float2 uv : TEXCOORD0; uint4 bones : BONES; };
struct Varying {
    float4 position : SV_Position;
    float2 uv : TEXCOORD0;
    float2 other : TEXCOORD1;
    nointerpolation uint material : MATERIAL;
    noperspective float3 normal : NORMAL;
    float clip : SV_ClipDistance0;
    float cull[2] : SV_CullDistance1;
};
Varying main(Vertex v, uint id : SV_VertexID, uint instance : SV_InstanceID) {
    Varying o;
    o.position = mul(projection, mul(view, float4(v.position, 1)));
    o.uv = v.uv;
    o.other = v.uv.yx * instance;
    o.material = v.bones[id & 3];
    o.normal = mul(v.normal, normals);
    o.clip = o.position.w;
    o.cull[0] = v.position.x;
    o.cull[1] = v.position.y;
    return o;
}
