// A position for each sample, and floats that keep their zeros, infinities and what is no number.
//: target ps_6_0
//: only spirv
//: args -HV 2021 -Gis -fspv-target-env=vulkan1.2
//: dxc-fault spirv 1.7 It says nothing of floats that are to be as strict.
float4 main(sample float4 p : SV_Position) : SV_Target { return p / p.w; }
