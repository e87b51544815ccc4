//- -T ps_6_6
struct Varyings {
    float4 colour : COLOR; // fine
    float2 uv : UV; // expect
};
float4 main(Varyings input) : SV_Target { return input.colour; }
