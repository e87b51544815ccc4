// The status of a load of a vector says whether all of it is there.
//: target cs_6_9
//: only newer
ByteAddressBuffer in_ : register(t0);
StructuredBuffer<vector<float, 6> > rows : register(t1);
RWByteAddressBuffer out_ : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint first, second;
    vector<int, 7> a = in_.Load<vector<int, 7> >(i, first);
    vector<float, 6> b = rows.Load(i, second);
    if (CheckAccessFullyMapped(first) && CheckAccessFullyMapped(second))
        out_.Store(0, a[3] + b[5]);
}
