// Operators on vectors of seven, with vectors, scalars and compound assignment.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 7> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 7> x = a[i], y = a[i + 1];
    x += y * 2;
    x = -x / (y - 3) % 5;
    a[i] = ++x;
}
