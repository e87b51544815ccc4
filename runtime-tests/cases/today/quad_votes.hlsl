// Votes of a quad.
//: target ps_6_7
//: only newer
float4 main(float a : A) : SV_Target {
    return float4(QuadAny(a > 1), QuadAll(a < 2), 0, 1);
}
