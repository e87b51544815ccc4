// Functions of two and three arguments, and those that are several operations.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 5> x = a[i], y = a[i + 1], z = a[i + 2];
    x = max(x, y) + min(y, z) + mad(x, y, z) + clamp(x, y, z) + lerp(x, y, 0.25) + step(x, y) + smoothstep(x, y, z);
    a[i] = x + pow(y, z) + fmod(x, y) + atan2(y, z) + ldexp(x, z) + degrees(x) + radians(y) + rcp(z) + exp(x) + log(y);
}
