// A pixel shader evaluates its inputs at the centroid, at a sample and at an offset.
//: target vs_6_0
//: entry vertex
//: only spirv draw
//: draw triangles 3
//: with ps_6_0 pixel
//: dxc-fault draw 1.7 It cannot evaluate inputs in SPIR-V.
struct Corner {
    float4 position : SV_Position;
    float4 colour : COLOUR;
    noperspective float2 places[2] : PLACES;
};

Corner vertex(uint id : SV_VertexID) {
    float2 at = float2(id & 1, id >> 1);
    Corner corner;
    corner.position = float4(at * 3 - 1, 0, 1 + id);
    corner.colour = float4(at, 1 - at.x, 1);
    corner.places[0] = at;
    corner.places[1] = at.yx * 2;
    return corner;
}

float4 moved(float4 colour) { return EvaluateAttributeSnapped(colour, int2(0, 0)); }

float4 pixel(Corner corner) : SV_Target {
    float4 colour = EvaluateAttributeCentroid(corner.colour) * 0.5 + moved(corner.colour) * 0.25;
    colour.xy += EvaluateAttributeAtSample(corner.places[1], 0) * 0.25;
    colour.z += EvaluateAttributeCentroid(corner.places[0].y) * 0.125;
    return colour;
}
