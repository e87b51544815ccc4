// A row of a matrix of a struct that a function changes, where the struct is an element of a buffer.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int4> = 1 2 3 4
//: expect u0 = 7 7 3 4
//: dxc-fault interpret It loses all of the store but its first component.
struct Pair { row_major int2x2 m; };
RWStructuredBuffer<Pair> Kept : register(u0);

void change(inout Pair p) {
    p.m[0] = 7;
}

[numthreads(1, 1, 1)]
void main() {
    change(Kept[0]);
}
