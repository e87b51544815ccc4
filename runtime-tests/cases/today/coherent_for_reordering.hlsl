// Memory that is coherent where threads are reordered.
//: target lib_6_9
//: only newer
reordercoherent RWBuffer<uint> b : register(u0);

[shader("raygeneration")]
void starts() {
    b[0] = 1;
    Barrier(UAV_MEMORY, REORDER_SCOPE);
    b[1] = b[0];
}
