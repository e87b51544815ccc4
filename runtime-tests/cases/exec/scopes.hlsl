// An inner declaration hides the outer one until its block ends.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 4*0
//: expect u0 = 2 10 1 0
static const int value = 0;
RWBuffer<int> Out : register(u0);

int Global() { return value; }

[numthreads(1, 1, 1)]
void main() {
    int value = 1;
    {
        int value = 2;
        Out[0] = value;
    }
    for (int value = 10; value < 11; value++)
        Out[1] = value;
    Out[2] = value;
    Out[3] = Global();
}
