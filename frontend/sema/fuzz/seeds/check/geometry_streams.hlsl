Dstruct A { float4 position : SV_Position; };
struct B { float3 velocity : VELOCITY; uint kind : KIND; };
[maxvertexcount(4)]
void main(line A ends[2], inout PointStream<A> first, inout PointStream<B> second) {
    A a = { ends[0].position * 0.5 + ends[1].position * 0.5 };
    first.Append(a);
    B b = { ends[1].position.xyz - ends[0].position.xyz, 7 };
    second.Append(b);
}
