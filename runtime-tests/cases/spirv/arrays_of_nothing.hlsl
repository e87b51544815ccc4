// Structs without members take no room in a buffer, and an array of them has no element that differs from the others.
//: target cs_6_6
//: only spirv
//: dxc-fault spirv 1.7 It writes arrays with a stride of zero.
//: dxc-fault spirv 1.9 It writes them too, and then says that its module is invalid.
struct Nothing {};

struct Inner {
    Nothing one;
    float x;
};

struct Element {
    Nothing four[4];
    Nothing table[2][3];
    Inner inner[2];
    Nothing between;
    float y;
    Nothing last;
};

RWStructuredBuffer<Element> elements;

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Element element = elements[i];
    element.y += element.inner[1].x;
    elements[1] = element;
    elements[2].four[i] = elements[3].table[1][2];
}
