// A group takes several records, and asks how many there are.
//: target lib_6_8
//: only newer
struct Item {
    uint place;
    float4 value;
};
RWStructuredBuffer<float4> results : register(u0);
groupshared float4 total;

[shader("node")]
[NodeLaunch("coalescing")]
[numthreads(64, 1, 1)]
void gather([MaxRecords(64)] GroupNodeInputRecords<Item> items, uint index : SV_GroupIndex) {
    if (index == 0)
        total = 0;
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    if (index < items.Count())
        results[items[index].place] = items.Get(index).value + total;
}
