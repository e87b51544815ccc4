// Of two specialisations that fit, the more specialised one is meant, however many parameters each has.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 9*0
//: expect u0 = 1 2 3 4 1 6 7 3 5
template <typename A, typename B> struct Pair { static const int kind = 1; };
template <typename A> struct Pair<A, A> { static const int kind = 2; };
template <typename A, int N> struct Pair<vector<A, N>, vector<A, N> > { static const int kind = 3; };
template <typename A, typename B, int N> struct Pair<A[N], B> { static const int kind = 4; };

template <typename T> struct Box { T value; };
template <typename A, typename B> struct Boxes { static const int kind = 5; };
template <typename A, typename B> struct Boxes<Box<A>, Box<B> > { static const int kind = 6; };
template <typename A> struct Boxes<Box<A>, int> { static const int kind = 7; };
template <typename A> struct Boxes<A, int> { static const int kind = 8; };

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = Pair<float, int>::kind;
    result[1] = Pair<float, float>::kind;
    result[2] = Pair<float2, float2>::kind;
    result[3] = Pair<float[3], float>::kind;
    result[4] = Pair<float2, float3>::kind;
    result[5] = Boxes<Box<int>, Box<float> >::kind;
    result[6] = Boxes<Box<int>, int>::kind;
    result[7] = Pair<int3, int3>::kind;
    result[8] = Boxes<float, float>::kind;
}
