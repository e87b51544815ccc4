// Where on the screen the pixel lies.
//: target ps_6_0
float4 main(float4 position : SV_Position) : SV_Target0 {
    bool even = ((uint)position.x + (uint)position.y) % 2 == 0;
    return even ? float4(1, 1, 1, 1) : float4(0, 0, 0, 1);
}
