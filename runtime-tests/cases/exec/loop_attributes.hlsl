// The attributes that ask for unrolled or kept loops and for branches or selects change no result.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 1 2 3 4
//: buffer u1 RWBuffer<int> = 4*0
//: expect u1 = 11 22 3 44
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int values[4];
    [unroll]
    for (int i = 0; i < 4; i++)
        values[i] = In[i] * 10;
    [loop]
    for (int j = 0; j < 4; j++) {
        int result = In[j];
        [branch]
        if (In[j] != 3)
            result += values[j];
        [flatten]
        if (result > 1000)
            result = 0;
        Out[j] = result;
    }
}
