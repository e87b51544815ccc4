// System values taken as shorter vectors and scalars.
//: target cs_6_0
//: dispatch 2 2
//: buffer u0 RWBuffer<uint> = 4*0
//: expect u0 = 0 1 10 11
RWBuffer<uint> Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint2 id : SV_DispatchThreadID, uint column : SV_GroupID) {
    Out[id.y * 2 + column] = id.y * 10 + id.x;
}
