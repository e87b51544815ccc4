// Four texels as bits of 16, 32 and 64.
//: target ps_6_7
//: args -enable-16bit-types
//: only newer
Texture2D<uint16_t> small : register(t0);
Texture2D<uint> words : register(t1);
Texture2D<uint64_t> large : register(t2);
SamplerState s : register(s0);

uint4 main(float2 at : AT) : SV_Target {
    return small.GatherRaw(s, at) + words.GatherRaw(s, at) + (uint4)large.GatherRaw(s, at);
}
