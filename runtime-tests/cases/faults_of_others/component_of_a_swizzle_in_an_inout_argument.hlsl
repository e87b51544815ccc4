// A component of a swizzle, selected by an index, is changed by a function.
//: target cs_6_0
//: dispatch 1
//: buffer u1 RWStructuredBuffer<int> = 4*0
//: expect u1 = 1 2 13 4
//: dxc-fault run The vector keeps its value.
//: dxc-fault interpret The vector keeps its value.
RWStructuredBuffer<int> Out : register(u1);

void change(inout int x) {
    x += 10;
}

[numthreads(1, 1, 1)]
void main() {
    int4 v = int4(1, 2, 3, 4);
    change(v.wzyx[1]);
    for (int i = 0; i < 4; i++) {
        Out[i] = v[i];
    }
}
