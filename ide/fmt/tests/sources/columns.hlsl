// Columns that were aligned stay aligned; others are not made.
struct V
{
    float3 position       : POSITION; // where
    nointerpolation uint  id : ID;      // which
    float2  uv             : TEXCOORD0;   // of the texture
};
Texture2D<float4>   Albedo  : register( t0 );
Buffer<uint>        Indices   : register( t1 );

// The next one is aligned with them across the comment.
SamplerState        Linear    : register( s0 );
cbuffer C : register(b0)
{
    float4x4 world;
    float3 eye;
    float time : packoffset(c5.x);
};
void CS(uint3 group   : SV_GroupID,
        uint  index : SV_GroupIndex)
{
    int a     = 1;
    int longer = 2;
    a = 3;
    float b = 4;
    int table[2][3] = {
        {  1,  -2, 30 },
        { 10, 200,  3 },
    };
    float3x3 m = float3x3(1, 0, 0,
                          0, 1, 0,
                          0, 0, 1);
}
// ---------- formatted ----------
// Columns that were aligned stay aligned; others are not made.
struct V
{
    float3               position : POSITION;  // where
    nointerpolation uint id       : ID;        // which
    float2               uv       : TEXCOORD0; // of the texture
};
Texture2D<float4> Albedo  : register(t0);
Buffer<uint>      Indices : register(t1);

// The next one is aligned with them across the comment.
SamplerState      Linear  : register(s0);
cbuffer C : register(b0)
{
    float4x4 world;
    float3 eye;
    float time : packoffset(c5.x);
};
void CS(uint3 group : SV_GroupID,
        uint  index : SV_GroupIndex)
{
    int a = 1;
    int longer = 2;
    a = 3;
    float b = 4;
    int table[2][3] = {
        {  1,  -2, 30 },
        { 10, 200,  3 },
    };
    float3x3 m = float3x3(1, 0, 0,
                          0, 1, 0,
                          0, 0, 1);
}
