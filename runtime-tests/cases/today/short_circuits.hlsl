// The second side of a condition is evaluated only if it counts.
//: target cs_6_8
//: only newer
RWBuffer<uint> b : register(u0);

bool counts(uint i) {
    return b[i]++ > 2;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    if (i > 3 && counts(i) || counts(i + 8))
        b[i + 16] = i > 5 ? b[i]++ : 0;
}
