// A component that is named at run time is read and written.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<int, 12> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    vector<int, 12> x = a[i];
    x[i] = x[(i + 1) % 12] + 3;
    x[7] = 1;
    a[i] = x;
    a[i + 1][i] = x[i + 2];
}
