// Counting with atomics | -T cs_6_0
// Many threads add to the same counters, so each addition is atomic.
StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> Counts : register(u0);
//= Values[256] = floor(random(i) * random(i + 500) * 16)
//= Counts[16] = 0
//= groups = 4 1 1

[numthreads(64, 1, 1)]
void main(uint at : SV_DispatchThreadID)
{
    InterlockedAdd(Counts[Values[at] & 15], 1);
}
