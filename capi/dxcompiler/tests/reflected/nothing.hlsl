// A shader that reads and writes nothing.
//: target cs_6_0
[numthreads(1, 1, 1)] void main() {}
