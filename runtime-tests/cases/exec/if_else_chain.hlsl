// A chain of conditions picks one of several values.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -5 0 7 50 1000 -1 9 10
//: buffer u1 RWBuffer<int> = 8*0
//: expect u1 = -1 0 1 2 3 -1 1 2
Buffer<int> In : register(t0);
RWBuffer<int> Class : register(u1);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    int value = In[index];
    int digits;
    if (value < 0)
        digits = -1;
    else if (value == 0)
        digits = 0;
    else if (value < 10)
        digits = 1;
    else if (value < 100)
        digits = 2;
    else
        digits = 3;
    Class[index] = digits;
}
