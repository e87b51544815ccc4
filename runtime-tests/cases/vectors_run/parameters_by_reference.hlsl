// Functions take and give long vectors, by value and by reference, and are templates of them.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float4, float4> = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//: expect u0 = 45 46 47 48 49 50 51 52 1 2 3 4 5 6 7 8
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<float, 8> > a : register(u0);

template <typename T, int N>
T total(vector<T, N> v) {
    T sum = 0;
    for (int i = 0; i < N; ++i)
        sum += v[i];
    return sum;
}

void swap(inout vector<float, 8> x, inout vector<float, 8> y, out vector<float, 8> z) {
    z = x;
    x = y;
    y = z;
}

[numthreads(1, 1, 1)]
void main() {
    vector<float, 8> x = a[0], y = a[1], z;
    swap(x, y, z);
    a[0] = x + total(z);
    a[1] = y;
}
