//- -T ps_6_6
Texture2D<float4> Albedo; // fine
Texture2D<float4> Emission; // expect
float4 main(float4 position : SV_Position) : SV_Target { return Albedo[uint2(position.xy)]; }
