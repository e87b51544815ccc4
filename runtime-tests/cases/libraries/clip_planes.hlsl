// Clip planes make a vertex shader of a function of a library, with a distance for each plane; the position may go out by a parameter.
//: target lib_6_3
//: only container
cbuffer Camera {
    float4 first;
    float4 second;
};
[shader("vertex")]
[clipplanes(first, second)]
void with_parameter(float4 position : POSITION, out float4 result : SV_Position, out float other : OTHER) {
    result = position * 2;
    other = position.x;
}
[clipplanes(second)]
float4 with_result(float4 position : POSITION) : SV_Position {
    return position.wzyx;
}
