// Methods and static members that are defined outside: of a template, of a partial specialisation, of one instance.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 7
//: buffer u1 RWStructuredBuffer<int> = 17*0
//: dxc-fault spirv It ends in a fatal error: "found unregistered decl".
//: dxc-fault run It ends in the same error.
//: expect u1 = 3 202 202 50 4 100 1 2 31 14 21 55 8 52 60 2 6
template<typename T, int N> struct Sized {
    static const int rank;
    T value;
    int get();
};

template<typename T> struct Sized<T, 2> {
    static const int rank;
    T value;
    int get();
};

template<typename T, int N> static const int Sized<T, N>::rank = N;
template<typename T> static const int Sized<T, 2>::rank = 100;

template<typename T, int N> int Sized<T, N>::get() { return N; }
template<typename T> int Sized<T, 2>::get() { return 200 + (int)(T)2.5; }
template<> int Sized<int, 5>::get() { return 43 + value; }

template<typename T> struct Inside {
    T value;
    int get() { return 1; }
    int get(float x) { return 2; }
    Inside<T> operator+(Inside<T> other);
    T operator[](int i);
};

template<> int Inside<int>::get() { return 24 + value; }

template<typename T> Inside<T> Inside<T>::operator+(Inside<T> other) {
    Inside<T> sum;
    sum.value = value + other.value;
    return sum;
}

template<typename T> T Inside<T>::operator[](int i) { return value * i; }

template<typename T> struct Full { int get(); };
template<> struct Full<int> { int value; int get(); };
template<typename T> int Full<T>::get() { return 8; }
int Full<int>::get() { return 48 + value; }

template<typename T> struct Around {
    struct Inner {
        T value;
        int get();
    };
    Inner inner;
};

template<typename T> int Around<T>::Inner::get() { return 50 + (int)value; }
template<> int Around<int>::Inner::get() { return 53 + value; }

namespace N {
    template<typename T> struct Named { int get() { return 1; } };
}

template<> struct N::Named<int> { int get() { return 2; } int other(); };
int N::Named<int>::other() { return 6; }

StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Sized<int, 3> three;
    Sized<float, 2> two;
    Sized<int, 2> other;
    Sized<int, 5> five;
    five.value = In[0];
    Out[0] = three.get();
    Out[1] = two.get();
    Out[2] = other.get();
    Out[3] = five.get();
    Out[4] = Sized<int, 4>::rank;
    Out[5] = Sized<float, 2>::rank;
    Inside<float> general;
    Inside<int> special;
    special.value = In[0];
    Out[6] = general.get();
    Out[7] = special.get(1.5f);
    Out[8] = special.get();
    Out[9] = (special + special).value;
    Out[10] = special[3];
    Full<int> full;
    full.value = In[0];
    Full<float> plain;
    Out[11] = full.get();
    Out[12] = plain.get();
    Around<float> rounded;
    rounded.inner.value = 2.5f;
    Around<int> whole;
    whole.inner.value = In[0];
    Out[13] = rounded.inner.get();
    Out[14] = whole.inner.get();
    N::Named<int> named;
    Out[15] = named.get();
    Out[16] = named.other();
}
