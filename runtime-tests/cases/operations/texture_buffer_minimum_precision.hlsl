// Members of a texture buffer with minimum precision take 32 bits each, and a new row where the kind changes.
//: target cs_6_0
//: operations bufferLoad
tbuffer Members : register(t0) {
    min16float3 A;
    uint B;
    min16int2 C;
    float D;
};
RWBuffer<float> Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = (float)A.y + B + C.y + D;
}
