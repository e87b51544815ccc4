// Functions of two and three arguments.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float> = 1 -2 3.5 0 8 2 -3 3.5 1 -8 3 0.5 -1 2 4 5*0
//: expect u0 = 101.25 -2.25 103.5 100.25 4 3 1.5 4.5 2 8 6 5.5 13.25 2 -58 6 -8 1.5 3 -8
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 5> > a : register(u0);

[numthreads(1, 1, 1)]
void main() {
    vector<float, 5> x = a[0], y = a[1], z = a[2];
    a[3] = max(x, y) + min(y, z) * 2;
    a[2] = mad(x, y, z) + clamp(x, -1, 2);
    a[0] = lerp(x, y, 0.25) + step(x, y) * 100;
    a[1] = abs(x) + sign(y) + saturate(z);
}
