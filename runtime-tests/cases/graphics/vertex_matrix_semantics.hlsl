// A matrix takes one semantic index for each of its registers, which hold its columns.
//: target vs_6_0
struct Vertex {
    float4x2 turn : T0;
    float4 beside : T2;
    float2x4 other : T3;
    float behind : T7;
    float4 position : SV_Position;
};

Vertex main(float4 p : P) {
    Vertex v;
    v.turn = (float4x2)p.x;
    v.beside = p;
    v.other = (float2x4)p.y;
    v.behind = p.z;
    v.position = p;
    return v;
}
