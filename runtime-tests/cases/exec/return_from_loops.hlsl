// A return leaves two loops and the function at once.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 6*0
//: expect u0 = 0 11 12 13 22 -1
RWBuffer<int> Out : register(u0);

int Find(int product) {
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            if (a * b == product)
                return a * 10 + b;
        }
    }
    return -1;
}

[numthreads(6, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = Find((int)index);
}
