// Static variables outlive calls of exported functions; entry points start them.
//: target lib_6_3
//: only container
static int count = 5;
static const float table[4] = { 1, 2, 3, 4 };

export float step(uint at) {
    count += 1;
    return table[at & 3] + count;
}

RWBuffer<float> result : register(u0);

[shader("raygeneration")]
void start() {
    result[0] = step(1) + step(2) + count;
}
