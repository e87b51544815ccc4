// Halves are tested for what they are by operations of shader model 6.9.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer
RWStructuredBuffer<float16_t4> h : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float16_t4 x = h[i];
    h[i] = (float16_t4)isnan(x) + (float16_t4)isinf(x) + (float16_t4)isfinite(x) + (float16_t)isnormal(x.y);
}
