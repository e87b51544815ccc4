// The library of docs/11-libraries.md with the entry point.
float shade(float3 normal);

[shader("pixel")]
float4 main(float3 normal : NORMAL) : SV_Target {
    return shade(normalize(normal));
}
