// GetDimensions gives elements, elements and stride, or bytes.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<float> = 5*0
//: buffer t1 StructuredBuffer<float2> = 6*0
//: buffer t2 ByteAddressBuffer<uint> = 7*0
//: buffer u3 RWBuffer<uint> = 4*0
//: expect u3 = 5 3 8 28
Buffer<float> Typed : register(t0);
StructuredBuffer<float2> Structured : register(t1);
ByteAddressBuffer Raw : register(t2);
RWBuffer<uint> Out : register(u3);

[numthreads(1, 1, 1)]
void main() {
    uint count, stride;
    Typed.GetDimensions(count);
    Out[0] = count;
    Structured.GetDimensions(count, stride);
    Out[1] = count;
    Out[2] = stride;
    Raw.GetDimensions(count);
    Out[3] = count;
}
