//! ps_6_0 main
//! ps_6_1 main
// Several outputs of a pixel shader, depth and coverage.
struct Output { float4 color : SV_Target0; uint2 extra : SV_Target2; float depth : SV_DepthGreaterEqual; uint mask : SV_Coverage; };
Output main(float4 p : SV_Position, bool front : SV_IsFrontFace, uint coverage : SV_Coverage, uint index : SV_SampleIndex,
            uint primitive : SV_PrimitiveID, centroid float2 uv : UV) {
    if (uv.x < 0) discard;
    Output o;
    o.color = front ? p : -p;
    o.extra = uint2(primitive, index);
    o.depth = p.z + 0.25;
    o.mask = coverage & 5;
    return o;
}
