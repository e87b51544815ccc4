// `#pragma pack_matrix` says how a matrix lies unless that has been said: where another name of its type was declared, or by a
// modifier. What depends on a template is not known to be a matrix.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: buffer b0 ConstantBuffer<float> = 1 2 3 _  4 5 6 _  7 8 _ _  9 10 _ _  11 12 _ _  13 14 15 _  16 17 18 _  19 20 _ _  21 22 _ _  23 24 _ _  25 26 27 _  28 29 30 _
//: buffer u1 RWBuffer<float> = 10*0
//: expect u1 = 2 4  9 8  14 16  21 20  26 28
typedef float2x3 Plain;
typedef column_major float2x3 Columns;
#pragma pack_matrix(row_major)
typedef float2x3 Rows;
template <typename T> struct Holder {
    T held;
};
struct All {
    Plain plain;
    Columns columns;
#pragma pack_matrix(column_major)
    Rows rows;
#pragma pack_matrix(row_major)
    Holder<Rows> holder;
#pragma pack_matrix(column_major)
};
typedef Rows Again;
cbuffer Numbers : register(b0) {
    All All0;
    Again Last;
};
RWBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = All0.plain._m01;
    Out[1] = All0.plain._m10;
    Out[2] = All0.columns._m01;
    Out[3] = All0.columns._m10;
    Out[4] = All0.rows._m01;
    Out[5] = All0.rows._m10;
    Out[6] = All0.holder.held._m01;
    Out[7] = All0.holder.held._m10;
    Out[8] = Last._m01;
    Out[9] = Last._m10;
}
