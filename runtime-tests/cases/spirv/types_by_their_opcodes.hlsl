// Types made by opcodes, what they ask for, built-ins and execution modes by number, decorations of all kinds.
//: target ps_6_6
//: only spirv
//: args -HV 2021 -fspv-target-env=vulkan1.2
//: dxc-fault spirv 1.7 It does not know vk::SpirvType.
using Byte [[vk::ext_capability(39)]] = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >,
                                                      vk::Literal<vk::integral_constant<bool, false> > >;
template <typename To, typename From> [[vk::ext_instruction(113)]] To converted(From x);
[[vk::ext_capability(4448), vk::ext_extension("SPV_KHR_8bit_storage")]] RWStructuredBuffer<Byte> bytes;
[[vk::ext_decorate(24)]] RWStructuredBuffer<uint> words;
[[vk::ext_builtin_input(18)]] static const uint sample;

struct Output {
    [[vk::location(0), vk::ext_decorate_string(5635, "colour")]] float4 colour : SV_Target0;
};

[[vk::spvexecutionmode(9)]]
Output main([[vk::ext_decorate(30, 4)]] float4 a : A) {
    vk::ext_execution_mode(9);
    Byte b = converted<Byte>(words[0]);
    bytes[sample] = b;
    words[1] = converted<uint>(bytes[1]);
    Output o;
    o.colour = a;
    return o;
}
