// Arrays with initialisers, also of two dimensions and of vectors.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 6*0
//: expect u0 = 11 22 33 14 25 36
RWBuffer<int> Out : register(u0);

[numthreads(6, 1, 1)]
void main(uint index : SV_GroupIndex) {
    int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int2 pairs[3] = { int2(8, 2), int2(15, 5), { 20, 10 } };
    uint column = index % 3;
    Out[index] = grid[index / 3][column] + pairs[column].x + pairs[column].y;
}
