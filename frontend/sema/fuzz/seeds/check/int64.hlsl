GRWStructuredBuffer<int64_t> data;
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    int64_t a = data[i];
    uint64_t b = (uint64_t)a * 0x123456789abcdefULL;
    data[i] = (a >> 5) + (int64_t)(b / 3) - 17 + (int64_t)(b << (i & 31));
}
