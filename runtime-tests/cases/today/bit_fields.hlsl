// Members of a few bits.
//: target cs_6_8
//: only newer
struct Packed {
    uint kind : 4;
    int small : 12;
    uint rest : 16;
};
RWStructuredBuffer<Packed> b : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Packed p = b[i];
    p.small -= p.kind;
    p.rest = i;
    b[i + 1] = p;
}
