// The index of an argument that is passed `inout` is evaluated once.
//: target cs_6_0
//: dispatch 1
//: buffer u1 RWStructuredBuffer<int> = 4*0
//: expect u1 = 1 11 2 3
//: dxc-fault interpret It evaluates the index before and after the call, and writes to the next element.
RWStructuredBuffer<int> Out : register(u1);

static int Count = 0;

int next() {
    return Count++;
}

void change(inout int x) {
    x += 10;
}

[numthreads(1, 1, 1)]
void main() {
    int v[3] = { 1, 2, 3 };
    change(v[next()]);
    Out[0] = Count;
    for (int i = 0; i < 3; i++) {
        Out[i + 1] = v[i];
    }
}
