// Names of structs that begin with letters of prefixes; a buffer and a variable of one name.
//: target ps_6_0
struct Light { float3 where; float power; };
struct scene { Light lights[2]; float4 ambient; };
cbuffer shared_name { scene all; float shared_name_value; };
StructuredBuffer<Light> lights;
float4 main(uint i : I) : SV_Target { return all.ambient + lights[i].power + all.lights[1].power; }
