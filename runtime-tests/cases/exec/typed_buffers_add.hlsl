// Adds two typed buffers, a vector at a time.
//: target cs_6_0
//: dispatch 2
//: buffer t0 Buffer<float4> = 1 2 3 4  5 6 7 8
//: buffer t1 Buffer<float4> = 10 20 30 40  50 60 70 80
//: buffer u2 RWBuffer<float4> = 8*0
//: expect u2 = 11 22 33 44  55 66 77 88
Buffer<float4> Left : register(t0);
Buffer<float4> Right : register(t1);
RWBuffer<float4> Sum : register(u2);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Sum[id.x] = Left[id.x] + Right[id.x];
}
