// Templates as arguments of templates: of structs, of functions and of specialisations, of structs and of aliases, by name, by
// default, and found from the type of an argument. A function whose defaults make no sense for an argument is not meant.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dxc-fault spirv 1.7 It takes the name of a template without arguments for a type.
//: dxc-fault run 1.7 It takes the name of a template without arguments for a type.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 10*0
//: expect u0 = 4 12 4 7 9 16 1 2 3 4
namespace traits { template <typename T> struct Size { static const int value = sizeof(T); T held; }; }
template <typename T> struct Twice { static const int value = 2 * sizeof(T); };

template <template <class> class Trait, class T> struct Of { static const int value = Trait<T>::value; };
template <template <class> class Trait, class T, uint n> struct Of<Trait, vector<T, n> > {
    static const int value = n * Trait<T>::value;
};
template <template <typename> typename Trait = traits::Size, typename T = int> struct Default { Trait<T> trait; };
template <template <class> class C, class T> T held_by(C<T> c) { return c.held; }
template <template <class> class C> int with_floats() { return C<float>::value; }
template <typename T, template <typename> class C, int n = (1 + 1)> struct Sum { static const int value = C<T>::value * n; };

template <typename T> struct IsVector { static const bool value = false; };
template <typename T, uint n> struct IsVector<vector<T, n> > { static const bool value = true; };
template <bool holds> struct If {};
template <> struct If<true> { struct Holds { int unused; }; using Number = int; };
template <typename T, typename R = typename If<IsVector<T>::value>::Holds> int kind(T v) { return 1; }
template <typename T, typename R = typename If<!IsVector<T>::value>::Holds, int n = 2> int kind(T v) { return n; }
template <typename T, typename If<IsVector<T>::value>::Number = 3> int number(T v) { return 3; }
template <typename T, typename If<!IsVector<T>::value>::Number = 4> int number(T v) { return 4; }

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    result[0] = Of<traits::Size, float>::value;
    result[1] = Of<traits::Size, float3>::value;
    Default<> d;
    d.trait.held = 7;
    result[2] = with_floats<traits::Size>();
    result[3] = d.trait.held;
    traits::Size<int> s;
    s.held = 9;
    result[4] = held_by(s);
    result[5] = Sum<float, Twice>::value;
    result[6] = kind(float2(1, 2));
    result[7] = kind(1.0f);
    result[8] = number(float2(1, 2));
    result[9] = number(1.0f);
}
