//! Lists the sources of `diagnostics.rs` for shader models 6.8 and later.

/// (diagnostic, words of the command line, source). Sources that have no `main` get one.
pub const CASES: &[(&str, &str, &str)] = &[
    (
        "reference_type",
        "cs_6_6",
        "void f() { float a[2]; __decltype(a) c; __decltype(a[0]) b; float4 v; __decltype(v.xy) d; __decltype(v * 2) e; }",
    ),
    (
        "hit_object_given",
        "lib_6_9",
        "dx::HitObject h; static dx::HitObject k; struct S { dx::HitObject h[2]; }; static S s; cbuffer C { S given; } void f() { static dx::HitObject mine; dx::HitObject other; }",
    ),
    (
        "payload_not_marked",
        "lib_6_9",
        "struct P { float a; }; RaytracingAccelerationStructure s; [shader(\"raygeneration\")] void r() { P p; RayDesc d = (RayDesc)0; \
         dx::HitObject h = dx::HitObject::TraceRay(s, 0, 0, 0, 0, 0, d, p); dx::HitObject::Invoke(h, p); }",
    ),
    (
        "no_matching_function",
        "lib_6_9",
        "void r(dx::HitObject h) { h.Miss(); dx::Sort(h); dx::HitObject::IsMiss(); h.IsMiss(1); float f = h; dx::MaybeReorderThread(); }",
    ),
    (
        "not_in_stage",
        "lib_6_9",
        "struct [raypayload] P { float a : read(caller) : write(caller); }; struct A { float2 at; }; \
         [shader(\"closesthit\")] void c(inout P p, A a) { dx::MaybeReorderThread(1, 1); } \
         [shader(\"compute\")] [numthreads(1, 1, 1)] void g() { dx::HitObject h = dx::HitObject::MakeNop(); }",
    ),
    ("early_groupshared", "cs_6_6", "groupshared uint s; void f(groupshared uint x) { x = 1; } void g() { f(s); }"),
    (
        "no_matching_function",
        "cs_6_6 202x",
        "groupshared uint s; groupshared float t; groupshared uint4 v; void f(groupshared uint x) { x = 1; } \
         void g(uint y) { f(y); f(t); f(v.xy.x); f(1); f(s); }",
    ),
    (
        "conflicting_modifiers",
        "lib_6_6 202x",
        "void f(inout groupshared uint x); void g(groupshared in uint x); export void h(groupshared uint x) {}",
    ),
    ("modifier_not_here", "cs_6_6 202x", "[numthreads(1, 1, 1)] void main(groupshared uint i : SV_GroupIndex) {}"),
    ("early_auto", "cs_6_6", "static auto g = 1; void f() { const auto a = g; }"),
    ("nothing_to_deduce_from", "cs_6_6", "static auto g; void f() { auto a; auto b = {1, 2}; }"),
    ("auto_array", "cs_6_6", "void f() { int a[2]; auto b[2] = a; }"),
    (
        "auto_not_here",
        "cs_6_6",
        "auto f() { return 1; } void g(auto a) {} struct S { auto a; }; cbuffer C { auto c; } void h() { (auto)1; }",
    ),
];
