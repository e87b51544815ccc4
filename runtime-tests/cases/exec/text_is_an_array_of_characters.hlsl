// Text for an array of a template, an element of text by number, and characters beside those in quotes.
//: target cs_6_0
//: args -HV 2021
//: only run interpret
//: dispatch 3
//: buffer u0 RWStructuredBuffer<uint> = 8*0
//: expect u0 = 72 105 33 3 6 1 7 0
//: dxc-fault run It has no text as an argument where code comes of it.
//: dxc-fault interpret It has no text as an argument where code comes of it.
RWStructuredBuffer<uint> b : register(u0);

template <typename T, int N>
uint length(const T text[N]) {
    return N - 1;
}

template <typename T>
uint code(T c) {
    if (c == 'H') {
        return 72;
    }
    if (c == 'i') {
        return 105;
    }
    if (c != '\0') {
        return 33;
    }
    return 7;
}

#define PRINT(TEXT)                                  \
    {                                                \
        static const uint count = length(TEXT);      \
        for (uint at = 0; at < count; at++) {        \
            b[at] = code(TEXT[at]);                  \
        }                                            \
        b[3] = count;                                \
    }

[numthreads(1, 1, 1)]
void main(uint group : SV_GroupID) {
    if (group == 0) {
        PRINT("Hi!")
        b[4] = length("of six");
    } else if (group == 1) {
        b[5] = "at"[group] == "to"[0];
    } else {
        b[6] = code("Hi"[group]);
    }
}
