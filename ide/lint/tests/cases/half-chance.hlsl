//- -T ps_6_6
float4 main(float4 colour : COLOUR, float3 normal : NORMAL, float3 light : LIGHT) : SV_Target {
    float diffuse = saturate(dot(normal, light)); // expect
    float fog = saturate(light.z); // fine
    float distance = dot(light, light); // fine
    float4 lit = colour * diffuse * distance;
    return lit + fog;
}
