// Buffers in structs in arrays that are indexed at run time: each element, and a copy of one, keeps its own buffers.
//: target cs_6_0
//: only container interpret
//: dispatch 1
//: buffer t0 Buffer<int> = 10
//: buffer t1 Buffer<int> = 20
//: buffer t2 Buffer<int> = 30
//: buffer t3 Buffer<int> = 40
//: buffer u4 RWBuffer<int> = 8*0
//: expect u4 = 11 41 22 32 32 22 43 13
Buffer<int> In[4] : register(t0);
RWBuffer<int> Out : register(u4);

struct Pair { int first; Buffer<int> both[2]; };

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Pair pairs[4];
    [unroll] for (uint k = 0; k < 4; k++) {
        pairs[k].first = 1 + k / 2 + k % 2;
        pairs[k].both[0] = In[k];
        pairs[k].both[1] = In[3 - k];
    }
    Pair copy = pairs[i];
    for (uint j = 0; j < 2; j++)
        Out[2 * i + j] = copy.both[j][0] + (pairs[i].first + i % 2 * 0);
}
