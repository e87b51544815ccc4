// Every function is exported where the default says so.
//: target lib_6_3
//: args -default-linkage external
//: only container newer
float one(float x) {
    return x + 1;
}

float two(float x) {
    return one(x) * 2;
}
