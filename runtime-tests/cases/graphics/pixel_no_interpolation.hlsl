// Inputs with each way of interpolation.
//: target ps_6_0
struct Input {
    float4 position : SV_Position;
    linear float a : A;
    noperspective float2 b : B;
    nointerpolation float3 c : C;
    centroid float d : D;
    nointerpolation int e : E;
    noperspective centroid float f : F;
};

float4 main(Input input) : SV_Target {
    return float4(input.a + input.d, input.b.x * input.b.y, input.c.z + input.e, input.f);
}
