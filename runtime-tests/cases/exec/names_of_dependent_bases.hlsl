// A base that depends on a template's parameters has no names that its struct sees, but behind `this`; others see them.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 3*0
//: expect u0 = 57 12 8
template <typename T> struct Base {
    T value;
    T more() { return value + 1; }
};
static int value = 5;
int more() { return 6; }

template <typename T> struct Derived : Base<T> {
    T outer() { return value * 10 + this.value; }
    T both() { return more() + this.more() - 2; }
};
struct Known : Derived<int> {
    int seen() { return more() + 0 * value; }
};

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Derived<int> d;
    d.value = 7;
    Known k;
    k.value = 7;
    result[0] = d.outer();
    result[1] = d.both();
    result[2] = k.seen();
}
