// Members of a cbuffer that name no place follow behind all that do.
//: target cs_6_0
//: operations cbufferLoadLegacy
cbuffer C {
    float A;
    float3 E : packoffset(c1);
    float B : packoffset(c2);
    float D;
};
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() {
    Out[0] = A;
    Out[1] = B;
    Out[2] = D;
    Out[3] = E.z;
}
