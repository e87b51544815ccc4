// A struct without members has no bytes and no parts, wherever it stands.
//: target cs_6_2
//: dispatch 1
//: buffer t0 ByteAddressBuffer<uint> = 0 5 7 0
//: buffer u1 RWByteAddressBuffer<uint> = 4*0
//: expect u1 = 13 5 8 0
struct Empty {};
struct Around { int x; Empty empty; int y; };
ByteAddressBuffer numbers : register(t0);
RWByteAddressBuffer sums : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Around around = numbers.Load<Around>(4);
    Around copy = around;
    copy.y += 1;
    sums.Store(0, around.x + copy.y);
    sums.Store<Around>(4, copy);
}
