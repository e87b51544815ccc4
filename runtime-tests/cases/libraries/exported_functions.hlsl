// Functions that others call: numbers by value, structs and arrays by reference, results of each kind.
//: target lib_6_3
//: only container
struct Point {
    float3 at;
    bool seen;
    row_major float2x3 turn;
};

export float4 numbers(float4 a, int b, uint2 c, bool d, double e) {
    return d ? a * b : a.wzyx + c.xyxy + (float)e;
}

export float2x3 matrices(float2x3 a, row_major float3x2 b, inout float2x2 c) {
    c = transpose(c) * a[0][1];
    return a + transpose(b);
}

export Point structs(Point p, out Point q, float list[4]) {
    q = p;
    q.at.x = list[2];
    p.turn[1] = q.at;
    return p;
}

export void written(inout int a, out bool b, inout float2 c[3], inout float d[2]) {
    b = a > 3;
    a += 1;
    c[a].y = d[1];
    d[0] = c[0].x;
}

export bool truth(bool2 a) {
    return all(a);
}
