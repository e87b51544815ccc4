// Arrays that are copies of a constant buffer and of bytes, in other shapes, and a static that is set late.
//: target cs_6_2
//: dispatch 1
//: buffer b0 ConstantBuffer<float> = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
//: buffer t1 ByteAddressBuffer<float> = 100 101 102 103 104 105 106 107
//: buffer u2 RWStructuredBuffer<float> = 8*0
//: expect u2 = 803107 1619116 2411125 815134 1607135 2423120 803129 1619138
struct Pair {
    float4 first;
    float4 second;
};
struct Rows {
    float2 at[4];
};
cbuffer Packed : register(b0) {
    float4 packed[6];
};
ByteAddressBuffer Bytes : register(t1);
RWStructuredBuffer<float> Out : register(u2);

static const float numbers[24] = (float[24])packed;
static const float4 table[2][3] = (float4[2][3])packed;
static const Pair pairs[3] = (Pair[3])packed;
static float4 late[6];

[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex) {
    Rows rows = Bytes.Load<Rows>(0);
    float before = late[id % 6].y;
    late = packed;
    Out[id] = numbers[3 * id] + 1000 * table[id % 2][id % 3].z + 100000 * pairs[id % 3].second.w
        + rows.at[id % 4].y + before + late[(id + 1) % 6].x;
}
