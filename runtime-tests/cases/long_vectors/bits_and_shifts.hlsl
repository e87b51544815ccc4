// Integer operators: shifts take their counts modulo the width, component by component.
//: target cs_6_9
//: only newer
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<uint, 9> x = b.Load<vector<uint, 9> >(0);
    vector<int, 9> y = (vector<int, 9>)(x << i) >> 3;
    x = (x & 7) | (~x ^ (vector<uint, 9>)y);
    b.Store(36, x % 5);
}
