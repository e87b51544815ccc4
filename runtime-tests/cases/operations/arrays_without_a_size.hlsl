// A parameter that is an array without a size is the array that a call gives, bounded or not.
//: target cs_6_0
//: dxc-fault spirv It crashes; DXC 1.9 says that it is not implemented.
Buffer<float> Few[4] : register(t0);
Buffer<float> Many[] : register(t10);
RWStructuredBuffer<float> Out : register(u0);

float at(Buffer<float> list[], uint i) {
    return list[i][i];
}

float next(Buffer<float> list[], uint i) {
    return at(list, i + 1) + list[0][i];
}

float second(Buffer<float> list[4], uint i) {
    return list[1][i];
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Buffer<float> local[2] = { Few[3], Few[2] };
    Out[i] = at(Few, i) + next(Few, i) + at(Many, i) + second(Many, i) + at(local, 1);
}
