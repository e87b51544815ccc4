// `Load` of a buffer that is only read takes the first number of a vector.
//: target cs_6_0
//: dxc-fault run Its SPIR-V fetches with a vector.
//: dispatch 1 1 1
//: buffer t0 Buffer<int> = 3 5 7 9
//: buffer u1 RWStructuredBuffer<int> = 4*0
//: expect u1 = 3 5 7 9
Buffer<int> source : register(t0);
RWStructuredBuffer<int> result : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_GroupID) {
    uint status;
    result[0] = source.Load(id);
    result[1] = source.Load(int2(id.x + 1, 4));
    result[2] = source.Load(float2(2.5, 0));
    result[3] = source.Load(int1(3), status);
}
