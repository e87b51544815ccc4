// A static variable that starts with what only the shader knows is started by a constructor.
//: target lib_6_3
//: only container newer
cbuffer Start {
    float first;
};
static float total = first * 2;

export float add(float value) {
    total += value;
    return total;
}
