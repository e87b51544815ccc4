// Of `&&`, `||` and `?:` only the operands that are needed are evaluated.
//: target cs_6_0
//: dxc-fault run 1.7 It evaluates all operands when it writes SPIR-V.
//: dispatch 1
//: buffer t0 Buffer<int> = 0 1
//: buffer u1 RWStructuredBuffer<int> = 0 0 0
//: expect u1 = 1 20 3
Buffer<int> In : register(t0);
RWStructuredBuffer<int> Calls : register(u1);

bool Count(uint slot, int amount, bool result) {
    Calls[slot] += amount;
    return result;
}

[numthreads(1, 1, 1)]
void main() {
    bool no = In[0] != 0;
    bool yes = In[1] != 0;
    if (Count(0, 1, no) && Count(0, 100, yes))
        Calls[0] = -1;
    if (Count(1, 20, yes) || Count(1, 500, no))
        Calls[1] += 0;
    bool chosen = yes ? Count(2, 3, yes) : Count(2, 700, yes);
    if (!chosen)
        Calls[2] = -1;
}
