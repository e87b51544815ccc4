// Arithmetic on unsigned integers wraps around, and a right shift brings in zeros.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0xfffffff0 32
//: buffer u1 RWBuffer<uint> = 10*0
//: expect u1 = 16 0xffffffd0 0xfffffe00 0x7ffffff 16 32 15 0xf 0xffffffe0 48
Buffer<uint> In : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    uint a = In[0];
    uint b = In[1];
    Out[0] = a + b;
    Out[1] = a - b;
    Out[2] = a * b;
    Out[3] = a / b;
    Out[4] = a % b;
    Out[5] = a & b;
    Out[6] = ~a;
    Out[7] = a >> 28;
    Out[8] = a << 1;
    Out[9] = b - a;
}
