// With native 16-bit types the names of minimum precision mean them; a matrix of them takes a word a number at its end.
//: target cs_6_2
//: args -enable-16bit-types
//: operations cbufferLoadLegacy
struct S {
    half h;
    min16int i;
    min16float2 f;
    float z;
    min16uint q;
};
cbuffer Members {
    half3 A;
    uint B;
    half C;
    min16int D;
    half2x2 E;
    half F;
    min10float G;
    S T;
};
ConstantBuffer<S> Whole;
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() {
    Out[0] = A.z;
    Out[1] = B;
    Out[2] = C;
    Out[3] = D;
    Out[4] = E[1][0];
    Out[5] = F;
    Out[6] = G;
    Out[7] = T.i + T.f.y + T.z + T.q;
    Out[8] = Whole.i + Whole.f.y + Whole.z + Whole.q;
}
