template<typename T, int N = 4> struct Array { T data[N]; template<typename U> U get(int i) { return data[i]; } };
         template<> struct Array<float, 2> { float2 both; };
         template<typename T> struct Array<T, 1> { T one; };
         template<typename T> T twice(T x) { return x + x; }
         template<> float twice<float>(float x) { return 2 * x; }
         template float twice<float>(float);
         template<typename T> using Pair = vector<T, 2>;
         template<typename T> static const bool is_float = false;
         template<typename T> typename T::Inner inner(T t) { typename T::Inner i = t.make<Array<Array<T, 1>, 2>>(); return i; }
         void f(Array<int> a, ByteAddressBuffer b) {
            int x = a.get<int>(1) + twice<int>(2) + (1 < 2) + b.Load<Array<int, (3 > 2)> >(4).data[0];
            bool y = is_float<float> && a.data[0] < x;
         }
