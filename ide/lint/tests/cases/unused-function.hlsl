//- -T ps_6_6
float half_of(float x) { return x / 2; } // expect
float twice(float x) { return x * 2; } // fine
float4 other(float x : X) : SV_Target { return x; } // fine
float4 main(float x : X) : SV_Target { return twice(x); }
