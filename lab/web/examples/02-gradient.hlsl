// A gradient | -T ps_6_0
// An input that changes evenly over the quad: its values at three corners are in the pane Run.
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    return float4(uv, 0.5, 1.0);
}
