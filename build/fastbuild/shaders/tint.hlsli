#define TINT float4(1, 0.9, 0.8, 1)
