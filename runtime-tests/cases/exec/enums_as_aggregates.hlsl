// A cast of an enumerator to an array or a struct fills it.
//: target cs_6_0
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<float> = 4*0
//: expect u0 = 5 5 5 5
enum Kind { first = 1, last = 5 };
struct Filled {
    float a;
    int b[2];
};
RWStructuredBuffer<float> result : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_GroupID) {
    float list[3] = (float[3])last;
    Filled filled = (Filled)last;
    result[0] = list[id.x];
    result[1] = list[id.x + 2];
    result[2] = filled.a;
    result[3] = filled.b[id.x + 1];
}
