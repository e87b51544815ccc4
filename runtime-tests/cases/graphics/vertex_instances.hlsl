// Instances side by side: vertex and instance number as inputs.
//: target vs_6_0
struct Output {
    float4 position : SV_Position;
    uint instance : INSTANCE;
};

Output main(float2 corner : POSITION, uint vertex : SV_VertexID, uint instance : SV_InstanceID) {
    Output result;
    result.position = float4(corner.x + 2 * instance, corner.y, vertex, 1);
    result.instance = instance;
    return result;
}
