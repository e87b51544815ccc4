// Functions of one name, told apart by the types of their arguments.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 3
//: buffer u1 RWBuffer<int> = 5*0
//: expect u1 = 1 2 3 4 5
Buffer<int> In : register(t0);
RWBuffer<int> Out : register(u1);

int Kind(int value) { return 1; }
int Kind(uint value) { return 2; }
int Kind(float value) { return 3; }
int Kind(int2 value) { return 4; }
int Kind(int a, int b) { return 5; }

[numthreads(1, 1, 1)]
void main() {
    int value = In[0];
    Out[0] = Kind(value);
    Out[1] = Kind((uint)value);
    Out[2] = Kind((float)value);
    Out[3] = Kind(int2(value, value));
    Out[4] = Kind(value, value);
}
