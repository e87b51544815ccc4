// With the old order of matrices, byte address buffers hold them row by row in SPIR-V: loaded, stored, and inside structs.
//: target cs_6_2
//: args -fspv-use-legacy-buffer-matrix-order
//: only run
//: dispatch 1
//: buffer t0 ByteAddressBuffer<float> = 1 2 3 4 5 6
//: buffer u1 RWByteAddressBuffer<float> = 18*0
//: expect u1 = 1 2 3 4 5 6  1 2 3 4 5 6  1 2 3 4 5 6
//: dxc-fault run 1.7 It does not know the option.
struct S {
    float2x3 m;
};
ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float2x3 m = In.Load<float2x3>(0);
    Out.Store3(0, asuint(m[0]));
    Out.Store3(12, asuint(m[1]));
    S s = In.Load<S>(0);
    Out.Store3(24, asuint(s.m[0]));
    Out.Store3(36, asuint(s.m[1]));
    Out.Store<float2x3>(48, m);
}
