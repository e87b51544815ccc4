// Arithmetic on floats; the remainder has the sign of the dividend.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = -7.5 2
//: buffer u1 RWBuffer<float> = 6*0
//: expect u1 = -5.5 -9.5 -15 -3.75 -1.5 7.5
Buffer<float> In : register(t0);
RWBuffer<float> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    float a = In[0];
    float b = In[1];
    Out[0] = a + b;
    Out[1] = a - b;
    Out[2] = a * b;
    Out[3] = a / b;
    Out[4] = a % b;
    Out[5] = -a;
}
