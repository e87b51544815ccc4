// Components are read in any order, repeated, by either set of names, and from scalars.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int4> = 1 2 3 4
//: buffer u1 RWBuffer<int4> = 20*0
//: expect u1 = 4 3 2 1  1 1 2 2  3 2 1 4  2 2 2 2  4 1 4 1
Buffer<int4> In : register(t0);
RWBuffer<int4> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int4 v = In[0];
    Out[0] = v.wzyx;
    Out[1] = v.xxyy;
    Out[2] = v.bgra;
    int scalar = v.y;
    Out[3] = scalar.xxxx;
    Out[4] = v.wzyx.xw.xyxy;
}
