// Names that a linker sees tell functions apart by their scopes and parameters.
//: target lib_6_3
//: only container
namespace Outer {
struct Value {
    int number;
};
namespace Inner {
export int take(Value value, inout Value other) {
    other.number = value.number;
    return value.number + 1;
}
}
export float take(float value) {
    return value;
}
export float take(float2 value) {
    return value.x;
}
}
export float take(float3x2 value, float3x2 same, float2x3 other) {
    return value[0][1] + same[2][0] + other[1][2];
}
