// Swizzles that copy one number: a component, or an element of a matrix, chosen by an index.
//: target cs_6_0
//: dispatch 1
//: buffer u1 RWStructuredBuffer<uint> = 8*0
//: expect u1 = 5 6 5 6 7 7 7 9
RWStructuredBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  uint2x2 m = { 5, 0, 0, 6 };
  uint2 first = m._m00_m11[thread].xx, second = m._m00_m11[thread + 1].xx;
  uint3 v = uint3(thread, 7, thread + 9);
  uint3 copies = v[thread + 1].xxx;
  Out[0] = first.x;
  Out[1] = second.x;
  Out[2] = first.y;
  Out[3] = second.y;
  Out[4] = copies.x;
  Out[5] = copies.y;
  Out[6] = copies.z;
  Out[7] = v[thread + 2].xx[thread];
}
