// `sizeof` counts the bytes that numbers of minimum precision have in buffers, which are those of 32 bits.
//: target cs_6_0
//: dispatch 1
//: buffer t0 StructuredBuffer<uint4> = 0 1 2 3 4 5 6 7
//: buffer u1 RWStructuredBuffer<uint> = 4*0
//: expect u1 = 4 12 16 7
//: dxc-fault interpret It counts 2 bytes for a scalar, and so 6 and 12, though the elements of the buffer have 16.
//: dxc-fault run It does so too.
struct Entry {
    min16uint some[3];
    min16uint last;
};

StructuredBuffer<Entry> In : register(t0);
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Out[0] = sizeof(min16uint);
    Out[1] = sizeof(min16uint[3]);
    Out[2] = sizeof(Entry);
    Out[3] = In[1].last;
}
