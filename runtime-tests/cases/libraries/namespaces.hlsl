// Functions in namespaces and overloads have names of their own.
//: target lib_6_3
//: only container newer
namespace noise {
    struct Seed {
        uint2 state;
    };
    export float next(inout Seed seed) {
        seed.state = seed.state.yx * 1664525 + 1013904223;
        return seed.state.x / 4294967296.0;
    }
    export float next(float2 at) {
        return frac(sin(dot(at, float2(12.9898, 78.233))) * 43758.5453);
    }
}
