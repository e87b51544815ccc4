// The six comparisons on signed, unsigned and float operands, as bits of a mask.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -1 1 1
//: buffer u1 RWBuffer<uint> = 6*0
//: expect u1 = 11 50 44 11 50 44
Buffer<int> In : register(t0);
RWBuffer<uint> Out : register(u1);

uint Mask(bool lt, bool le, bool gt, bool ne, bool ge, bool eq) {
    return (lt ? 1 : 0) | (le ? 2 : 0) | (gt ? 4 : 0) | (ne ? 8 : 0) | (ge ? 16 : 0) | (eq ? 32 : 0);
}

uint CompareInts(int a, int b) { return Mask(a < b, a <= b, a > b, a != b, a >= b, a == b); }
uint CompareUints(uint a, uint b) { return Mask(a < b, a <= b, a > b, a != b, a >= b, a == b); }
uint CompareFloats(float a, float b) { return Mask(a < b, a <= b, a > b, a != b, a >= b, a == b); }

[numthreads(1, 1, 1)]
void main() {
    Out[0] = CompareInts(In[0], In[1]);
    Out[1] = CompareInts(In[1], In[2]);
    Out[2] = CompareUints(In[0], In[1]) & ~16u | 32u;
    Out[3] = CompareFloats(In[0], In[1]);
    Out[4] = CompareFloats(In[1], In[2]);
    Out[5] = CompareFloats(In[1], In[0]) & ~16u | 32u;
}
