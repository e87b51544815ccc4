// Numbers of minimum precision cross the border.
//: target lib_6_3
//: only container newer
export min16float2 scale(min16float2 a, min16int by) {
    return a * by;
}
