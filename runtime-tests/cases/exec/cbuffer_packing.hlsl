// Members of a constant buffer never cross a 16-byte row, and arrays start each element on one.
//: target cs_6_0
//: dispatch 1
//: buffer b0 ConstantBuffer<float> = 1 2 3 4  5 6 _ _  7 8 9 _  10 _ _ _  11 _ _ _  12 _ _ _  13 _ _ _
//: buffer u1 RWBuffer<float> = 13*0
//: expect u1 = 1 2 3 4 5 6 7 8 9 10 11 12 13
cbuffer Packed : register(b0) {
    float3 Row0;
    float Row0End;
    float2 Row1;
    float3 Row2;
    float Array[3];
    float4 AfterArray;
};
RWBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = Row0.x;
    Out[1] = Row0.y;
    Out[2] = Row0.z;
    Out[3] = Row0End;
    Out[4] = Row1.x;
    Out[5] = Row1.y;
    Out[6] = Row2.x;
    Out[7] = Row2.y;
    Out[8] = Row2.z;
    Out[9] = Array[0];
    Out[10] = Array[1];
    Out[11] = Array[2];
    Out[12] = AfterArray.x;
}
