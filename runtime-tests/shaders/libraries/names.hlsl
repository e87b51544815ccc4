//! lib_6_3 -default-linkage external
//! lib_6_6 -default-linkage external
//! lib_6_6 -exports first;renamed=second
//! lib_6_6 -export-shaders-only
// Names: overloads, namespaces, functions that are exported under another name or not at all.
namespace inner {
float value(float x) { return x; }
float2 value(float2 x) { return x * 2; }
namespace more { uint count(uint x) { return x + 1; } }
}
struct Thing { float x; float doubled() { return x * 2; } };
float of_thing(Thing thing) { return thing.doubled(); }
export float exported(float x) { return inner::value(x); }
float first(float x) { return x + 1; }
float second(float x) { return x + 2; }
[shader("compute")] [numthreads(1, 1, 1)] void nothing() {}
