// With native 16-bit types `min16int` takes two bytes in a structured buffer.
//: target cs_6_2
//: args -enable-16bit-types
//: operations rawBufferLoad rawBufferStore
struct S {
    half h;
    min16int i;
};
StructuredBuffer<S> In;
RWStructuredBuffer<S> Out;

[numthreads(1, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
    Out[id].h = In[id].h;
    Out[id].i = In[id].i;
}
