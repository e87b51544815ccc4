// In a cbuffer, minimum-precision members and others share no row; inside structs they do.
//: target cs_6_0
//: operations cbufferLoadLegacy
struct Pair {
    min16float x;
    uint y;
};
cbuffer Mixed {
    min16float3 A;
    uint B;
    min16float C;
    min16uint D;
    float E;
    min16int2 F;
    min16float2 G;
    min16float H[2];
    min16float I;
    min16float2x2 J;
    min16float K;
    Pair P;
    bool T;
    min16float U;
    double V;
    float W;
};
ConstantBuffer<Pair> Whole;
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() {
    Out[0] = A.x;
    Out[1] = B;
    Out[2] = C;
    Out[3] = D;
    Out[4] = E;
    Out[5] = F.x;
    Out[6] = G.y;
    Out[7] = H[1];
    Out[8] = I;
    Out[9] = J[0][1];
    Out[10] = K;
    Out[11] = P.x;
    Out[12] = P.y;
    Out[13] = T;
    Out[14] = U;
    Out[15] = (float)V;
    Out[16] = W;
    Out[17] = Whole.x;
    Out[18] = Whole.y;
}
