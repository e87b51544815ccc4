// Tests of floats give a truth value for each component.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0x3f800000 0x7f800000 0xff800000 0x7fc00000 0
//: buffer u1 RWByteAddressBuffer<uint> = 15*9
//: expect u1 = 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWByteAddressBuffer x : register(u0);
RWByteAddressBuffer n : register(u1);

[numthreads(1, 1, 1)]
void main() {
    vector<float, 5> v = x.Load<vector<float, 5> >(0);
    n.Store(0, (vector<uint, 5>)isnan(v));
    n.Store(20, (vector<uint, 5>)isinf(v));
    n.Store(40, (vector<uint, 5>)isfinite(v));
}
