// Comparisons give truth values by component, which select takes; any and all join them.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float2> = 1 5 -2 0 7 7 2 4 -2 1 0 9 6*0
//: buffer u1 RWBuffer<uint> = 4*9
//: expect u0 = 1 5 -2 0 7 7 2 4 -2 1 0 9 1 4 -20 0 0 7
//: expect u1 = 1 0 1 0
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 6> > a : register(u0);
RWBuffer<uint> n : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 6> x = a[i], y = a[i + 1];
    vector<bool, 6> less = x < y;
    a[i + 2] = select(and(less, y != 0), x, select(or(less, x >= 1), y, x * 10));
    n[0] = any(less);
    n[1] = all(less);
    n[2] = all(x == x);
    n[3] = any(!(x == x));
}
