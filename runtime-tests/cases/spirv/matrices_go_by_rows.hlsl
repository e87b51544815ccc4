// A matrix is passed on as its rows, however it is declared to lie; one of a single row or column is a vector.
//: target vs_6_0
//: only spirv
struct Vertex {
    float4 position : SV_Position;
    column_major float1x3 row : A;
    row_major float3x1 column : B;
    column_major float2x3 turned : C;
    row_major float2x3 straight : D;
    column_major float2x4 several[2] : E;
    float behind : F;
};

Vertex main(column_major float4x3 m : M, row_major float1x2 n : N, float last : LAST, uint at : SV_InstanceID) {
    Vertex vertex = (Vertex)last;
    vertex.position = m[2].xyzx + n[0].xyxy;
    vertex.turned[at] = m[at];
    vertex.several[at][1] = m[3].xxyy;
    return vertex;
}
