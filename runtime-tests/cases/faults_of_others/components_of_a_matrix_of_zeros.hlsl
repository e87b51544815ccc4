// Components of a matrix that was given another value as a whole.
//: target cs_6_0
//: only container run interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint4, uint4> = 1 2 3 4 5 6 7 8
//: buffer u1 RWStructuredBuffer<uint> = 0
//: expect u1 = 1
//: dxc-fault run 1.9 It takes the condition for false.
struct Grid { row_major uint4x2 m; };
RWStructuredBuffer<Grid> Kept : register(u0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Grid g = Kept[0];
    g = (Grid)0;
    if ((0 <= g.m._12_22).y) {
        Out[0] = 1;
    }
}
