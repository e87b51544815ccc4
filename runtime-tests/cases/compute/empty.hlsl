// The smallest compute shader: nothing to do.
//: target cs_6_0
[numthreads(1, 1, 1)]
void main() {}
