// Functions of floats with one argument are one operation on the vector.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 5> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 5> x = a[i];
    a[i] = sin(x) + cos(x) + tan(x) + sqrt(x) + rsqrt(x) + exp2(x) + log2(x) + frac(x) + floor(x) + ceil(x) + trunc(x) +
           round(x) + abs(x) + saturate(x) + asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + tanh(x);
}
