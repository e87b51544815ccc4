// Only what is named is exported, under the names that are asked for.
//: target lib_6_3
//: args -exports two;three=one
//: only container newer
export float one(float x) {
    return x + 1;
}

export float two(float x) {
    return one(x) * 2;
}
