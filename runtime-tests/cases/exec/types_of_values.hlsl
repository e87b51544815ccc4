// Variables that take the type of what they are given: numbers, vectors, structs, arrays, results, elements.
//: target cs_6_0
//: only newer spirv run interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float> = 8*0
//: expect u0 = 1.5 3 7 2 12 20 4 5
//: dxc-fault spirv 1.7 It reserves the word.
//: dxc-fault run 1.7 It reserves the word.
//: dxc-fault interpret 1.7 It reserves the word.
RWStructuredBuffer<float> b : register(u0);

static auto start = 3;

struct Pair {
    int first;
    float second;
};

template <typename T>
T twice(T x) {
    auto sum = x + x;
    return sum;
}

Pair made() {
    Pair pair = { 4, 5 };
    return pair;
}

[numthreads(1, 1, 1)]
void main() {
    auto half = 1.5, more = half + half;
    const auto two = float2(3, 4);
    auto pair = made();
    int numbers[3] = { 1, 2, 3 };
    auto copy = numbers;
    copy[1] = 10;
    b[0] = half;
    b[1] = more;
    b[2] = two.x + two.y;
    b[3] = numbers[1];
    for (auto i = 0u; i < 3; i++)
        b[4] += start + i;
    b[5] = twice(copy[1]);
    b[6] = pair.first;
    b[7] = pair.second;
}
