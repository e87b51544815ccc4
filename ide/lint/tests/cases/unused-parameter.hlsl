//- -T ps_6_6
float fade(float x, float distance) { return x / 2; } // expect
float scale(float x, float factor) { return x * factor; } // fine
float4 main(float x : X) : SV_Target { return fade(x, 1) + scale(x, 2); }
