// Operators on vectors of seven, with vectors, scalars and compound assignment.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float3> = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21
//: expect u0 = 18 21 24 27 30 33 36 -10 -12 -14 -16 -18 -20 -22 -14.5 -17 -19.5 -22 -24.5 -27 -29.5
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 7> > a : register(u0);

[numthreads(1, 1, 1)]
void main() {
    vector<float, 7> x = a[0], y = a[1];
    x += y * 2;
    a[2] = -x + (y - 3) * 0.5;
    a[0] = ++x;
    a[1] = y-- - x;
}
