//- -T cs_6_6
RWByteAddressBuffer Out : register(u0);
cbuffer Push : register(b0) { uint4 data[6]; };
[RootSignature("RootConstants(num32BitConstants=24, b0), UAV(u0)")] // expect
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) { Out.Store(4 * id, data[id % 6].x); }
//- -T cs_6_6
RWByteAddressBuffer Out : register(u0);
[RootSignature("UAV(u0)")] // fine
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) { Out.Store(4 * id, id); }
