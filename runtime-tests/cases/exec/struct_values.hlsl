// Structs are copied on assignment, passed and returned by value, and initialised from lists.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<float> = 6*0
//: expect u0 = 1 2 3 4 11 2
struct Box {
    float2 low;
    float2 high;
};
RWBuffer<float> Out : register(u0);

Box Shift(Box box, float by) {
    box.low.x += by;
    return box;
}

[numthreads(1, 1, 1)]
void main() {
    Box original = { 1, 2, float2(3, 4) };
    Box copy = original;
    Box shifted = Shift(copy, 10);
    Out[0] = copy.low.x;
    Out[1] = copy.low.y;
    Out[2] = copy.high.x;
    Out[3] = copy.high.y;
    Out[4] = shifted.low.x;
    Out[5] = shifted.low.y;
}
