// Vectors of 1024 numbers.
//: target cs_6_9
//: args -enable-16bit-types
//: only newer
RWByteAddressBuffer b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<uint16_t, 1024> x = b.Load<vector<uint16_t, 1024> >(0);
    x[i] += x[1023];
    b.Store(4096, x * x);
}
