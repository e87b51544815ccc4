// Macros with and without parameters, conditions, pasting, and a line continued.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 6*0
//: expect u0 = 8 9 6 13 1 21
#define SIZE 8
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a##b
#define ADD3(a, b, c) \
    ((a) + (b) + (c))

#if SIZE > 4 && defined(SQUARE)
#define LARGE 1
#else
#define LARGE 0
#endif

#ifndef SIZE
#error SIZE is defined above
#elif __SHADER_TARGET_MAJOR >= 6
static const uint Model = 1;
#endif

RWBuffer<uint> JOIN(Out, put) : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Output[0] = SIZE;
    Output[1] = SQUARE(1 + 2);
    Output[2] = ADD3(1, 2, 3);
    Output[3] = JOIN(1, 3);
    Output[4] = LARGE && Model;
#undef SIZE
#define SIZE 21
    Output[5] = SIZE;
}
