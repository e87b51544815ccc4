// Before HLSL 2021 what a `for` declares belongs to the block around it, where a later `for` may declare it again.
//: target cs_6_0
//: args -HV 2018 -Wno-for-redefinition
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int> = 5*0
//: expect u0 = 4 3 7 -2 12
RWStructuredBuffer<int> result : register(u0);

[numthreads(1, 1, 1)]
void main() {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += i;
    result[0] = i;
    for (int i = 0; i < 3; i++) {
        for (int i = 5; i < 7; i++)
            sum += i;
        result[2] = i;
        for (int i = 5; i < 7; i++) {
            int i = 1;
            sum += i;
        }
        result[2] = i;
    }
    result[1] = i;
    {
        for (float i = 0; i > -1.5; i--)
            sum++;
        result[3] = int(i);
    }
    int j = 20;
    for (int j = 10; j < 12; j++)
        sum++;
    result[4] = j;
}
