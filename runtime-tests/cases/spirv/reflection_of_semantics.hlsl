// With reflection the semantics stand beside the inputs and outputs.
//: target ps_6_0
//: args -fspv-reflect
//: only spirv
AppendStructuredBuffer<float4> list;

float4 main(float4 position : SV_Position, float2 place : PLACE3, uint primitive : SV_PrimitiveID) : SV_Target1 {
    list.Append(position);
    return place.xyxy + primitive;
}
