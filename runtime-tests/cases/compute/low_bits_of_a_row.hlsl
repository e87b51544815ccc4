// A number of 16 bits in a tbuffer stays one.
//: target cs_6_2
//: only container
//: args -enable-16bit-types
RWByteAddressBuffer result : register(u0);

tbuffer Numbers : register(t0) {
    uint16_t row;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result.Store(4, (uint)row);
}
