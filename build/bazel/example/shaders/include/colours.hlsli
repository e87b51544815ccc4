// Colours that shaders share.
static const float3 SKY = float3(0.4, 0.6, 0.9);
static const float3 HORIZON = float3(0.8, 0.8, 0.7);
