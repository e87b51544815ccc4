GRWBuffer<uint> result;
uint work(uint n) {
    uint sum = 0;
    [loop] for (uint i = 0; i < n; ++i) {
        if ((i & 7) == 5) continue;
        if (sum > 1000) break;
        switch (i % 4) {
            case 0: sum += i; break;
            case 1:
            case 2: sum ^= i * 3; break;
            default: sum -= 1; break;
        }
    }
    [branch] if (n > 10) { do { sum /= 2; } while (sum > 9); }
    return sum;
}
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) { result[i] = work(result[i]); }
float4 pixel(nointerpolation uint n : COUNT) : SV_Target { return float(work(n)) / 256; }
