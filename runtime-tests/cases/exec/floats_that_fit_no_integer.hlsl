// A literal float that fits no integer becomes the nearest that there is.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<int> = 8*9
//: expect u0 = -2147483648 -2147483648 2147483647 2147483647 0 0 -1 -1
//: dxc-fault run 1.7 It wraps them.
//: dxc-fault interpret 1.7 It wraps them.
RWByteAddressBuffer Out : register(u0);

int to_int(int value) {
    return value;
}

uint to_uint(uint value) {
    return value;
}

[numthreads(1, 1, 1)]
void main() {
    Out.Store(0, to_int(-2147483648.0));
    Out.Store(4, to_int(-2147483648.0 - 1.0));
    Out.Store(8, to_int(2147483647.0 + 1.0));
    Out.Store(12, to_int(1e30));
    Out.Store(16, to_uint(0.0 - 1.0));
    Out.Store(20, to_uint(-1e30));
    Out.Store(24, to_uint(4294967295.0 + 1.0));
    Out.Store(28, to_uint(1e30));
}
