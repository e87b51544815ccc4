// What lies behind a way out of unrolled loops comes once for all rounds, and gets what the round has computed. Where it indexes an
// array by the number of the round, each round has its own.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<int> = 0 1 2 3 4 5 6 7 9 10
//: expect u0 = 0 201 602 1020 1721 2622 3830 5131 -1 -1
//: buffer u1 RWBuffer<int> = 10*0
//: expect u1 = 0 11 42 110 181 272 400 531 -1 -1
RWBuffer<int> Data : register(u0);
RWBuffer<int> Plain : register(u1);

int Indexed(int number) {
    int places[3] = { number * 100, 20, 30 };
    [unroll]
    for (int row = 0; row < 3; row++) {
        [unroll]
        for (int column = 0; column < 3; column++) {
            if (row * 3 + column == number) {
                int product = number * number + row;
                return product * 100 + places[row] + column;
            }
        }
    }
    return -1;
}

int Found(int number) {
    [unroll]
    for (int row = 0; row < 3; row++) {
        [unroll]
        for (int column = 0; column < 3; column++) {
            int product = number * number + row;
            if (row * 3 + column == number)
                return product * 10 + row * 10 + column;
        }
    }
    return -1;
}

[numthreads(10, 1, 1)]
void main(uint index : SV_GroupIndex) {
    int number = Data[index];
    Data[index] = Indexed(number);
    Plain[index] = Found(number);
}
