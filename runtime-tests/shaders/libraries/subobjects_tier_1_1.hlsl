//! lib_6_5
//! lib_6_6
// Subobjects that need ray tracing tier 1.1.
StateObjectConfig use = { STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS };
RaytracingPipelineConfig1 depth = { 16, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
StateObjectConfig unknown_flags = { 0xF1 };
RaytracingPipelineConfig1 unknown = { -1, 0x800 };
struct Payload { float4 colour; };
[shader("miss")] void missed(inout Payload payload) { payload.colour = 0; }
