// Enumerators are numbers until their enum is complete, and what holds one can be changed by another.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int> = 0 0 0 0 0 0 0
//: expect u0 = 24 25 6 2 12 4 7
enum class Wide : uint { One = 3, Shifted = One << 3, Both = Wide::Shifted | 1 };
enum Flags { None, Low, Mid, High = 4 };
struct Held {
    Flags flags;
};
RWStructuredBuffer<int> V : register(u0);

void add(inout Flags flags) {
    flags |= High;
}

[numthreads(1, 1, 1)]
void main() {
    V[0] = (int)Wide::Shifted;
    V[1] = (int)Wide::Both;
    Flags flags = Mid;
    add(flags);
    V[2] = flags;
    flags &= Mid;
    V[3] = flags;
    flags += High;
    flags *= Mid;
    V[4] = flags;
    flags -= High;
    flags >>= Low;
    V[5] = flags;
    Held held;
    held.flags = Mid;
    held.flags ^= Low;
    V[6] = held.flags |= High;
}
