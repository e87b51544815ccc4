EByteAddressBuffer source;
RWByteAddressBuffer target;
struct Record { uint a; float3 b; };
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 v = source.Load4(i * 16);
    target.Store3(i * 12, v.wzy);
    Record r = source.Load<Record>(i * 16 + 64);
    target.Store<float3>(r.a, r.b);
    uint status;
    target.Store(4, source.Load(8, status) + uint(CheckAccessFullyMapped(status)));
}
