// A colour | -T ps_6_0
// The simplest pixel shader: every pixel has the same colour. Change a number and look at the picture (pane Run).
float4 main() : SV_Target
{
    return float4(1.0, 0.45, 0.1, 1.0);
}
