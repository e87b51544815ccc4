//! gs_6_0 main
//! gs_6_5 main
// A geometry shader with several instances and a system value on its output.
struct Corner { float4 position : SV_Position; float2 uv : UV; };
struct Emitted { float4 position : SV_Position; float2 uv : UV; uint layer : SV_RenderTargetArrayIndex; uint id : SV_PrimitiveID; };
[maxvertexcount(6)]
[instance(2)]
void main(triangle Corner corners[3], inout TriangleStream<Emitted> stream, uint primitive : SV_PrimitiveID, uint instance : SV_GSInstanceID) {
    for (int i = 0; i < 3; ++i) {
        Emitted e;
        e.position = corners[i].position + instance;
        e.uv = corners[2 - i].uv;
        e.layer = instance;
        e.id = primitive;
        stream.Append(e);
    }
    stream.RestartStrip();
}
