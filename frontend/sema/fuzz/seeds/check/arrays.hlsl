Astatic const float3 table[5] = { float3(1, 2, 3), float3(0.1, 0.2, 0.3), float3(-1, 0, 1), float3(7, 8, 9), float3(0, 0, 0) };
static const int primes[6] = { 2, 3, 5, 7, 11, 13 };
float4 main(uint i : I, float4 v : V) : SV_Position {
    float local[8];
    for (uint k = 0; k < 8; ++k) local[k] = v[k & 3] * primes[k % 6];
    local[i & 7] += 2;
    return float4(table[i % 5], local[(i + 3) & 7]);
}
RWBuffer<int> result;
[numthreads(1, 1, 1)]
void compute(uint i : SV_DispatchThreadID) {
    int stack[16];
    stack[0] = primes[i % 6];
    int top = 0;
    [loop] while (top >= 0 && top < 15) {
        int n = stack[top--];
        if (n > 4) { stack[++top] = n / 2; stack[++top] = n - 3; }
    }
    result[i] = stack[1];
}
