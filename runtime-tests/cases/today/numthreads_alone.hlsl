// A function of a library is no entry point for having `numthreads` alone.
//: target lib_6_8
//: only newer
RWByteAddressBuffer result : register(u0);

[numthreads(8, 8, 1)]
void other(uint3 id : SV_DispatchThreadID) {
    result.Store(0, id.x);
}

[shader("compute")]
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    result.Store(4, id.x);
}
