Fstruct Light { float3 position; float range; float4 color; };
cbuffer Scene : register(b0) {
    float a; float2 b; float c;
    int d[3];
    Light lights[4];
    bool flag;
    row_major float2x3 m;
    uint4 last : packoffset(c40);
};
float4 shade(uint i, float3 p) {
    float4 sum = a + b.xyxy * c;
    for (uint k = 0; k < 4; ++k) sum += lights[k].color * saturate(1 - distance(lights[k].position, p) / lights[k].range);
    return flag ? sum * d[i % 3] : mul(m, p).xyxy + last;
}
float4 main(float3 p : POSITION, uint i : INDEX) : SV_Position { return shade(i, p); }
float4 pixel(float3 p : POSITION) : SV_Target { return shade(1, p); }
