// Buffers read by a pixel shader, with a register and without.
//: target ps_6_0
Buffer<float4> Palette;
StructuredBuffer<uint> Cells : register(t0);

float4 main(float4 position : SV_Position) : SV_Target {
    uint cell = Cells[(uint)position.y * 64 + (uint)position.x];
    return Palette[cell];
}
