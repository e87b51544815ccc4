// The library of docs/11-libraries.md that others call.
Buffer<float4> Lights;

static float exposure = Lights[0].w;

export float shade(float3 normal) {
    return saturate(dot(normal, Lights[0].xyz)) * exposure;
}
