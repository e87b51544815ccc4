// Templates of variables: constants and variables that change, with specialisations, with defaults of their parameters, in
// structs and namespaces, and as arguments of other templates.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dxc-fault spirv 1.7 It has no templates of variables.
//: dxc-fault run 1.7 It has no templates of variables.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 7*0
//: expect u0 = 110 120 36 16 7 2 32
template <typename T> static const int kind = 0;
template <typename T> static const int kind<vector<T, 2> > = 10;
template <> static const int kind<float> = 100;
template <int n> static const int factorial = n * factorial<n - 1>;
template <> static const int factorial<0> = 1;
template <typename T> static T counter = T(1);
struct Sizes { template <typename T> static const int size = sizeof(T); };
template <typename T> int size_of(T v) { return Sizes::size<T>; }
namespace numbers { template <typename T, int k = 2> static const T many = T(k); }

template <typename T, typename U> struct Same { static const bool value = false; };
template <typename T> struct Same<T, T> { static const bool value = true; };
template <typename T, typename U> static const bool same = Same<T, U>::value;
template <bool holds> struct Choice { static const int value = 1; };
template <> struct Choice<true> { static const int value = 2; };

template <typename T> T times(T v) { return numbers::many<T, 4> * v; }

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = kind<int> + kind<int2> + kind<float>;
    result[1] = factorial<5>;
    counter<float> += 2;
    counter<int> += 5;
    result[2] = counter<float> * 10 + counter<int>;
    result[3] = Sizes::size<float3> + size_of(1.0f);
    result[4] = numbers::many<int> + numbers::many<float, 5>;
    result[6] = times(3) + numbers::many<int> * 10;
    result[5] = Choice<same<int, int> && !same<int, float> >::value;
}
