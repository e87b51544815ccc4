//- -T ps_6_6
cbuffer Blur {
    float weights[16]; // expect
    float4 dense[4]; // fine
    float2 pair[2]; // fine
};
float4 main(nointerpolation uint tap : TAP) : SV_Target { return weights[tap] + dense[tap] + pair[tap & 1].x; }
