// A 4 by 4 matrix held as rows, multiplied with a vector.
//: target cs_6_0
//: dispatch 1
//: buffer b0 ConstantBuffer<float4> = 1 0 0 5  0 1 0 6  0 0 1 7  0 0 0 1
//: buffer t1 Buffer<float4> = 1 2 3 1
//: buffer u2 RWBuffer<float4> = 4*0
//: expect u2 = 6 8 10 1
cbuffer Transform : register(b0) {
    float4 Rows[4];
};
Buffer<float4> Points : register(t1);
RWBuffer<float4> Moved : register(u2);

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    float4 p = Points[i];
    float4 moved;
    for (uint row = 0; row < 4; row++)
        moved[row] = dot(Rows[row], p);
    Moved[i] = moved;
}
