// Arrays of long vectors are copied, indexed and initialised.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);
static const float weights[4] = { 1, 2, 4, 8 };

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 5> table[4];
    for (uint at = 0; at < 4; ++at)
        table[at] = weights[at];
    vector<float, 5> copy[4] = table;
    copy[i & 3][i % 5] = 9;
    a[i] = copy[(i + 1) & 3] + table[i & 3];
}
