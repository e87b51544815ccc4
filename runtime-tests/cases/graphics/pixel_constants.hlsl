// Colours mixed by constants from two buffers.
//: target ps_6_0
cbuffer Frame : register(b0) {
    float4 Low;
    float4 High;
};
cbuffer Draw : register(b1, space1) {
    float2 Range;
};

float4 main(float height : HEIGHT) : SV_Target {
    float t = saturate((height - Range.x) / (Range.y - Range.x));
    return lerp(Low, High, t);
}
