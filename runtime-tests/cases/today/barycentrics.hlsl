// Barycentric coordinates and the vertices behind a pixel.
//: target ps_6_8
//: only newer
float4 main(float3 at : SV_Barycentrics, nointerpolation float4 color : COLOR) : SV_Target {
    return GetAttributeAtVertex(color, 0) * at.x + GetAttributeAtVertex(color, 1) * at.y + GetAttributeAtVertex(color, 2) * at.z;
}
