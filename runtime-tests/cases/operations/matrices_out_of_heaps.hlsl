// Matrices lie in buffers out of the heap as in those with a name: column by column if nothing else is said.
//: target cs_6_6
//: only container newer
//: operations rawBufferLoad rawBufferStore
RWStructuredBuffer<float> result : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    StructuredBuffer<float3x2> columns = ResourceDescriptorHeap[0];
    StructuredBuffer<row_major float3x2> rows = ResourceDescriptorHeap[0];
    RWStructuredBuffer<float2x2> square = ResourceDescriptorHeap[1];
    result[0] = columns[i]._m01;
    result[1] = rows[i]._m01;
    square[i]._m10 = 3;
}
