// Several declarators in one declaration, and the comma operator, whose value is its last operand.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 4
//: buffer u1 RWBuffer<int> = 3*0
//: expect u1 = 9 5 32
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int a = In[0], b = a + 1, sum = a + b;
    int last = (a++, b);
    int product = 1;
    for (int i = 0, j = 10; i < j; i += 3, j -= 2)
        product += i + j;
    Out[0] = sum;
    Out[1] = last;
    Out[2] = product + a * 2;
}
