// Options keep the resources and inputs that nothing uses.
//: target ps_6_0
//: args -fspv-preserve-bindings -fspv-preserve-interface
//: only spirv
//: dxc-fault spirv 1.7 It does not know the options.
Texture2D unused_texture;
ByteAddressBuffer used;

float4 main(float2 place : PLACE, float3 color : COLOR) : SV_Target {
    return place.xyxy + used.Load(4);
}
