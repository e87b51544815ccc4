// The simplest vertex shader: positions go through.
//: target vs_6_0
float4 main(float4 position : POSITION) : SV_Position {
    return position;
}
