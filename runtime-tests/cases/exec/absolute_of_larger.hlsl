// The larger of a number and another one's absolute value, in every form that a compiler may make one operation of.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -17 5 -3 12
//: buffer u1 RWBuffer<int> = 6*0
//: expect u1 = 17 17 12 5 -5 17
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int a = In[0];
    int b = In[1];
    Out[0] = max(abs(a), b);
    Out[1] = max(b, abs(-a));
    Out[2] = max(abs(In[2]), In[3]);
    Out[3] = max(abs(In[2]), max(b, -b));
    Out[4] = min(-abs(b), abs(a));
    Out[5] = max(max(a, -a), In[3]);
}
