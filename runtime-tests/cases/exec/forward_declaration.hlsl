// A function declared first and defined after its use.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 4*0
//: expect u0 = 1 3 5 7
RWBuffer<int> Out : register(u0);

int Odd(int index);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = Odd(index);
}

int Odd(int index) {
    return 2 * index + 1;
}
