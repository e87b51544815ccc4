// Tests of floats give a truth value for each component.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);
RWStructuredBuffer<vector<float16_t, 5> > h : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 5> x = a[i];
    vector<float16_t, 5> y = h[i];
    a[i] = (vector<float, 5>)isnan(x) + (vector<float, 5>)isinf(x) + (vector<float, 5>)isfinite(x);
    h[i] = (vector<float16_t, 5>)isnan(y) + (vector<float16_t, 5>)isinf(y);
}
