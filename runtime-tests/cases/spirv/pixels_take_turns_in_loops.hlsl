// What pixels do to ordered resources in loops and branches is enclosed as a whole, by the samples that the shader knows.
//: target ps_6_0
//: only spirv
//: args -HV 2021
//: dxc-fault spirv 1.7 It knows no ordered resources.
RasterizerOrderedStructuredBuffer<float4> list;
RasterizerOrderedBuffer<uint> counts;

float4 main(float4 p : SV_Position, uint s : SV_SampleIndex) : SV_Target {
    if (p.z > 0.5) {
        discard;
    }
    float4 sum = 0;
    for (uint i = 0; i < s; i++) {
        sum += list[i];
        list[i] = sum;
    }
    if (p.w > 1) {
        counts[s] = counts[s + 1] + 1;
        return sum;
    }
    return sum * 2;
}
