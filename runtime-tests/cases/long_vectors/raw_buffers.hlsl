// Loads and stores of byte address buffers take vectors of any length whole.
//: target cs_6_9
//: only newer
ByteAddressBuffer in_ : register(t0);
RWByteAddressBuffer out_ : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    out_.Store(i * 64, in_.Load<vector<float, 16> >(i * 64));
    out_.Store(4096, in_.Load<vector<double, 3> >(8));
    out_.Store(8192, in_.Load<vector<uint64_t, 5> >(16));
    out_.Store4(0, in_.Load4(4));
    out_.Store(16384, in_.Load<float>(20));
}
