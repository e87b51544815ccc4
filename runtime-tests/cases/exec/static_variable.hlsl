// A static variable belongs to the thread: functions change it, other threads do not see that.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 4*0
//: expect u0 = 5 7 9 11
static uint Counter = 5;
RWBuffer<uint> Out : register(u0);

void Advance(uint by) { Counter += by; }

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    for (uint i = 0; i < index; i++)
        Advance(2);
    Out[index] = Counter;
}
