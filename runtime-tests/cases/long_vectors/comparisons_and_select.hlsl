// Comparisons give vectors of truth values, which select takes.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 6> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 6> x = a[i], y = a[i + 1];
    vector<bool, 6> less = x < y;
    a[i] = select(and(less, y != 0), x, select(or(less, x >= 1), y, x));
    if (any(less) || all(y == x))
        a[i + 2] = y;
}
