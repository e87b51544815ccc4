// What a table of zeros decides is known, and the table gone with it.
//: target cs_6_0
//: args -Gis
//: dxc-fault run 1.9 Its module asks for a capability without the extension that has it.
//: only container run interpret
//: dispatch 1
//: buffer t0 StructuredBuffer<float> = 1 2
//: buffer t1 StructuredBuffer<int> = 7
//: buffer u2 RWStructuredBuffer<int> = 2*0
//: expect u2 = 7 7
StructuredBuffer<float> In : register(t0);
StructuredBuffer<int> Known : register(t1);
RWStructuredBuffer<int> Out : register(u2);

[numthreads(2, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    float4 zeros[4] = (float4[4])0;
    Out[thread] = zeros[0].x == zeros[1].x || In[thread] > 0 ? Known[0] : (int)zeros[thread & 3].z;
}
