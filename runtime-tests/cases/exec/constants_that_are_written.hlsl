// With `-Gec` what the application gives may be written: each run of the shader has a copy.
//: target cs_6_0
//: args -HV 2016 -Gec
//: dxc-fault spirv It has no -Gec for SPIR-V.
//: dxc-fault run It has no -Gec for SPIR-V.
//: dispatch 2
//: buffer b0 ConstantBuffer<int> = 7 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0
//: buffer u1 RWStructuredBuffer<int> = 8*0
//: expect u1 = 7 1 9 6 8 2 10 6
cbuffer Given : register(b0) {
    int start;
    int list[3];
};
RWStructuredBuffer<int> result : register(u1);

int given() {
    return start;
}

[numthreads(1, 1, 1)]
void main(uint group : SV_GroupID) {
    start += group;
    result[group * 4] = given();
    list[group] += group;
    result[group * 4 + 1] = list[group] - group + 0;
    start = start + 2;
    result[group * 4 + 2] = given();
    result[group * 4 + 3] = list[0] + list[1] + list[2] - group;
}
