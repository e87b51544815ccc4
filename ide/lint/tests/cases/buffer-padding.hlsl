//- -T ps_6_6
cbuffer Light {
    float range; // expect
    float4 colour;
    float angle;
    float4 direction;
    float falloff;
    float4 position;
};
cbuffer Camera {
    float4 eye; // fine
    float3 target;
    float zoom;
};
cbuffer Padded {
    float first; // fine
    float3 pad0;
    float4 second;
    float third;
    float4 fourth;
};
float4 main() : SV_Target {
    float4 sum = colour * range * angle * falloff + direction + position;
    return sum + eye + float4(target, zoom) + second * first + fourth * third;
}
