// Lanes of a quad give whole vectors, and derivatives are taken of them.
//: target ps_6_9
//: only newer
StructuredBuffer<vector<float, 7> > a : register(t0);

float4 main(float2 at : AT) : SV_Target {
    vector<float, 7> x = a[0] * at.x;
    vector<float, 7> y = QuadReadAcrossX(x) + QuadReadAcrossDiagonal(x) + QuadReadLaneAt(x, 2) + ddx(x) + ddy_fine(x);
    return float4(y[0], y[3], y[6], fwidth(x)[1]);
}
