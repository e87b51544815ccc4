// Matrices by value and by reference, in both orders.
//: target lib_6_3
//: only container newer
export float3 apply(float3x3 by, float3 to) {
    return mul(by, to);
}

export void transpose_in_place(inout float2x3 a, inout row_major float3x2 b) {
    b = transpose(a);
    a[1][2] = b[0][1];
}
