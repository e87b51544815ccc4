// Loops within loops: each thread counts the pairs whose product is its number.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 13*0
//: expect u0 = 0 1 2 2 3 2 4 2 4 3 4 2 6
RWBuffer<uint> Pairs : register(u0);

[numthreads(13, 1, 1)]
void main(uint number : SV_GroupIndex) {
    uint count = 0;
    for (uint a = 1; a <= number; a++) {
        for (uint b = 1; b <= number; b++) {
            if (a * b == number)
                count++;
        }
    }
    Pairs[number] = count;
}
