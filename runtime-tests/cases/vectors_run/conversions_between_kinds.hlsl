// Casts between kinds, from scalars and to shorter vectors.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<float> = 1.5 -2.25 3 100.75 0 -0.5 7 8 9.5
//: buffer u1 RWByteAddressBuffer<int> = 9*0
//: buffer u2 RWByteAddressBuffer<uint> = 18*0
//: buffer u3 RWByteAddressBuffer<float> = 18*0
//: expect u1 = 1 -2 3 100 0 0 7 8 9
//: expect u2 = 0 0x3ff80000 0 0xc0020000 0 0x40080000 0 0x40593000 0 0 0 0xbfe00000 0 0x401c0000 0 0x40200000 0
//: + 0x40230000
//: expect u3 = 3 -0.75 4.5 102.25 1.5 1 0 0 1 1 0 0 1 1 1 0 0 0
//: dxc-fault interpret Without optimisation it casts the address of nine floats to that of three, which its validator refuses.
RWByteAddressBuffer x : register(u0);
RWByteAddressBuffer n : register(u1);
RWByteAddressBuffer d : register(u2);
RWByteAddressBuffer s : register(u3);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 9> v = x.Load<vector<float, 9> >(0);
    vector<int, 9> whole = (vector<int, 9>)v;
    vector<double, 9> wide = v;
    vector<float, 6> shorter = (vector<float, 6>)v;
    n.Store(0, whole);
    d.Store(0, wide);
    s.Store(0, shorter + ((float3)v).x);
    s.Store(24, (vector<float, 9>)i + (vector<float, 9>)(whole > 2));
}
