// A built-in function that takes the arguments is meant, however well a function of the program fits them.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1
//: buffer u0 RWBuffer<int> = -3 7 0 0 0 0 0
//: expect u0 = 3 -3 9 63 7 64 5
RWBuffer<int> Values : register(u0);

int abs(int x) {
    return 61;
}

int max(int a, uint b) {
    return 62;
}

// These take what no built-in function takes.
int min(int a, int b, int c) {
    return 63;
}

template <typename T> T mad(T x, T factor, T more) {
    return 67;
}

struct Item {
    int value;

    int clamp(int a, int b, int c) {
        return 64;
    }

    int limited() {
        return clamp(value, 0, 7);
    }
};

namespace Inner {
    int sign(int x) {
        return 65;
    }

    int of(int x) {
        return sign(x);
    }
}

[numthreads(1, 1, 1)]
void main() {
    int less = Values[0], more = Values[1];
    Item item = { more };
    Values[0] = abs(less);
    Values[1] = less * Inner::of(more);
    Values[2] = max(more, 9u);
    Values[3] = min(less, more, 5);
    Values[4] = more;
    Values[5] = item.limited();
    Values[6] = mad<int>(more, 1, -2);
}
