// Functions take and give long vectors, by value and by reference, and are templates of them.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 8> > a : register(u0);

template <typename T, int N>
T total(vector<T, N> v) {
    T sum = 0;
    [unroll] for (int i = 0; i < N; ++i)
        sum += v[i];
    return sum;
}

void swap(inout vector<float, 8> x, inout vector<float, 8> y, out vector<float, 8> z) {
    z = x;
    x = y;
    y = z;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 8> x = a[i], y = a[i + 1], z;
    swap(x, y, z);
    a[i] = x + total(z);
    a[i + 1] = y;
}
