// A scalar goes to every component of a vector parameter and gets the first one back; a matrix may become one component.
//: target cs_6_0
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<float> = 6*0
//: expect u0 = 3 7 5 1 2 12
//: dxc-fault spirv It crashes.
//: dxc-fault run It crashes.
//: dxc-fault interpret Without optimisation it writes DXIL that its validator refuses.
RWStructuredBuffer<float> Out : register(u0);

void add(inout float3 v) {
    v += float3(1, 2, 3);
}

void set(out float2 v) {
    v = float2(7, 8);
}

void twice(inout int4 v) {
    v *= 2;
}

float first(float1 v) {
    return v.x;
}

[numthreads(1, 1, 1)]
void main() {
    float a = 2;
    add(a);
    Out[0] = a;
    set(Out[1]);
    float c = 2.5;
    twice(c);
    Out[2] = c + 1;
    Out[3] = first(float2x2(1, 2, 3, 4));
    uint d = 1;
    twice(d);
    Out[4] = d;
    float e[2] = { 1, 11 };
    add(e[1]);
    Out[5] = e[1];
}
