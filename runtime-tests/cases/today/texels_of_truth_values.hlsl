// What is true is what is not zero: texels of truth values are words, also for loads that say whether they were mapped.
//: target cs_6_5
//: only newer
//: operations textureLoad bufferLoad bufferStore textureStore checkAccessFullyMapped
RWBuffer<bool2> both;
Texture2D<bool4> texels;
Texture2DMS<bool2> samples;
RWTexture2D<bool> written;
Buffer<bool> single;
RWBuffer<uint> result;

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint mapped;
    bool one = single.Load(i, mapped);
    bool2 two = both.Load(i + 1) == samples.Load(int2(i, 2), 1);
    bool4 four = texels.Load(int3(i, 0, 0));
    written[uint2(i, 1)] = one;
    both[i] = !two;
    result[i] = (two.x ? 1 : 2) + (four.w ? 4 : 8) + (one ? 16 : 32) + mapped;
}
