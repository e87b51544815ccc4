// A thread group's size means nothing to a vertex shader.
//: target vs_6_0
//: only spirv
[numthreads(8, 1, 1)]
float4 main(float4 position : POSITION) : SV_Position {
    return position;
}
