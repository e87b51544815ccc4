// Shading rates are read and written.
//: target vs_6_8
//: only newer
float4 main(float4 at : AT, out uint rate : SV_ShadingRate, out uint layer : SV_RenderTargetArrayIndex) : SV_Position {
    rate = 5;
    layer = at.x;
    return at;
}
