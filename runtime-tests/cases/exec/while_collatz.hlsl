// How many steps of the Collatz sequence lead to one: a loop that only the data ends.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 1 2 3 6 7 9 19 27
//: buffer u1 RWBuffer<uint> = 8*0
//: expect u1 = 0 1 7 8 16 19 20 111
Buffer<uint> Start : register(t0);
RWBuffer<uint> Steps : register(u1);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint value = Start[index];
    uint steps = 0;
    while (value != 1) {
        value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        steps++;
    }
    Steps[index] = steps;
}
