// Modes of floats that the source asks for by number are of an extension before SPIR-V 1.4.
//: target ps_6_0
//: only spirv
//: dxc-fault spirv 1.7 It asks for no capability, which is invalid.
float4 main(float4 a : A) : SV_Target {
    vk::ext_execution_mode(4460, 32);
    return a * 0.5;
}
