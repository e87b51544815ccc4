[[vk::binding(1, 2), vk::counter_binding(3)]] RWStructuredBuffer<float> b;
         [[vk::push_constant]] cbuffer C { float x; };
         struct S { [[vk::offset(16)]] float a; };
         void f() { vk::RawBufferLoad<uint>(1); }
