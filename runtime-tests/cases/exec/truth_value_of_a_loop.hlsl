// A loop takes over a truth value that it computes in each round of what it does not change.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 3 7 0 9
//: buffer u1 RWBuffer<uint> = 4*0
//: expect u1 = 1 0 0 1
Buffer<uint> In : register(t0);
RWBuffer<uint> Out : register(u1);

bool After(uint rounds, bool before, uint a, uint b) {
    bool found = before;
    [loop] for (uint i = 0; i < rounds; i++) {
        found = a + 4 == b;
    }
    return found;
}

[numthreads(1, 1, 1)]
void main() {
    Out[0] = After(In[0], false, In[0], In[1]);
    Out[1] = After(In[0], true, In[1], In[0]);
    Out[2] = After(In[2], false, In[0], In[1]);
    Out[3] = After(In[2], true, In[1], In[3]);
}
