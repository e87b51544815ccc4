// Under -Gis, operations of minimum precision carry no mark: DXIL's validator refuses it.
//: target cs_6_0
//: args -Gis
//: only container
//: operations fmul
min16float Factor;
RWBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint2 id : SV_DispatchThreadID) {
    min16float product = Factor * (min16float)id.x;
    Out[id.x] = product;
}
