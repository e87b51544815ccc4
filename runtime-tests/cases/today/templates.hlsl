// Templates of functions and structs, with defaults and specialisations.
//: target cs_6_8
//: only newer
RWBuffer<float> b : register(u0);

template <typename T, int N = 3>
struct Stack {
    T items[N];
    int count;
    void push(T item) { items[min(count++, N - 1)] = item; }
};

template <typename T> T twice(T x) { return x + x; }
template <> int twice<int>(int x) { return x << 1; }

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Stack<float> s = (Stack<float>)0;
    s.push(b[0]);
    s.push(twice(b[1]));
    b[2] = s.items[i % 3] + twice((int)i);
}
