// Storing one member of an element leaves the others alone.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int2, uint, float> = 1 2 3 4.5  5 6 7 8.5
//: expect u0 = 1 -1 3 4.5  5 -2 7 8.5
struct Record {
    int2 values;
    uint key;
    float weight;
};
RWStructuredBuffer<Record> Records : register(u0);

[numthreads(2, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Records[index].values.y = -1 - (int)index;
}
