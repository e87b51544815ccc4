// An assignment to a bit-field has the value that the bit-field keeps. Bit-fields of types of one width share numbers.
//: target cs_6_0
//: args -HV 2021
//: dxc-fault run It has the value that is assigned, with all its bits.
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 20 9
//: buffer u1 RWStructuredBuffer<int> = 8*0
//: expect u1 = 4 -7 2 -4 15 4 8 12
struct Parts {
    uint low : 4;
    int high : 4;
};

struct Shared {
    bool known : 1;
    int kind : 4;
    uint count : 3;
};

struct Apart {
    uint low : 4;
    uint : 0;
    int high : 4;
};

struct Mixed {
    uint low : 3;
    int high : 5;
    uint wide : 27;
    float rest;
};

StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Parts parts = { 0, 0 };
    Out[0] = parts.low = In[0];
    Out[1] = parts.high = In[1];
    Out[2] = parts.low += 14;
    Out[3] = parts.high -= 29;
    uint copied = parts.low = 255;
    Out[4] = copied;
    Out[5] = sizeof(Shared);
    Out[6] = sizeof(Apart);
    Out[7] = sizeof(Mixed);
}
