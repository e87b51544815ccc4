// Returns out of nested branches, switches and loops, in every combination of what follows them.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = 0 1 2 3 4 5 6 7
//: buffer u1 RWStructuredBuffer<int> = 32*0
//: expect u1 = 0 10 41 6 8 10 60 70 3 4 5 3 104 52 106 107 5 30 6 50 8 50 50 10 -10 -10 -19 126 0 130 126 -16
Buffer<int> In : register(t0);
RWStructuredBuffer<int> Out : register(u1);

// What follows can stand in the other arm.
int guarded(int x) {
    if (x == 1) return 10;
    if (x > 5) {
        if (x == 6) return 60;
        return 70;
    }
    int y = x * 2;
    if (y == 4) return 40 + In[1];
    return y;
}

// Both arms go on after the branch.
int partly(int x) {
    int y = 0;
    if (x > 2) {
        if (x == 3) return 3;
        if (x == 5) return 50 + In[2];
        y = 100;
    } else {
        y = In[3];
    }
    return x + y;
}

// Out of a switch, which some cases go on after.
int chosen(int x) {
    int y = 1;
    if (x != 7) {
        switch (x) {
        case 0: return 5;
        case 1: y = 2; break;
        case 2: if (In[x] == 2) return 6; y = 3; break;
        case 4: return 8;
        default: y = 4;
        }
        y += In[1];
    }
    return y * 10;
}

// Out of loops, and around them.
int searched(int x) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i == x) continue;
        for (int j = 0; j < 4; j++) {
            if (In[i] * In[j] == 6) {
                if (x == 3) return 1000 + i * 10 + j;
                break;
            }
            switch (In[j] + x) {
            case 5: sum += 3; break;
            case 6: sum += 7; continue;
            }
            sum += j;
        }
        if (sum > 20) return sum + 100;
    }
    return -sum;
}

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupIndex) {
    int x = In[t];
    Out[t] = guarded(x);
    Out[8 + t] = partly(x);
    Out[16 + t] = chosen(x);
    if (x == 4) return;
    Out[24 + t] = searched(x);
}
