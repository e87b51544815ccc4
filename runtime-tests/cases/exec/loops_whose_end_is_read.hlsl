// A loop whose test reads a buffer each time stays a loop, whatever `[unroll]` says: nobody counts its iterations. Where it is read once,
// `[unroll(2)]` ends the loop, in DXIL only.
//: target cs_6_0
//: only container newer interpret
//: dispatch 1
//: buffer t0 StructuredBuffer<int> = 5 3
//: buffer u1 RWStructuredBuffer<int> = 3*0
//: expect u1 = 6 10 4
StructuredBuffer<int> Ends : register(t0);
RWStructuredBuffer<int> Out : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    int first = Ends[0], sum = 0;
    [unroll(2)]
    for (int i = 0; i < Ends[id.x + 1]; i++) {
        sum += 2;
    }
    Out[0] = sum;
    int count = 0;
    [unroll(2)]
    for (int j = 0; j < Ends[0]; j++) {
        count += 2;
    }
    Out[1] = count * (first == 5);
    int few = 0;
    [unroll(2)]
    for (int k = 0; k < first; k++) {
        few += 2;
    }
    Out[2] = few;
}
