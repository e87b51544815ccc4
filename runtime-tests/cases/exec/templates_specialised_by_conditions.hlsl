// Which specialisation it is: one that says something of what its parameters stand for counts only where that is so, and one that
// does not write all arguments means the defaults of the others.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 5*0
//: expect u0 = 2 1 1 3 1
template <bool holds> struct If {};
template <> struct If<true> { struct Holds { int unused; }; };
template <typename T> struct IsFloat { static const bool value = false; };
template <> struct IsFloat<float> { static const bool value = true; };

template <typename T, typename Condition> struct Kind { static const int value = 1; };
template <typename T> struct Kind<T, typename If<IsFloat<T>::value>::Holds> { static const int value = 2; };

template <typename T, int n = 4> struct Sized { static const int value = 1; };
template <typename T> struct Sized<vector<T, 3> > { static const int value = 3; };

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = Kind<float, If<true>::Holds>::value;
    result[1] = Kind<int, If<true>::Holds>::value;
    result[2] = Kind<float, int>::value;
    result[3] = Sized<float3>::value;
    result[4] = Sized<float3, 5>::value;
}
