// In SPIR-V a byte address buffer holds a matrix column by column; in DXIL `Load` reads rows.
//: target cs_6_2
//: dispatch 1
//: buffer t0 ByteAddressBuffer<float> = 1 2 3 4 5 6
//: buffer u1 RWByteAddressBuffer<float> = 18*0
//: expect u1 = 1 3 5 2 4 6  1 3 5 2 4 6  1 2 3 4 5 6
//: dxc-fault run 1.7 It reads rows; later versions read columns.
//: only container newer spirv run
struct S {
    row_major float2x3 m; // Not even this makes them rows.
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
