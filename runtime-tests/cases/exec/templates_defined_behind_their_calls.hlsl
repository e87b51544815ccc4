// Function templates and members of struct templates that are declared, called and only then defined, with other names for their
// parameters; and types named behind `typename` with values of templates among their arguments.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dxc-fault spirv 1.7 It has neither aliases by `using` nor definitions behind calls.
//: dxc-fault run 1.7 It has neither aliases by `using` nor definitions behind calls.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 5*0
//: expect u0 = 14 7 30 12 1
template <bool doubled = true> int scaled(int v);
template <typename T> T product(vector<T, 2> v, T by = 3);
template <typename T> struct Sum { T x; T with(T v); template <typename U> U without(U v); };

template <bool holds, typename T> struct If {};
template <typename T> struct If<true, T> { using type = T; };
template <typename T> struct Is { static const int size = 1; };
template <typename T> typename If<(Is<T>::size > 0), T>::type checked(T v) { return v; }
template <typename T> typename If<Is<T>::size != 1, T>::type checked(T v) { return v * 100; }

RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Sum<int> sum;
    sum.x = 5;
    result[0] = scaled(7);
    result[1] = scaled<false>(7);
    result[2] = product(int2(2, 5));
    result[3] = sum.with(7);
    result[4] = checked(sum.without(6));
}

template <bool twice> int scaled(int w) { return twice ? w * 2 : w; }
template <typename U> U product(vector<U, 2> w, U times) { return w.x * w.y * times; }
template <typename U> U Sum<U>::with(U w) { return w + x; }
template <typename A> template <typename B> B Sum<A>::without(B w) { return w - x; }
