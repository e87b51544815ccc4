Cstruct Corner { float4 position : SV_Position; float2 uv : UV; };
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
