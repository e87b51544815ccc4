// A component that is named at run time is read and written.
//: target cs_6_9
//: only newer interpret
//: dispatch 1
//: buffer u0 RWStructuredBuffer<int4, int4, int4> = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25
//: + 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
//: + 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95
//: expect u0 = 301 1 2 -1 4 5 6 7 8 9 10 4 12 314 14 15 -1 17 18 19 20 21 22 17 24 25 327 27 28 -1 30 31 32 33 34 30 36
//: + 37 38 340 40 41 -1 43 44 45 46 43 48 49 50 51 353 53 54 -1 56 57 58 56 60 61 62 63 64 366 66 67 -1 69 70 69 72 73
//: + 74 75 76 77 379 79 80 -1 82 82 84 85 86 87 88 89 90 392 92 93 -1 95
//: dxc-fault interpret 1.7 It has no shader model 6.9.
RWStructuredBuffer<vector<int, 12> > a : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    vector<int, 12> x = a[i];
    x[i] = x[(i + 1) % 12] + 300;
    x[11] = x[i + 4];
    a[i] = x;
    a[i][(i + 3) % 12] = -1;
}
