// A static member of a template has its value outside of it, for each instance its own.
//: target cs_6_0
//: args -HV 2021
//: only newer container spirv run interpret
//: dxc-fault spirv 1.7 It ends in an internal error.
//: dxc-fault run 1.7 It ends in an internal error.
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint> = 6*0
//: expect u0 = 9 12 12 32 38 24
RWStructuredBuffer<uint> Out : register(u0);

template <typename T, uint N>
struct Table {
    static const T entries[3];
    static const uint scale = N;
    T at(uint i) { return entries[i] * (T)scale; }
};

template <typename T, uint N>
const static T Table<T, N>::entries[3] = { N, N + 1, sizeof(T) };

[numthreads(3, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Table<uint, 3> first;
    Table<float, 5> second;
    Out[i] = first.at(i);
    Out[3 + i] = (uint)second.at(i) + Table<uint, 7>::entries[i];
}
