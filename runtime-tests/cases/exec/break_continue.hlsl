// break leaves the innermost loop, continue goes to its next turn.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 3 -1 4 -1 5 99 6 7
//: buffer u1 RWBuffer<int> = 2*0
//: expect u1 = 12 6
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int sum = 0;
    int turns = 0;
    for (int i = 0; i < 8; i++) {
        turns++;
        if (In[i] < 0)
            continue;
        if (In[i] == 99)
            break;
        sum += In[i];
    }
    Out[0] = sum;
    Out[1] = turns;
}
