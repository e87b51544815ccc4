// A bit-field without a name and bits is no member: the next one has a number of its own.
//: target cs_6_0
//: args -HV 2021
//: dxc-fault run Its SPIR-V has one number for all.
//: dispatch 1 1 1
//: buffer t0 StructuredBuffer<int> = 261 70 11 -1
//: buffer u1 RWStructuredBuffer<int> = 6*0
//: expect u1 = 5 1 6 11 16 -1
struct Apart {
    int :0;
    int low : 8;
    int high : 8;
    int :0;
    int :0;
    uint next : 6;
    int :0;
    int whole;
    int :3;
    int last : 4;
    int :0;
};

StructuredBuffer<Apart> source : register(t0);
RWStructuredBuffer<int> result : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Apart a = source[0];
    result[0] = a.low;
    result[1] = a.high;
    result[2] = a.next;
    result[3] = a.whole;
    result[4] = sizeof(Apart);
    result[5] = a.last;
}
