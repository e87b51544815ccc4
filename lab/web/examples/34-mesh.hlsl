// A mesh shader | -T ms_6_5
// A group makes vertices and triangles itself: here a fan around a point.
struct Vertex
{
    float4 Position : SV_Position;
    float3 Colour : COLOR;
};

[outputtopology("triangle")]
[numthreads(32, 1, 1)]
void main(uint at : SV_GroupIndex, out vertices Vertex Vertices[33], out indices uint3 Triangles[32])
{
    SetMeshOutputCounts(33, 32);
    float angle = at * (6.2831853 / 32.0);
    Vertices[at].Position = float4(cos(angle), sin(angle), 0.5, 1.0);
    Vertices[at].Colour = 0.5 + 0.5 * cos(angle + float3(0.0, 2.0, 4.0));
    if (at == 0)
    {
        Vertices[32].Position = float4(0.0, 0.0, 0.5, 1.0);
        Vertices[32].Colour = 1.0;
    }
    Triangles[at] = uint3(32, at, (at + 1) % 32);
}
