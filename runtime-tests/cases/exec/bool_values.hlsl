// Bools in variables, vectors, arrays and function results, and as numbers.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 0 7 -1 0
//: buffer u1 RWBuffer<int> = 7*9
//: expect u1 = 2 0 1 1 0 1 3
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

bool IsSet(int value) { return value; }

[numthreads(1, 1, 1)]
void main() {
    bool set[4];
    int count = 0;
    for (uint i = 0; i < 4; i++) {
        set[i] = IsSet(In[i]);
        count += set[i];
    }
    bool2 pair = bool2(set[0], set[1]);
    Out[0] = count;
    Out[1] = pair.x;
    Out[2] = pair.y;
    Out[3] = !pair.x;
    Out[4] = set[1] && set[3];
    Out[5] = set[1] || set[3];
    Out[6] = true + set[1] + set[2];
}
