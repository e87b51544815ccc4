// What stands in a buffer is visible in the whole file, whatever namespace the buffer is in.
//: target cs_6_0
//: dispatch 1
//: buffer b0 ConstantBuffer<int, int> = 5 7
//: buffer u1 RWStructuredBuffer<int> = 0 0 0
//: expect u1 = 5 7 12
namespace Outer {
    namespace Inner {
        cbuffer Numbers : register(b0) {
            int first;
            int second;
        }
        int sum() {
            return first + second;
        }
    }
}
RWStructuredBuffer<int> V : register(u1);

[numthreads(1, 1, 1)]
void main() {
    V[0] = first;
    V[1] = second;
    V[2] = Outer::Inner::sum();
}
