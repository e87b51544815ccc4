// Normalised outputs are packed apart from those that are interpolated.
//: target vs_6_0
struct Out {
    snorm float a : A;
    unorm float2 b : B;
    float c : C;
    snorm float4 d : D;
    float4 position : SV_Position;
};
Out main(snorm float a : A, unorm float2 b : B, float c : C, snorm float4 d : D) {
    Out o;
    o.a = a;
    o.b = b;
    o.c = c;
    o.d = d;
    o.position = 1;
    return o;
}
