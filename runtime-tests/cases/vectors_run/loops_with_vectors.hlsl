// A long vector goes round a loop and through branches.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float4, float3> = -4 3 -3 4 -2 5 -1 6 0 7 1 8 2 -4 3 -3 4 -2 5 -1 6 0 7 1 8 2
//: + -4 3 -3 4 -2 5 -1 6 0 7 1 8 2 -4 3 -3 4 -2
//: buffer b1 ConstantBuffer<uint4> = 4 2 0 0
//: expect u0 = -4 3 -3 4 -2 5 -1 6 0 7 1 8 2 -4 3 -3 4 -2 5 -1 6 0 7 1 8 2 -4 3 -3 4 -2 5 -1 20 3 11 6 1 9 -9 12 -6 15
//: + -3
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 11> > a : register(u0);
cbuffer Limits : register(b1) {
    uint rounds;
    uint least;
}

[numthreads(1, 1, 1)]
void main() {
    vector<float, 11> sum = 0;
    for (uint at = 0; at < rounds; ++at) {
        if (a[at][0] > least)
            sum += a[at];
        else
            sum[at % 11] -= 1;
    }
    a[3] = sum;
}
