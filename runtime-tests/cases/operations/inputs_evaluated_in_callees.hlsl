// An input may go through parameters, members, casts and loops before it is evaluated elsewhere.
//: target ps_6_1
//: only container
//: operations evalCentroid evalSampleIndex evalSnapped attributeAtVertex
struct Attributes {
    float4x3 frame : FRAME;
    nointerpolation float3 flat : FLAT;
    float2 place : PLACE;
};

static float2 kept;

float2x2 corner(Attributes a) {
    return EvaluateAttributeCentroid((float2x2)a.frame);
}

float at(nointerpolation float3 value, uint vertex) {
    return GetAttributeAtVertex(value.zyx, vertex).y;
}

float2 snapped(inout float2 uv) {
    return EvaluateAttributeSnapped(uv, int2(3, -2)) + uv;
}

float4 main(Attributes a, float2 uv[3] : UV, uint s : S) : SV_Target {
    kept = a.place;
    float2 sum = 0;
    for (int i = 0; i < 3; i++)
        sum += EvaluateAttributeAtSample(uv[i], s) * at(a.flat, i);
    return float4(corner(a)[1] + sum, snapped(a.place) + EvaluateAttributeCentroid(kept));
}
