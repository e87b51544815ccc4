// Barycentrics in the world and on the screen are two built-ins.
//: target ps_6_1
//: only spirv
//: dxc-fault spirv 1.7 It knows an older extension only.
float4 main(float3 world : SV_Barycentrics, noperspective centroid float3 screen : SV_Barycentrics1) : SV_Target {
    return float4(world * screen, 1);
}
