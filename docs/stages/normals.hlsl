// Geometry: each triangle, and a line along its normal in a second stream.
struct Corner { float4 position : SV_Position; float3 normal : NORMAL; };
struct Mark { float4 position : SV_Position; };

[maxvertexcount(3)] void main(triangle Corner corners[3], inout PointStream<Corner> copies, inout PointStream<Mark> marks) {
    float3 sum = 0;
    for (uint i = 0; i < 3; i++) {
        copies.Append(corners[i]);
        sum += corners[i].normal;
    }
    Mark mark = { corners[0].position + float4(sum, 0) };
    marks.Append(mark);
}
