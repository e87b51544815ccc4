// Texels of 64-bit numbers are loaded and stored as pairs of words, with their status.
//: target cs_6_0
//: only container
//: operations textureLoad bufferLoad makeDouble checkAccessFullyMapped
Texture2D<double> Doubles;
Texture2DArray<uint64_t2> Pairs;
Texture2DMS<int64_t2> Samples;
Texture3D<double> Volume;
Buffer<double2> Line;
RWTexture2D<uint64_t2> Writable;
RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint3 p : SV_DispatchThreadID) {
    uint status;
    Out[0] = (float)Doubles.Load(int3(p));
    Out[1] = (float)Pairs.Load(int4(p, 1)).y;
    Out[2] = (float)Samples.Load(p.xy, p.z).y;
    Out[3] = (float)Volume.Load(int4(p, 0));
    Out[4] = (float)Doubles[p.xy];
    Out[5] = (float)Doubles.Load(int3(p), int2(1, 2), status);
    Out[6] = CheckAccessFullyMapped(status);
    Out[7] = (float)Line.Load(p.x, status).y;
    Out[8] = CheckAccessFullyMapped(status);
    Out[9] = (float)Writable[p.yx].y;
    Writable[p.xy] = p.x;
}
