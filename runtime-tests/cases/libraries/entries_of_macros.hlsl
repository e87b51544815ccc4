// Entry points stand in the library in the order in which they are read: what a macro brings stands where the macro is.
//: target lib_6_3
//: only container newer
struct Payload {
    float distance;
};

#define MISS(NAME, DISTANCE) [shader("miss")] void NAME(inout Payload payload) { payload.distance = DISTANCE; }

MISS(Far, 1000)

[shader("closesthit")]
void Near(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    payload.distance = RayTCurrent() + attributes.barycentrics.x;
}

MISS(Nowhere, -1)

[shader("raygeneration")]
void First() {
}
