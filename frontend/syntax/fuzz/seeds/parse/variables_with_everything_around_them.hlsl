static const row_major float4x4 m[2][3] = { { 1 }, { 2, 3, }, }, n;
         float const static a = 1;
         Texture2D<float4> t : register(t3, space2), u[] : register(ps_5_0, t4[1]) : register(space1);
         sampler s : register(s);
         uniform unsigned int v;
         groupshared precise float w;
         cbuffer C : register(b0) { float x : packoffset(c0.y); float4 y : packoffset(c1); };
         tbuffer T { float4 z; }
