// Doubles and 64-bit integers cross the border.
//: target lib_6_3
//: only container newer
export double average(double a, double b, int64_t count) {
    return (a + b) / count;
}
