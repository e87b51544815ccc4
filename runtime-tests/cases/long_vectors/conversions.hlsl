// Casts between kinds, from scalars and to shorter vectors.
//: target cs_6_9
//: only newer
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 9> x = b.Load<vector<float, 9> >(0);
    vector<int, 9> n = (vector<int, 9>)x;
    vector<double, 9> d = x;
    vector<float, 6> shorter = (vector<float, 6>)x;
    float3 three = (float3)x;
    vector<float, 9> all = i;
    b.Store(64, n);
    b.Store(128, d);
    b.Store(256, shorter + three.x);
    b.Store(512, all + (vector<float, 9>)(n > 2));
}
