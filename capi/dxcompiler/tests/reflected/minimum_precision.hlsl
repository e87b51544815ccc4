// Types of minimum precision in signatures and buffers.
//: target vs_6_0
cbuffer Little { min16float h; min16int i; min16uint4 u; min16float3x2 m; min10float t; min12int w; };
min16float4 main(min16uint a : A, min16int2 b : B, min16float c : C, out min16uint d : D) : SV_Position { d = a + u.y; return c * h + b.x + i + m[2].x + t + w; }
