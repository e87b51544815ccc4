// Arithmetic on signed integers: division and remainder round towards zero, a right shift keeps the sign.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -17 5
//: buffer u1 RWBuffer<int> = 12*0
//: expect u1 = -12 -22 -85 -3 -2 5 -17 -22 16 -544 -1 17
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int a = In[0];
    int b = In[1];
    Out[0] = a + b;
    Out[1] = a - b;
    Out[2] = a * b;
    Out[3] = a / b;
    Out[4] = a % b;
    Out[5] = a & b;
    Out[6] = a | b;
    Out[7] = a ^ b;
    Out[8] = ~a;
    Out[9] = a << b;
    Out[10] = a >> b;
    Out[11] = -a;
}
