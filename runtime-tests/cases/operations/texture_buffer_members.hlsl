// Members of a texture buffer are made of the words of a typed buffer: 64-bit numbers of two.
//: target cs_6_0
//: only container
//: operations bufferLoad makeDouble
tbuffer Members {
    float4 A;
    double B;
    uint64_t C;
    double2 D;
    float E;
    bool F;
    uint J;
    float4 K[3];
};
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[0] = (float)B;
    Out[1] = (float)C;
    Out[2] = (float)D.y;
    Out[3] = E;
    Out[4] = F;
    Out[8] = J;
    Out[9] = K[i].y;
    Out[10] = A.w;
}
