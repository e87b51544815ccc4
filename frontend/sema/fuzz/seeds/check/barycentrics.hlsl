Cfloat4 main(float3 weights : SV_Barycentrics, nointerpolation float3 color : COLOR) : SV_Target {
    return float4(GetAttributeAtVertex(color, 0) * weights.x + GetAttributeAtVertex(color, 2) * weights.z, 1);
}
