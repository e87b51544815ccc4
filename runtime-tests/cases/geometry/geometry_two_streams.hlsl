// Two streams of points with registers of their own, the first of which depends on no input.
//: target gs_6_0
//: only container newer
struct First {
    float4 position : SV_Position;
    float2 uv : UV;
};

struct Second {
    float3 force : FORCE;
    uint key : KEY;
};

[maxvertexcount(2)]
void main(point First input[1], inout PointStream<First> drawn, inout PointStream<Second> kept) {
    First first;
    first.position = float4(1, 2, 3, 4);
    first.uv = 0.5;
    drawn.Append(first);
    Second second;
    second.force = input[0].position.xyz;
    second.key = asuint(input[0].uv.x);
    kept.Append(second);
}
