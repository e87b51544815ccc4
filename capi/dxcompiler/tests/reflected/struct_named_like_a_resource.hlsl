// A struct whose name begins like that of a resource.
//: target ps_6_0
struct BufferOfMine { float value; };
cbuffer Constants { BufferOfMine mine; };
float4 main() : SV_Target { return mine.value; }
