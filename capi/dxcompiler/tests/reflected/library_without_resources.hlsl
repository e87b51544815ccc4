// A library that binds nothing.
//: target lib_6_3
export float twice(float x) { return 2 * x; }
