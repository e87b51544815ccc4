// Normalised inputs have component types of their own and are not interpolated unless that is asked for.
//: target ps_6_0
float4 main(snorm float a : A, unorm float2 b : B, float c : C, snorm float4 d : D, nointerpolation float e : E,
            linear snorm float f : F, unorm half g : G, centroid unorm half h : H) : SV_Target {
    return a + b.y + c + d + e + f + g + h;
}
