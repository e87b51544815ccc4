@struct Pixel { float4 position : SV_Position; float2 uv : UV; };
cbuffer C { float4 tint; };
float helper(float x, float y) {
    float product = x * y;
    return product + tint.x;
}
float4 main(Pixel p) : SV_Target {
    float4 color = tint;
    for (int i = 0; i < 4; ++i) color[i] += helper(p.uv.x, i);
    return color;
}
RWBuffer<float> data;
[numthreads(2, 2, 2)]
void compute(uint3 id : SV_GroupThreadID) { data[id.x] = helper(id.y, id.z); }
Pixel vertex(float4 p : POSITION) {
    Pixel o = { p, p.zw };
    o.uv.x = helper(p.x, p.y);
    return o;
}
