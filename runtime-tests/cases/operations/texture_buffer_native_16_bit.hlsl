// Native 16-bit members of a texture buffer are halves of the words of a typed buffer.
//: target cs_6_2
//: args -enable-16bit-types
//: only container
//: operations bufferLoad lshr
tbuffer Members {
    half A;
    half3 B;
    uint16_t C;
    float D;
    half E;
    int16_t3 F;
};
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() {
    Out[0] = A;
    Out[1] = B.y;
    Out[2] = C;
    Out[3] = D;
    Out[4] = E;
    Out[5] = F.z;
}
