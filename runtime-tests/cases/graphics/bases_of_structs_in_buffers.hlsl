// A base class is a member that goes by its own name: no namespace, no arguments of a template.
//: target ps_6_0
//: only container
template <typename T> struct Held {
    T held;
};

namespace outer {
template <typename T> struct Inner {
    T inner;
};
struct Plain {
    int plain;
};
}

struct First : Held<float> {
    float x;
};
struct Second : outer::Inner<int> {
    float y;
};
struct Third : outer::Plain {
    float z;
};

cbuffer All {
    First first;
    Second second;
    Third third;
};

float4 main() : SV_Target {
    return first.held + first.x + second.inner + second.y + third.plain + third.z;
}
