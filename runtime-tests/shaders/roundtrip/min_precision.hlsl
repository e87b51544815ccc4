//! ps_6_0 main
//! vs_6_0 vertex
// Minimum-precision types.
min16float4 main(min16float2 uv : UV, min16int n : N, min16uint m : M) : SV_Target {
    min16float4 c = min16float4(uv, 0.5, 1) * 2;
    return n > 3 ? c + m : min16float4(sin(c.x), cos(c.y), c.z, uv.x);
}
min16float3 vertex(float4 p : POSITION, out float4 position : SV_Position) : COLOR {
    position = p;
    return min16float3(p.xyz);
}
