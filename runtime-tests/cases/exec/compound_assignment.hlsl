// Every assignment operator, and increments before and after.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int> = 10 10 10 10 10 10 10 10 10 10 0 0 0 0
//: expect u0 = 13 7 30 3 1 80 1 2 11 9 5 7 7 5
RWStructuredBuffer<int> V : register(u0);

[numthreads(1, 1, 1)]
void main() {
    V[0] += 3;
    V[1] -= 3;
    V[2] *= 3;
    V[3] /= 3;
    V[4] %= 3;
    V[5] <<= 3;
    V[6] >>= 3;
    V[7] &= 3;
    V[8] |= 3;
    V[9] ^= 3;
    int i = 5;
    V[10] = i++;
    V[11] = ++i;
    V[12] = i--;
    V[13] = --i;
}
