// Writing through a swizzle changes the named components only, in the order named.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int4> = 1 2 3 4  1 2 3 4  1 2 3 4
//: expect u0 = 20 2 10 4  4 3 2 1  1 12 13 4
RWBuffer<int4> V : register(u0);

[numthreads(1, 1, 1)]
void main() {
    int4 a = V[0];
    a.zx = int2(10, 20);
    V[0] = a;
    int4 b = V[1];
    b.xyzw = b.wzyx;
    V[1] = b;
    int4 c = V[2];
    c.yz += 10;
    V[2] = c;
}
