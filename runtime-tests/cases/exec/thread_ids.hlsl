// The four numberings of threads, in groups of two by two, three groups of them.
//: target cs_6_0
//: dispatch 3 1 1
//: buffer u0 RWBuffer<uint4> = 48*0
//: expect u0 = 0 0 0 0  1 0 1 0  2 1 0 0  3 1 1 0  4 2 0 0  5 2 1 0
//: +  0 0 2 100  1 0 3 100  2 1 2 100  3 1 3 100  4 2 2 100  5 2 3 100
RWBuffer<uint4> Out : register(u0);

[numthreads(2, 2, 1)]
void main(uint3 global : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID,
          uint index : SV_GroupIndex) {
    uint expected_index = local.y * 2 + local.x;
    bool consistent = index == expected_index && all(global == group * uint3(2, 2, 1) + local);
    Out[global.y * 6 + global.x] = uint4(global.x, group.x, index, consistent ? 100 * global.y : 1000);
}
