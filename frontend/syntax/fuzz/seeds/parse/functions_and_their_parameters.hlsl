[numthreads(8, 8, 1)] [RootSignature("CBV(b0)" ", SRV(t0)")]
         void main(uint3 id : SV_DispatchThreadID, triangle float4 v[3] : A, inout TriangleStream<float4> s,
                   out float a[2], in const float b = 1, float, float c[], [[vk::location(3)]] float d) { }
         float4 f(void) : SV_Target0 { return 0; }
         export int g()[2];
         out float h;
