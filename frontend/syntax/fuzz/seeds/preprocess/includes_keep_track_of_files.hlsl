#include "a.hlsli"
#include "a.hlsli"
#define NAME <b.hlsli>
#include NAME
#if __has_include("a.hlsli") && !__has_include("c.hlsli")
int end = FROM_B;
#endif
