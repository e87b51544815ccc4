// Functions of floats with one argument.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float> = 1.5 -2.5 4 0.25 100.75 25*0
//: expect u0 = 1.5 -2.5 4 0.25 100.75 2001 -2003 4004 1000 101100 5 2 4 2 106 3.5 0.5 8 0.25 201.75 -0.5 2.5 -3 0
//: + -99.75 3.5 3.5 6 1.25 102.75
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 5> > a : register(u0);

[numthreads(1, 1, 1)]
void main() {
    vector<float, 5> x = a[0];
    a[1] = floor(x) + ceil(x) * 1000;
    a[2] = trunc(x) + frac(x) * 8;
    a[3] = round(x) + abs(x);
    a[4] = saturate(x) - x;
    a[5] = sqrt(x * x) + exp2(trunc(saturate(x)));
}
