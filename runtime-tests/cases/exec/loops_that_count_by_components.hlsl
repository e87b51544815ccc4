// Loops in loops that count by the components of one vector, unrolled and not.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 12*0
//: expect u0 = 106 109 4 16 1126 1142 1158 1174 918 77 936 107
RWBuffer<int> Out : register(u0);

int of_two(int start) {
    int sum = 100;
    int2 at;
    [unroll] for (at.y = 1; at.y <= 2; at.y++)
        [unroll] for (at.x = -1; at.x <= 1; ++at.x)
            sum += at.x * at.y + (at.y == 2 ? start : at.y);
    return sum;
}

int of_floats(int start) {
    float sum = 0;
    float2 at = 0;
    [unroll] for (at.x = 0; at.x < 1; at.x += 0.25)
        [unroll] for (at.y = 0; at.y < 3; at.y += 1)
            sum += at.x * at.y + start;
    return int(sum);
}

int of_four(int start) {
    int sum = 1000;
    int4 at = start;
    [unroll] for (at.w = 0; at.w < 2; at.w++)
        [unroll] for (at.z = 0; at.z < 2; at.z++)
            [unroll] for (at.y = 0; at.y < 2; at.y++)
                [unroll] for (at.x = 0; at.x < 2; at.x++)
                    sum += dot(at, int4(1, 2, 3, 4)) + start;
    return sum + at.x + at.y * 5 + at.z * 10 + at.w * 7;
}

int tested_behind(int start) {
    int sum = 900;
    int2 at = 0;
    [unroll] do {
        at.x = 0;
        [unroll] do {
            sum += at.x + at.y + start;
        } while (++at.x < 3);
    } while (++at.y < 3);
    return sum;
}

int sometimes_by_two(int start) {
    int sum = 1000;
    [unroll] for (int i = 0; i < 5; i++) {
        if (i == 2)
            i++;
        sum = sum * 2 % 997 + i + start;
    }
    return sum;
}

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index < 2) {
        Out[index] = of_two(index + 1);
        Out[index + 2] = of_floats(index);
    }
    Out[index + 4] = of_four(index);
    Out[index + 8] = index & 1 ? sometimes_by_two(index) : tested_behind(index);
}
