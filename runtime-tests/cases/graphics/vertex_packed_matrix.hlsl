// Where elements may share registers, nothing shares the locations of a matrix.
//: target vs_6_0
//: args -pack-optimized
struct Output {
    float4 position : SV_Position;
    float2x2 turn : TURN;
    float weights[2] : WEIGHT;
};

Output main(float4 position : POSITION) {
    Output output;
    output.position = position;
    output.turn = float2x2(position.x, -position.y, position.y, position.x);
    output.weights[0] = position.z;
    output.weights[1] = position.w;
    return output;
}
