// The labels of a switch may stand in blocks of it, and a buffer's members in namespaces.
//: target cs_6_0
//: args -HV 2021
//: dxc-fault spirv It does not manage members of buffers in namespaces.
//: dxc-fault run It does not manage members of buffers in namespaces.
//: dxc-fault interpret Without optimisation it does what stands before a label in a block.
//: dispatch 1
//: buffer b0 ConstantBuffer<int> = 10 20 30 0
//: buffer u1 RWStructuredBuffer<int> = 6*0
//: expect u1 = 10 31 21 22 60 3
cbuffer Given : register(b0) {
    int a;
    namespace Inner {
        int b;
    }
    int c;
}
RWStructuredBuffer<int> result : register(u1);

int f(int which) {
    int sum = 0;
    switch (which) {
    case 0:
        return a;
    case 1: {
        sum = 10;
        case 2:
            sum++;
        case 3:
            sum += Inner::b;
            break;
    }
    case 4: {
        default:
            sum = a + Inner::b + c;
    }
    }
    return sum;
}

[numthreads(6, 1, 1)]
void main(uint index : SV_GroupIndex) {
    result[index] = index < 5 ? f(index) : min(3, 4);
    if (index == 3)
        result[index] = f(3) + max(2, 1);
}
