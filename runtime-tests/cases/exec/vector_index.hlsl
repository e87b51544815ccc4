// A component is chosen by an index that is not a constant, for reading and for writing.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int4> = 10 20 30 40
//: buffer u1 RWBuffer<int4> = 16*0
//: expect u1 = -1 20 30 40  10 -1 30 40  10 20 -1 40  10 20 30 -1
Buffer<int4> In : register(t0);
RWBuffer<int4> Out : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    int4 v = In[0];
    if (v[index] == 10 * ((int)index + 1))
        v[index] = -1;
    Out[index] = v;
}
