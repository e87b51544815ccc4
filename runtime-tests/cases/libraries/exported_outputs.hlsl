// What an exported function writes goes through pointers.
//: target lib_6_3
//: only container newer
export void turn(inout float3 value, out bool flipped, inout int counts[2]) {
    flipped = value.x < 0;
    value = flipped ? -value : value;
    counts[flipped ? 1 : 0]++;
}
