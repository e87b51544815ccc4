// A variable that is declared in the condition of a loop gets its value before each iteration.
//: target cs_6_0
//: dispatch 1
//: buffer u1 RWStructuredBuffer<int> = 4*0
//: expect u1 = 4 15 3 2
//: dxc-fault spirv It ends in a fatal error at a variable in the condition of a `for`.
//: dxc-fault run So it has no SPIR-V to run.
RWStructuredBuffer<int> Out : register(u1);

int below(int limit) {
    for (int i = 0; bool more = i < limit; i++) {
        if (Out[i] == 15) {
            return more + i;
        }
    }
    return -1;
}

[numthreads(1, 1, 1)]
void main() {
    int left = 3;
    while (int now = left) {
        left--;
        if (now == 2) {
            continue;
        }
        Out[0] += now;
    }
    for (int i = 0; int rest = 5 - i; i++) {
        Out[1] += rest;
    }
    [unroll]
    for (int k = 0; int more = 3 - k; k++) {
        Out[2]++;
    }
    Out[3] = below(3);
}
