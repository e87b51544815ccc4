// One generation of Conway's game on a small torus: a blinker turns.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0 0 0 0 0  0 0 1 0 0  0 0 1 0 0  0 0 1 0 0  0 0 0 0 0
//: buffer u1 RWBuffer<uint> = 25*9
//: expect u1 = 0 0 0 0 0  0 0 0 0 0  0 1 1 1 0  0 0 0 0 0  0 0 0 0 0
static const int Size = 5;
Buffer<uint> Now : register(t0);
RWBuffer<uint> Next : register(u1);

uint Alive(int2 at) {
    int2 wrapped = (at + Size) % Size;
    return Now[wrapped.y * Size + wrapped.x];
}

[numthreads(Size, Size, 1)]
void main(int3 id : SV_DispatchThreadID) {
    uint neighbours = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx != 0 || dy != 0)
                neighbours += Alive(id.xy + int2(dx, dy));
        }
    }
    bool lives = neighbours == 3 || (neighbours == 2 && Alive(id.xy) == 1);
    Next[id.y * Size + id.x] = lives ? 1 : 0;
}
