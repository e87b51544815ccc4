// What a draw starts at.
//: target vs_6_8
//: only newer
float4 main(uint vertex : SV_VertexID, uint instance : SV_InstanceID, int first : SV_StartVertexLocation,
            uint from : SV_StartInstanceLocation) : SV_Position {
    return float4((int)vertex + first, instance + from, 0, 1);
}
