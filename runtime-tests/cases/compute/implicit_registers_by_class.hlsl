// Without registers, each class of resource counts its own from zero, in the order of declaration.
//: target cs_6_0
//: dxc-fault spirv 1.7 It binds a counter for each writable structured buffer, used or not.
RWBuffer<uint> FirstUav;
Buffer<uint> FirstSrv;
cbuffer FirstCbv {
    uint A;
};
RWStructuredBuffer<uint> SecondUav;
ByteAddressBuffer SecondSrv;
cbuffer SecondCbv {
    uint B;
};

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    FirstUav[id.x] = FirstSrv[id.x] + A;
    SecondUav[id.x] = SecondSrv.Load(4 * id.x) + B;
}
