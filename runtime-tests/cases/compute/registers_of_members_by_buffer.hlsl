// Resources in structs get their registers behind those that stand by themselves, as members of buffers: those of `$Globals`, then
// buffer by buffer. In a buffer, those that are members themselves come behind those in structs, the last one first.
//: target cs_6_0
//: only newer
struct Pair {
    Texture2D<float> texture;
    RWBuffer<float> buffer;
};
struct Mixed {
    Texture2D<float> texture;
    float factor;
    RWBuffer<float> buffer;
};
cbuffer First {
    float A;
    Texture2D<float> Alone0;
    Pair Pair0;
    Texture2D<float> Alone1;
    Mixed Mixed0;
};
Pair Pair1;
Texture2D<float> Plain;
cbuffer Second {
    float B;
    Mixed Mixed1;
};
Mixed Mixed2;
RWStructuredBuffer<float> Out;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float sum = A + B + Plain[id.xy] + Alone1[id.xy] + Alone0[id.xy] * 2;
    sum += Mixed2.texture[id.xy] * Mixed2.factor + Mixed2.buffer[id.x];
    sum += Mixed1.texture[id.xy] * Mixed1.factor + Mixed1.buffer[id.x];
    sum += Mixed0.texture[id.xy] * Mixed0.factor + Mixed0.buffer[id.x];
    sum += Pair1.texture[id.xy] + Pair1.buffer[id.x] + Pair0.texture[id.xy] + Pair0.buffer[id.x];
    Out[id.x] = sum;
}
