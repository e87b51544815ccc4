//! vs_6_2 main -enable-16bit-types
//! ps_6_2 kept -enable-16bit-types
// What the listing says about buffers: the size of texture buffers as their annotations state it, arrays of structs as the
// elements of a buffer, and names as long as columns or longer.
struct Inner { int i; float3 f; };
tbuffer Numbers { float a[3]; half b; half3 c[2]; Inner d[2]; double e; };
StructuredBuffer<Inner[2]> ArraysOfStructs;
StructuredBuffer<float2x3[2]> ArraysOfMatrices;
RWStructuredBuffer<float> NameThatIsThirtyLettersLong000;
RWStructuredBuffer<float> NameThatIsThirtyOneLettersLong0;
RWStructuredBuffer<float> NameThatIsThirtyTwoLettersLong00;
float4 main(uint i : I) : SV_Position {
    NameThatIsThirtyLettersLong000[i] = NameThatIsThirtyOneLettersLong0[i] = NameThatIsThirtyTwoLettersLong00[i] = i;
    Inner of_array[2] = ArraysOfStructs[i];
    float2x3 matrices[2] = ArraysOfMatrices[i];
    return a[i] + b + c[i].x + d[i].i + (float)e + of_array[1].f.x + matrices[1][1][2];
}
// A function that stays has a convention of its own.
[noinline] static float twice(float x) { return sin(x) * 2; }
float4 kept(float x : X) : SV_Target { return twice(x) + twice(x + 1); }
