// Memory of the group as a parameter: a number, a struct, an array, elements of arrays, passed on, written and counted in.
//: target cs_6_0
//: args -HV 202x
//: only newer spirv run interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<uint> = 12*0
//: expect u0 = 10 11 12 13 7 3 4 28 9 1 0 0
//: dxc-fault spirv It takes no elements of such arrays.
//: dxc-fault run It takes no elements of such arrays.
//: dxc-fault newer It takes no elements of such arrays.
//: dxc-fault interpret It takes no elements of such arrays.
RWStructuredBuffer<uint> b : register(u0);

struct Pair {
    uint first;
    uint2 rest;
};

groupshared uint numbers[4];
groupshared uint total;
groupshared Pair pair;

void set(groupshared uint to, uint value) {
    to = value;
}

void fill(groupshared uint list[4], uint at) {
    list[at] = at + 10;
    if (at == 0)
        set(total, 7);
}

void spread(groupshared Pair of, groupshared uint list[4]) {
    of.first = list[2];
    of.rest = uint2(3, 4);
    set(list[3], 28);
}

void count(groupshared uint list[4]) {
    InterlockedAdd(list[0], 2);
    InterlockedMax(list[1], 1);
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    fill(numbers, i);
    GroupMemoryBarrierWithGroupSync();
    b[i] = numbers[i];
    if (i == 0) {
        b[4] = total;
        spread(pair, numbers);
        b[5] = pair.rest.x;
        b[6] = pair.rest.y;
        b[7] = numbers[3];
        set(numbers[0], 1);
        numbers[1] = 0;
    }
    GroupMemoryBarrierWithGroupSync();
    count(numbers);
    GroupMemoryBarrierWithGroupSync();
    if (i == 0) {
        b[8] = numbers[0];
        b[9] = numbers[1];
    }
}
