// Outputs of different widths and types, which share registers.
//: target vs_6_0
struct Output {
    float4 position : SV_Position;
    float a : A;
    float2 b : B;
    float c : C;
    nointerpolation int d : D;
    nointerpolation uint3 e : E;
    float3 f[2] : F;
};

Output main(float4 position : POSITION, int which : WHICH) {
    Output o;
    o.position = position;
    o.a = position.x;
    o.b = position.yz;
    o.c = position.w;
    o.d = which;
    o.e = uint3(which, which + 1, which + 2);
    o.f[0] = position.xyz;
    o.f[1] = position.wzy;
    return o;
}
