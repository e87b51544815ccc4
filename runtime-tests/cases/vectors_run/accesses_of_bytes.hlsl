// Loads and stores of byte address buffers take vectors of any length whole, also beyond the end.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer t0 ByteAddressBuffer<uint> = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119
//: buffer u1 RWByteAddressBuffer<uint> = 60*0
//: expect u1 = 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 102 103 104 105 106 107 104 105 106 107
//: + 101 102 103 104 115 116 117 118 119 17*0 100 101 102 103 104 105 106 107
//: dxc-fault interpret 1.7 It has no shader model 6.9.
ByteAddressBuffer from : register(t0);
RWByteAddressBuffer to : register(u1);

[numthreads(1, 1, 1)]
void main() {
    to.Store(0, from.Load<vector<uint, 16> >(4));
    to.Store(64, from.Load<vector<uint64_t, 3> >(8));
    to.Store(88, from.Load<vector<double, 2> >(16));
    to.Store4(104, from.Load4(4));
    to.Store(120, from.Load<vector<uint, 9> >(60));
    to.Store(208, from.Load<vector<uint, 9> >(0));
}
