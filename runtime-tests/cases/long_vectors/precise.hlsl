// What is precise stays so in vectors.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    precise vector<float, 5> x = a[i] * a[i + 1] + a[i + 2];
    a[i] = x + sqrt(x);
}
