// Statics and groups of constants are each entry point's own.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

static uint steps = 3;
static const float weights[3] = { 0.25, 0.5, 0.75 };

uint step() {
    return ++steps;
}

[shader("miss")]
void first(inout Payload payload) {
    payload.depth = step() + step();
    payload.color = weights[payload.depth % 3];
}

[shader("miss")]
void second(inout Payload payload) {
    payload.depth = steps;
}
