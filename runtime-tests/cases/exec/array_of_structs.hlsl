// A local array of structs: members are assigned one by one, elements are copied whole.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float> = 6*0
//: expect u0 = 2 20 1 10 3 30
struct Pair {
    float small;
    float large;
};
RWStructuredBuffer<float> Out : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Pair pairs[3];
    for (int i = 0; i < 3; i++) {
        pairs[i].small = i + 1;
        pairs[i].large = 10 * (i + 1);
    }
    Pair first = pairs[0];
    pairs[0] = pairs[1];
    pairs[1] = first;
    for (int j = 0; j < 3; j++) {
        Out[2 * j] = pairs[j].small;
        Out[2 * j + 1] = pairs[j].large;
    }
}
