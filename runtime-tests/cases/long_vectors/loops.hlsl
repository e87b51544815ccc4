// A long vector goes round a loop and through branches.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 11> > a : register(u0);
cbuffer Limits : register(b0) {
    uint rounds;
    float4 weights;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 11> sum = 0;
    for (uint at = 0; at < rounds; ++at) {
        if (a[at][0] > weights[at & 3])
            sum += a[at];
        else
            sum[at % 11] -= 1;
    }
    a[i] = sum;
}
