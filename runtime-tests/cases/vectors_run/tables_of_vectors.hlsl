// Arrays of long vectors are copied, and read and written at indices known at run time.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float> = 40*0
//: expect u0 = 92 4*12 24 94 24 24 24 48 48 98 48 48 81 81 81 91 81 4*12 92 94 4*24 48 98 48 48 48 81 81 91 81 81
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 5> > a : register(u0);

static const float weights[4] = { 1, 2, 4, 8 };

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 5> table[4];
    for (uint at = 0; at < 4; ++at)
        table[at] = weights[at];
    vector<float, 5> copy[4] = table;
    copy[i & 3][i % 5] = 9;
    a[i] = copy[(i + 1) & 3] + copy[i & 3] * 10;
}
