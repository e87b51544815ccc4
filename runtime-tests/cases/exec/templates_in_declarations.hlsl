// What stands between the angle brackets of declarations: values in parentheses, types of expressions, defaults that are members of
// other templates; and results of templates that are templates of a namespace.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 6*0
//: expect u0 = 3 1 5 6 2 11
namespace pairs {
    template <typename T> struct Pair { T a; T b; };
    template <typename T> Pair<T> both(T v) { Pair<T> p; p.a = v; p.b = v + 1; return p; }
}
template <typename T> pairs::Pair<T> both(T v) { return pairs::both<T>(v); }

template <typename T, typename U> struct Kind { static const int value = 1; };
template <typename T> struct Kind<T, vector<T, (1 + 1)> > { static const int value = 3; };
template <typename T> T made(int v) { return (T)v; }
template <typename T> struct Kind<T, __decltype(made<T>(1))> { static const int value = 2; };

template <typename T> struct Holder { struct Inner { T v; }; };
template <typename T, typename U = typename Holder<T>::Inner> struct Behind { U held; };
template <typename T, int n = (sizeof(T) > 4 ? 6 : 5)> struct Count { static const int value = n; };

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = Kind<float, float2>::value;
    result[1] = Kind<float, float3>::value;
    result[2] = Count<float>::value;
    result[3] = Count<float2>::value;
    result[4] = Kind<float, float>::value;
    Behind<int> behind;
    behind.held.v = 6;
    result[5] = behind.held.v + both(4).b;
}
