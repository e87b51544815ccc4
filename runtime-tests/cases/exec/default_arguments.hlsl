// Arguments left out take the values the declaration gives.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 1
//: buffer u1 RWBuffer<int> = 3*0
//: expect u1 = 111 121 321
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

int Digits(int ones, int tens = 1, int hundreds = 1) {
    return ones + 10 * tens + 100 * hundreds;
}

[numthreads(1, 1, 1)]
void main() {
    int one = In[0];
    Out[0] = Digits(one);
    Out[1] = Digits(one, 2);
    Out[2] = Digits(one, 2, 3);
}
