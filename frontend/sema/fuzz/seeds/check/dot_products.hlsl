ARWStructuredBuffer<uint4> data;
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint4 v = data[i];
    data[i].x = dot4add_u8packed(v.x, v.y, v.z) + dot4add_i8packed(v.y, v.z, int(v.w));
}
