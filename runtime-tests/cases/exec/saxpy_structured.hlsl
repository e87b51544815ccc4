// Scales and adds two arrays; the last group has threads past the end, which return early.
//: target cs_6_0
//: dispatch 2
//: buffer b0 ConstantBuffer<float, uint> = 2 6
//: buffer t1 StructuredBuffer<float> = 1 2 3 4 5 6 7 8
//: buffer t2 StructuredBuffer<float> = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
//: buffer u3 RWStructuredBuffer<float> = 8*-1
//: expect u3 = 2.5 4.5 6.5 8.5 10.5 12.5 -1 -1
cbuffer Parameters : register(b0) {
    float Scale;
    uint Count;
};
StructuredBuffer<float> X : register(t1);
StructuredBuffer<float> Y : register(t2);
RWStructuredBuffer<float> Result : register(u3);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    if (id.x >= Count)
        return;
    Result[id.x] = Scale * X[id.x] + Y[id.x];
}
