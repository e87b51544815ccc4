// Compiled by everything that is installed, to the same bytes.
#ifndef SCALE
#include "scale.h"
#endif
StructuredBuffer<float> X : register(t0);
RWStructuredBuffer<float> Y : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Y[i] = SCALE * X[i] + Y[i];
}
