//- -T ps_6_6
Texture2D<unorm float4> Albedo;
float4 main(float x : X, float3 v : V, float4 position : SV_Position) : SV_Target {
    float sum = saturate(smoothstep(0, 1, x)); // expect
    sum += saturate(x); // fine
    sum += abs(length(v)); // expect
    sum += max(dot(v, v), 0); // expect
    sum += max(dot(v, position.xyz), 0); // fine
    sum += saturate(Albedo[uint2(position.xy)].x); // expect
    sum += saturate(1 - saturate(x)); // expect
    sum += saturate(2 * saturate(x)); // fine
    return sum;
}
