// Calls that are instructions of SPIR-V: of the core and of a set, on values, on variables and with literals.
//: target cs_6_0
//: only spirv run
//: dxc-fault spirv 1.7 It ends in a fatal error.
//: dxc-fault run 1.7 It ends in a fatal error.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<float> = 8*0
//: expect u0 within 0.0001 = -3 0.841471 0 7 8 -2 5 8
[[vk::ext_instruction(127)]] float negated(float x);
[[vk::ext_instruction(13, "GLSL.std.450")]] float2 sine(float2 x);
[[vk::ext_instruction(61)]] float load([[vk::ext_reference]] float from, [[vk::ext_literal]] int how);
[[vk::ext_instruction(62)]] void store([[vk::ext_reference]] float to, float value, [[vk::ext_literal]] int how);
[[vk::ext_instruction(202)]] int bits(int base, int first, int count);
template <typename T, typename U> [[vk::ext_instruction(124)]] T as_bits_of(U x);
template <typename T> [[vk::ext_instruction(79)]] T shuffled(T a, T b, [[vk::ext_literal]] uint x, [[vk::ext_literal]] uint y);

RWStructuredBuffer<float> result : register(u0);
static const int Volatile = 1;

[numthreads(1, 1, 1)]
void main() {
    result[0] = negated(3);
    float2 both = sine(float2(1, 0));
    result[1] = both.x;
    result[2] = both.y;
    float local = 1;
    store(local, 7, Volatile);
    result[3] = load(local, 0);
    store(result[4], load(local, 0) + 1, 0);
    result[5] = bits(0xE0, 5, 3) - 1;
    result[6] = as_bits_of<float>(0x40A00000u);
    float2 turned = shuffled(float2(result[4], 2), float2(3, 4), 3, 0);
    result[7] = turned.y;
}
