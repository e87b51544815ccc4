// A root signature on a vertex shader that reads from a table.
//: target vs_6_0
Buffer<float4> Positions : register(t0);

[RootSignature("RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), DescriptorTable(SRV(t0), visibility = SHADER_VISIBILITY_VERTEX)")]
float4 main(uint vertex : SV_VertexID) : SV_Position {
    return Positions[vertex];
}
