// The shader of chapter 24: values that are chosen in the finished container.
[[vk::constant_id(3)]] const float scale = 2.5;
[[vk::constant_id(1)]] const bool flag = true;

RWStructuredBuffer<float> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    float value = i * scale;
    Out[i] = flag ? value : -value;
}
