//! lib_6_3
//! lib_6_5
//! lib_6_6 -Zi -Qembed_debug
// A subobject of each kind, and shaders beside them.
GlobalRootSignature everywhere = { "CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 4), UAV(u0))" };
LocalRootSignature one_record = { "RootConstants(num32BitConstants = 4, b1)" };
LocalRootSignature other_record = { "RootConstants(num32BitConstants = 2, b1)" };
StateObjectConfig use = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };
SubobjectToExportsAssociation of_some = { "one_record", "closest;missed" };
SubobjectToExportsAssociation of_one = { "other_record", "closest" };
SubobjectToExportsAssociation of_all = { "sizes", "" };
RaytracingShaderConfig sizes = { 128, 64 };
RaytracingPipelineConfig depth = { 16 };
TriangleHitGroup triangles = { "", "closest" };
ProceduralPrimitiveHitGroup spheres = { "", "closest", "meet" };
struct Payload { float4 colour; };
[shader("closesthit")] void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes hit) { payload.colour = 1; }
[shader("miss")] void missed(inout Payload payload) { payload.colour = 0; }
