// Every number twice.
RWBuffer<uint> Numbers;

[numthreads(64, 1, 1)]
void Double(uint3 thread : SV_DispatchThreadID) {
    Numbers[thread.x] *= 2;
}
