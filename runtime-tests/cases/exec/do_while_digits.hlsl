// A loop whose body runs before its condition is asked: zero has one digit.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0 7 10 12345
//: buffer u1 RWBuffer<uint> = 4*0
//: expect u1 = 1 1 2 5
Buffer<uint> In : register(t0);
RWBuffer<uint> Digits : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint rest = In[index];
    uint digits = 0;
    do {
        digits++;
        rest /= 10;
    } while (rest != 0);
    Digits[index] = digits;
}
