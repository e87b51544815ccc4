//- -T cs_6_6
groupshared float table[64];
groupshared float other[64];
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    other[i] = i;
    Out[i] = table[i] // expect
        + other[i]; // fine
}
