// A geometry shader with two streams and instances.
//: target gs_6_0
struct In { float4 position : SV_Position; float2 uv : UV; };
struct A { float4 position : SV_Position; float clip : SV_ClipDistance0; uint slice : SV_RenderTargetArrayIndex; };
struct B { float3 value : VALUE; };
[instance(3)] [maxvertexcount(6)]
void main(lineadj In lines[4], uint which : SV_GSInstanceID, inout PointStream<A> first, inout PointStream<B> second) {
    A a = { lines[which & 3].position, 1, which };
    first.Append(a); first.RestartStrip();
    B b = { lines[1].uv.xyx };
    second.Append(b);
}
