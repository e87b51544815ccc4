// A `static` variable of a function whose value mentions others of the function: a constant of constants, which may be the size of
// an array, or what they are when the declaration is reached for the first time.
//: target cs_6_0
//: only newer spirv run
//: args -HV 2021
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 7*0
//: expect u0 = 4 32 11 12 5 100 101
RWStructuredBuffer<int> result : register(u0);

int counted(int start) {
    static int count = start + 10;
    return count++;
}

[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const int three = 3;
    static const int four = three + 1;
    static const int table[2] = {three * 10, four * 8};
    int sized[four];
    sized[3] = four;
    result[0] = sized[3 + lane];
    result[1] = table[1 - lane];
    result[2] = counted(1 + lane);
    result[3] = counted(7);
    int again = 5;
    static const int copy = again + lane;
    again = 6;
    result[4] = copy;
    for (int at = 0; at < 2; ++at) {
        static int first = at + 100;
        result[5 + at] = first++;
    }
}
