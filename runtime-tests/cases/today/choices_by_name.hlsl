// select, and, or on vectors and matrices.
//: target ps_6_8
//: only newer
float4 main(float4 a : A, float4 b : B, float3x3 m : M) : SV_Target {
    float3x3 n = select(m > 0.5, m, -m);
    return select(and(a < b, or(a > 0, b > 0)), a, b) + float4(n[0], n[1][2]);
}
