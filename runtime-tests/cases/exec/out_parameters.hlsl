// Parameters that a function writes: out gives a value back, inout takes one first.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 6*0
//: expect u0 = 3 2 7 1 8 15
RWBuffer<int> Out : register(u0);

void DivideWithRest(int a, int b, out int quotient, out int rest) {
    quotient = a / b;
    rest = a % b;
}

void Swap(inout int a, inout int b) {
    int kept = a;
    a = b;
    b = kept;
}

bool Grow(inout int value, in int by) {
    value += by;
    return value > 10;
}

[numthreads(1, 1, 1)]
void main() {
    int quotient, rest;
    DivideWithRest(17, 5, quotient, rest);
    Out[0] = quotient;
    Out[1] = rest;
    int x = 1, y = 7;
    Swap(x, y);
    Out[2] = x;
    Out[3] = y;
    int size = 5;
    if (!Grow(size, 3))
        Out[4] = size;
    if (Grow(size, 7))
        Out[5] = size;
}
