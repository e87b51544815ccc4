//- -T cs_6_6
RWBuffer<uint> Out;
[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) { Out[id] = id; } // expect
//- -T cs_6_6
RWBuffer<uint> Out;
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) { Out[id] = id; } // fine
