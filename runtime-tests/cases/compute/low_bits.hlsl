// The low bits of a number are masked and ask for no numbers of 16 bits.
//: target cs_6_2
//: only container
//: args -enable-16bit-types
RWByteAddressBuffer result : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result.Store(0, (uint)(uint16_t)id.x + (int)(int16_t)id.y);
}
