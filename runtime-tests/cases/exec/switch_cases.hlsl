// A switch with grouped cases, a default in the middle, and a return out of one case.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 8*0
//: expect u0 = 100 10 10 -1 40 -1 60 70
RWBuffer<int> Out : register(u0);

int Choose(uint key) {
    int result = 0;
    switch (key) {
    case 0:
        return 100;
    case 1:
    case 2:
        result = 10;
        break;
    default:
        result = -1;
        break;
    case 4:
        result = 40;
        break;
    case 6: {
        int local = 6;
        result = local * 10;
        break;
    }
    case 7:
        result = 70;
    }
    return result;
}

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Out[index] = Choose(index);
}
