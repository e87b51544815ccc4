// A buffer that is only asked for its stride takes no register.
//: target cs_6_0
//: only container
struct Element {
    float4 a;
    float b;
};
RWStructuredBuffer<Element> Asked;
StructuredBuffer<float3x2> Matrices;
RWStructuredBuffer<uint> Out;
[numthreads(1, 1, 1)]
void main() {
    uint count, stride;
    Asked.GetDimensions(count, stride);
    Out[0] = stride;
    Matrices.GetDimensions(count, stride);
    Out[1] = stride;
}
