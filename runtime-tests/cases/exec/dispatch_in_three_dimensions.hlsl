// Groups and threads of three dimensions number a cube.
//: target cs_6_0
//: dispatch 2 1 2
//: buffer u0 RWBuffer<uint> = 16*0
//: expect u0 = 0 1 2 3 10 11 12 13 100 101 102 103 110 111 112 113
RWBuffer<uint> Cube : register(u0);

[numthreads(2, 2, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Cube[id.z * 8 + id.y * 4 + id.x] = id.z * 100 + id.y * 10 + id.x;
}
