// Arrays of a thread and of a group, loops, and instructions of every kind that is counted.
//: target cs_6_2
//: args -enable-16bit-types
RWStructuredBuffer<float> result;
RWBuffer<int> numbers;
groupshared float slow[32];
static float kept[8];
[numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID) {
    float local[16];
    for (uint k = 0; k < 16; ++k) local[(k * g.x) & 15] = k;
    kept[g.y & 7] = local[g.z & 15];
    slow[i] = local[i & 15] + kept[i & 7];
    GroupMemoryBarrierWithGroupSync();
    int before;
    InterlockedMax(numbers[0], (int)i, before);
    half h = (half)slow[31 - i];
    result[i] = h * (half)2 + asfloat(before) + (float)countbits(i) + (float)firstbithigh(before) + sin(h) / g.x;
}
