// The simplest pixel shader: one colour.
//: target ps_6_0
float4 main() : SV_Target {
    return float4(1, 0.5, 0.25, 1);
}
