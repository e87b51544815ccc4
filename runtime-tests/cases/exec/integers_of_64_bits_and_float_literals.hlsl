// An integer of 64 bits and a literal of fractions without a suffix meet in a `float`, as narrower integers do: 16777217 is none.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: dxc-fault run Its SPIR-V multiplies in the other type: in a `double` without the suffix, in a `float` with it.
//: buffer t0 StructuredBuffer<uint> = 16777217 0
//: buffer u1 RWStructuredBuffer<int> = 12*0
//: expect u1 = 16777216 16777216 16777216 16777216 16777216 16777216 4 4 8 4 1 16777217
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

int width_of(float value) {
    return 4;
}

int width_of(double value) {
    return 8;
}

[numthreads(1, 1, 1)]
void main() {
    uint64_t natural = (uint64_t)In[0] | (uint64_t)In[1] << 32;
    int64_t whole = (int64_t)natural;
    int64_t given = whole;
    Out[0] = (int)(whole * 1.0);
    Out[1] = (int)(1.0 * natural);
    Out[2] = (int)(int64_t2(whole, whole) + 0.0).y;
    Out[3] = (int)(whole > 0 ? whole : 1.5);
    Out[4] = (int)max(whole, 1.5);
    whole += 1.0;
    Out[5] = (int)whole;
    Out[6] = width_of(natural + 1.0);
    Out[7] = width_of(whole + 1.0f);
    Out[8] = width_of(whole + 1.0L);
    Out[9] = width_of(max(natural, 1.5));
    Out[10] = given == 16777216.0;
    Out[11] = (int)(given * 1.0L);
}
