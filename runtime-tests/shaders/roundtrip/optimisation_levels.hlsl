//! ps_6_0 main -Od
//! ps_6_0 main -O1
//! vs_6_0 vertex -Od
// Code that is not optimised: allocas, dead stores and plain branches.
float square(float x) { return x * x; }
float4 blend(float4 a, float4 b, bool swap) {
    float4 r = a;
    if (swap) { r = b; } else { r.x = square(b.y); }
    for (int i = 0; i < 3; i++) r[i] += 0.5;
    return r;
}
float4 main(float4 a : A, float4 b : B) : SV_Target { return blend(a, b, a.x > b.x); }
float4 vertex(float4 a : A) : SV_Position { return blend(a, a.yxwz, false); }
