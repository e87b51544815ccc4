//- -T cs_6_6
RWBuffer<uint> Out;
[numthreads(10, 10, 1)] void main(uint i : SV_GroupIndex) { Out[i] = i; } // expect
//- -T cs_6_6
RWBuffer<uint> Out;
[numthreads(8, 8, 1)] void main(uint i : SV_GroupIndex) { Out[i] = i; } // fine
//- -T cs_6_6
RWBuffer<uint> Out;
[WaveSize(16)] [numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = i; } // fine
