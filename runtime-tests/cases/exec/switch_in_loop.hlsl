// In a switch within a loop, break ends the switch and continue the turn.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<uint> = 0 1 2 1 3 0 9 9
//: buffer u1 RWBuffer<uint> = 0
//: expect u1 = 1231
Buffer<uint> Program : register(t0);
RWBuffer<uint> Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    uint total = 0;
    bool running = true;
    for (uint i = 0; i < 8 && running; i++) {
        switch (Program[i]) {
        case 0:
            total += 10;
            break;
        case 1:
            total += 100;
            continue;
        case 2:
            total += 1000;
            break;
        case 3:
            running = false;
            break;
        default:
            total = 0;
            break;
        }
        total += running ? 10 : 1;
    }
    Out[0] = total;
}
