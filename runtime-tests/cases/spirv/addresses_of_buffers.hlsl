// Memory that addresses name: fields, matrices, atomics, lists of themselves, casts, and the older loads and stores.
//: target cs_6_6
//: only spirv
//: args -HV 2021
//: dxc-fault spirv It makes two types of one address, or does not know addresses at all.
struct Inner {
    float3 a;
    float4 v;
    row_major float2x3 m;
    bool b;
    int i;
    uint h[3];
};
struct Outer {
    float4 x;
    vk::BufferPointer<float, 16> number;
    vk::BufferPointer<Inner> inner;
    vk::BufferPointer<Outer, 32> next;
};
typedef vk::BufferPointer<Outer, 32> Address;
struct Constants {
    Address root;
    uint64_t raw;
};
[[vk::push_constant]] Constants constants;
RWStructuredBuffer<float4> result;
RWStructuredBuffer<Address> addresses;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Address p = constants.root;
    Inner s = p.Get().inner.Get();
    for (uint i = 0; i < id.y; i++) {
        p = p.Get().next;
    }
    result[0] = p.Get().x + p.Get().number.Get() + p.Get().inner.Get().m[1].xyzz + s.v + p.Get().inner.Get().h[id.x];
    if (p.Get().inner.Get().b) {
        p.Get().inner.Get().i = 3;
    }
    InterlockedAdd(p.Get().inner.Get().h[1], 4);
    uint64_t address = (uint64_t)p + 64;
    Address q = Address(address);
    q.Get().x.y = 5;
    addresses[0] = q;
    addresses[1].Get().x = 3;
    result[1] = vk::RawBufferLoad<float4>(constants.raw, 16) + vk::RawBufferLoad(constants.raw + 4)
        + vk::RawBufferLoad<float2x2>(address)[1].xyxy;
    vk::RawBufferStore<Inner>(address, s);
    vk::RawBufferStore(address, id.x);
    vk::BufferPointer<int, 16> z = vk::reinterpret_pointer_cast<int, 16>(p.Get().number);
    z.Get() = 5;
}
