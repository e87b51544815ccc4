// What a function writes goes back into a component, an array element, a struct member.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 7*0
//: expect u0 = 1 20 3 6 50 9 80
RWBuffer<int> Out : register(u0);

struct Pair {
    int first;
    int second;
};

void TimesTen(inout int value) { value *= 10; }

[numthreads(1, 1, 1)]
void main() {
    int3 v = int3(1, 2, 3);
    TimesTen(v.y);
    int array[2] = { 6, 5 };
    TimesTen(array[1]);
    Pair pair = { 9, 8 };
    TimesTen(pair.second);
    Out[0] = v.x;
    Out[1] = v.y;
    Out[2] = v.z;
    Out[3] = array[0];
    Out[4] = array[1];
    Out[5] = pair.first;
    Out[6] = pair.second;
}
