//- -T cs_6_6
RWBuffer<float> Out;
cbuffer Taps { uint tap; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float values[8];
    for (uint i = 0; i < 8; i++)
        values[i] = Out[id + i]; // fine
    Out[id] = values[tap]; // expect
}
//- -T cs_6_6
// A stack has no other form.
StructuredBuffer<uint2> Nodes;
RWBuffer<float> Out;
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    uint stack[16];
    uint top = 0;
    float sum = 0;
    stack[top++] = id;
    while (top > 0) {
        uint2 node = Nodes[stack[--top]]; // fine
        sum += node.x;
        if (node.y != 0 && top < 14) {
            stack[top++] = node.y;
            stack[top++] = node.x;
        }
    }
    Out[id] = sum;
}
