// Three render targets of different types, one of them skipped.
//: target ps_6_0
struct Output {
    float4 colour : SV_Target0;
    uint2 ids : SV_Target1;
    float depth : SV_Target3;
};

Output main(float4 position : SV_Position, nointerpolation uint id : ID) {
    Output output;
    output.colour = position;
    output.ids = uint2(id, id + 1);
    output.depth = position.z;
    return output;
}
