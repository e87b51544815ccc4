BRWStructuredBuffer<double2> data;
RWByteAddressBuffer raw;
[numthreads(1, 1, 1)]
void main() {
    double a = data[0].x, b = data[0].y;
    double c = fma(a, b, 0.1L) / max(a, b) - abs(b);
    uint low, high;
    asuint(c, low, high);
    raw.Store2(0, uint2(low, high));
    data[1] = double2(c, asdouble(high, low)) + (a < b ? 1.5L : double(int(a)));
}
