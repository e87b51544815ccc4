//! Generates cases for every attribute on every kind of declaration, with the arguments it usually has; every function
//! and every type of the namespace `vk`.

use hlslc::vulkan::{ATTRIBUTES, On};

use super::Case;

/// The arguments that each attribute has here.
const ARGUMENTS: &[(&str, &str)] = &[
    ("aliased_pointer", ""),
    ("binding", "(3, 1)"),
    ("builtin", "(\"PointSize\")"),
    ("combinedImageSampler", ""),
    ("constant_id", "(7)"),
    ("counter_binding", "(9)"),
    ("depth_unchanged", ""),
    ("early_and_late_tests", ""),
    ("ext_builtin_input", "(15)"),
    ("ext_builtin_output", "(5014)"),
    ("ext_capability", "(11)"),
    ("ext_decorate", "(16)"),
    ("ext_decorate_id", "(27, 3)"),
    ("ext_decorate_string", "(5635, \"name\")"),
    ("ext_extension", "(\"SPV_KHR_shader_clock\")"),
    ("ext_instruction", "(129)"),
    ("ext_literal", ""),
    ("ext_reference", ""),
    ("ext_storage_class", "(6)"),
    ("ext_type_def", "(9, 21)"),
    ("image_format", "(\"rgba8\")"),
    ("index", "(0)"),
    ("input_attachment_index", "(2)"),
    ("location", "(4)"),
    ("offset", "(16)"),
    ("post_depth_coverage", ""),
    ("push_constant", ""),
    ("shader_record_ext", ""),
    ("shader_record_nv", ""),
    ("spvexecutionmode", "(9)"),
    ("stencil_ref_greater_equal_back", ""),
    ("stencil_ref_greater_equal_front", ""),
    ("stencil_ref_less_equal_back", ""),
    ("stencil_ref_less_equal_front", ""),
    ("stencil_ref_unchanged_back", ""),
    ("stencil_ref_unchanged_front", ""),
];

/// Sources for attributes on declarations; `@` is the attribute. An attribute's own row goes before that for all.
const SOURCES: &[(On, &str, &str, &str)] = &[
    (
        On::Function,
        "ext_instruction",
        "ps_6_0",
        "@ float4 f(float4 a, float4 b); float4 main(float4 a : A) : SV_Target { return f(a, a); }",
    ),
    (
        On::Function,
        "builtin",
        "vs_6_0",
        "@ float main(float4 a : A, out float4 p : SV_Position) : B { p = a; return 1; }",
    ),
    (On::Function, "post_depth_coverage", "ps_6_0", "@ float4 main(uint c : SV_Coverage) : SV_Target { return c; }"),
    (On::Function, "index", "ps_6_0", "[[vk::location(0)]] @ float4 main(float4 a : A) : SV_Target { return a; }"),
    (
        On::Function,
        "ext_decorate_string",
        "vs_6_0",
        "@ float4 main(float4 a : A, out float4 p : SV_Position) : B { p = a; return a; }",
    ),
    (
        On::Function,
        "ext_decorate",
        "vs_6_0",
        "@ float4 main(float4 a : A, out float4 p : SV_Position) : B { p = a; return a; }",
    ),
    (On::Function, "", "ps_6_0", "@ float4 main(float4 a : A) : SV_Target { return a; }"),
    (
        On::Parameter,
        "ext_literal",
        "ps_6_0",
        "[[vk::ext_instruction(81)]] float f(float4 v, @ uint i); float4 main(float4 a : A) : SV_Target { return f(a, 2); }",
    ),
    (
        On::Parameter,
        "ext_reference",
        "ps_6_0",
        "[[vk::ext_instruction(61)]] float4 f(@ float4 v); float4 main(float4 a : A) : SV_Target { float4 b = a; return f(b); }",
    ),
    (
        On::Parameter,
        "aliased_pointer",
        "cs_6_6",
        "void f(@ vk::BufferPointer<uint> p) { p.Get() = 1; } struct P { vk::BufferPointer<uint> p; }; [[vk::push_constant]] P c; [numthreads(1, 1, 1)] void main() { f(c.p); }",
    ),
    (
        On::Parameter,
        "builtin",
        "vs_6_0",
        "void main(float4 a : A, out float4 p : SV_Position, @ out float s : B) { p = a; s = 1; }",
    ),
    (
        On::Parameter,
        "index",
        "ps_6_0",
        "void main(float4 a : A, [[vk::location(0)]] @ out float4 t : SV_Target) { t = a; }",
    ),
    (On::Parameter, "", "ps_6_0", "float4 main(@ float4 a : A) : SV_Target { return a; }"),
    (
        On::Member,
        "aliased_pointer",
        "cs_6_6",
        "struct P { @ vk::BufferPointer<uint> p; }; [[vk::push_constant]] P c; [numthreads(1, 1, 1)] void main() { c.p.Get() = 1; }",
    ),
    (
        On::Member,
        "builtin",
        "vs_6_0",
        "struct O { float4 p : SV_Position; @ float s : B; }; O main(float4 a : A) { O o; o.p = a; o.s = 1; return o; }",
    ),
    (
        On::Member,
        "index",
        "ps_6_0",
        "struct O { [[vk::location(0)]] @ float4 t : SV_Target; }; O main(float4 a : A) { O o; o.t = a; return o; }",
    ),
    (
        On::Member,
        "offset",
        "ps_6_0",
        "struct S { float a; @ float4 b; }; ConstantBuffer<S> c; float4 main() : SV_Target { return c.a + c.b; }",
    ),
    (On::Member, "", "ps_6_0", "struct I { @ float4 a : A; }; float4 main(I i) : SV_Target { return i.a; }"),
    (
        On::Global,
        "aliased_pointer",
        "cs_6_6",
        "struct P { vk::BufferPointer<uint> p; }; [[vk::push_constant]] P c; @ static vk::BufferPointer<uint> g = c.p; [numthreads(1, 1, 1)] void main() { g.Get() = 1; }",
    ),
    (
        On::Global,
        "combinedImageSampler",
        "ps_6_0",
        "@ [[vk::binding(1)]] Texture2D t; @ [[vk::binding(1)]] SamplerState s; float4 main(float2 u : U) : SV_Target { return t.Sample(s, u); }",
    ),
    (On::Global, "constant_id", "ps_6_0", "@ const int g = 3; float4 main() : SV_Target { return g; }"),
    (
        On::Global,
        "counter_binding",
        "ps_6_0",
        "@ RWStructuredBuffer<float4> g; float4 main() : SV_Target { return g.IncrementCounter(); }",
    ),
    (
        On::Global,
        "image_format",
        "ps_6_0",
        "@ RWTexture2D<float4> g; float4 main() : SV_Target { return g[uint2(1, 2)]; }",
    ),
    (
        On::Global,
        "input_attachment_index",
        "ps_6_0",
        "@ SubpassInput g; float4 main() : SV_Target { return g.SubpassLoad(); }",
    ),
    (On::Global, "push_constant", "ps_6_0", "struct S { float4 a; }; @ S g; float4 main() : SV_Target { return g.a; }"),
    (
        On::Global,
        "shader_record_ext",
        "lib_6_3",
        "struct S { float4 a; }; struct Y { float4 p; }; @ ConstantBuffer<S> g; [shader(\"miss\")] void main(inout Y y) { y.p = g.a; }",
    ),
    (
        On::Global,
        "shader_record_nv",
        "lib_6_3",
        "struct S { float4 a; }; struct Y { float4 p; }; @ ConstantBuffer<S> g; [shader(\"miss\")] void main(inout Y y) { y.p = g.a; }",
    ),
    (On::Global, "ext_builtin_input", "ps_6_0", "@ static const float4 g; float4 main() : SV_Target { return g; }"),
    (
        On::Global,
        "ext_builtin_output",
        "ps_6_0",
        "[[vk::ext_capability(5013), vk::ext_extension(\"SPV_EXT_shader_stencil_export\")]] @ static int g; float4 main() : SV_Target { g = 1; return 1; }",
    ),
    (
        On::Global,
        "ext_storage_class",
        "ps_6_0",
        "@ static float4 g; float4 main(float4 a : A) : SV_Target { g = a; return g; }",
    ),
    (
        On::Global,
        "ext_decorate",
        "cs_6_0",
        "[[vk::ext_decorate(23)]] RWStructuredBuffer<uint> g; [numthreads(1, 1, 1)] void main() { g[0] = 1; }",
    ),
    (On::Global, "", "ps_6_0", "@ Texture2D<float4> g; float4 main() : SV_Target { return g[uint2(1, 2)]; }"),
    (
        On::Buffer,
        "shader_record_ext",
        "lib_6_3",
        "struct Y { float4 p; }; @ cbuffer g { float4 a; } [shader(\"miss\")] void main(inout Y y) { y.p = a; }",
    ),
    (
        On::Buffer,
        "shader_record_nv",
        "lib_6_3",
        "struct Y { float4 p; }; @ cbuffer g { float4 a; } [shader(\"miss\")] void main(inout Y y) { y.p = a; }",
    ),
    (On::Buffer, "", "ps_6_0", "@ cbuffer g { float4 a; } float4 main() : SV_Target { return a; }"),
    (On::Alias, "", "ps_6_0", "@ typedef float4 T; float4 main(T a : A) : SV_Target { return a; }"),
    (
        On::Statement,
        "aliased_pointer",
        "cs_6_6",
        "struct P { vk::BufferPointer<uint> p; }; [[vk::push_constant]] P c; [numthreads(1, 1, 1)] void main() { @ vk::BufferPointer<uint> v = c.p; v.Get() = 1; }",
    ),
    (On::Statement, "", "ps_6_0", "float4 main(float4 a : A) : SV_Target { @ float4 v = a; return v; }"),
];

/// What attributes need beside them.
const OPTIONS: &[(&str, &str)] = &[
    ("shader_record_ext", "-fspv-target-env=vulkan1.2"),
    ("shader_record_nv", "-fspv-target-env=vulkan1.2"),
    ("aliased_pointer", "-fspv-target-env=vulkan1.3"),
    ("ext_decorate_id", "-fspv-target-env=vulkan1.2"),
];

/// A source for each function and each type that is not bound: word, profile, options, text.
const WORDS: &[(&str, &str, &str, &str)] = &[
    (
        "vk::ReadClock",
        "cs_6_4",
        "",
        "RWStructuredBuffer<uint64_t> b; [numthreads(1, 1, 1)] void main() { b[0] = vk::ReadClock(vk::SubgroupScope); b[1] = vk::ReadClock(vk::DeviceScope); }",
    ),
    (
        "vk::RawBufferLoad",
        "cs_6_4",
        "",
        "struct S { float3 a; float b; }; struct P { uint64_t at; }; [[vk::push_constant]] P p; RWStructuredBuffer<S> b; RWStructuredBuffer<double> d; [numthreads(1, 1, 1)] void main() { b[0] = vk::RawBufferLoad<S>(p.at); b[1].b = asfloat(vk::RawBufferLoad(p.at + 8)); d[0] = vk::RawBufferLoad<double>(p.at + 16, 8); }",
    ),
    (
        "vk::RawBufferStore",
        "cs_6_4",
        "",
        "struct S { float3 a; int b[2]; }; struct P { uint64_t at; }; [[vk::push_constant]] P p; StructuredBuffer<S> b; [numthreads(1, 1, 1)] void main() { vk::RawBufferStore<S>(p.at, b[0]); vk::RawBufferStore<float>(p.at + 32, 1.0, 4); vk::RawBufferStore<uint16_t>(p.at + 64, 1, 2); }",
    ),
    (
        "vk::ext_execution_mode",
        "ps_6_0",
        "",
        "float4 main(out float d : SV_Depth) : SV_Target { vk::ext_execution_mode(15); d = 0; return 1; }",
    ),
    (
        "vk::ext_execution_mode_id",
        "cs_6_0",
        "-fspv-target-env=vulkan1.3",
        "RWStructuredBuffer<uint> b; [numthreads(4, 1, 1)] void main() { vk::ext_execution_mode_id(38, 4, 2, 1); b[0] = 1; }",
    ),
    (
        "vk::BufferPointer",
        "cs_6_6",
        "-fspv-target-env=vulkan1.3",
        "struct S { float3 a; float b; float2x3 m; }; struct T : S { int c; }; struct P { vk::BufferPointer<T> p; vk::BufferPointer<S, 64> q; }; [[vk::push_constant]] P c; [numthreads(1, 1, 1)] void main() { c.p.Get().a = c.q.Get().b; vk::BufferPointer<S> r = vk::static_pointer_cast<S, 16>(c.p); r.Get().m = 1; vk::BufferPointer<uint> u = vk::reinterpret_pointer_cast<uint, 4>(c.p); u.Get() = 7; }",
    ),
    (
        "vk::SpirvType",
        "cs_6_6",
        "",
        "typedef vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<bool, false> > > B; template <typename T, typename F> [[vk::ext_instruction(113)]] T to(F x); struct S { uint a; B b; B c; float d; }; [[vk::ext_capability(39), vk::ext_capability(4448), vk::ext_extension(\"SPV_KHR_8bit_storage\")]] RWStructuredBuffer<S> s; [numthreads(1, 1, 1)] void main() { s[0].c = to<B>(s[1].a); }",
    ),
    (
        "vk::SpirvOpaqueType",
        "ps_6_6",
        "",
        "typedef vk::SpirvOpaqueType<25, float, vk::Literal<vk::integral_constant<uint, 1> >, vk::Literal<vk::integral_constant<uint, 0> >, vk::Literal<vk::integral_constant<uint, 0> >, vk::Literal<vk::integral_constant<uint, 0> >, vk::Literal<vk::integral_constant<uint, 1> >, vk::Literal<vk::integral_constant<uint, 0> > > I; [[vk::ext_instruction(95)]] float4 fetch(I i, int2 c); [[vk::ext_storage_class(0), vk::ext_decorate(33, 3), vk::ext_decorate(34, 1)]] I i; float4 main() : SV_Target { return fetch(i, int2(0, 1)); }",
    ),
    (
        "vk::Literal",
        "ps_6_6",
        "",
        "typedef vk::SpirvOpaqueType<25, float, vk::Literal<vk::integral_constant<uint, 1> >, vk::Literal<vk::integral_constant<uint, 2> >, vk::Literal<vk::integral_constant<uint, 1> >, vk::Literal<vk::integral_constant<uint, 0> >, vk::Literal<vk::integral_constant<uint, 1> >, vk::Literal<vk::integral_constant<uint, 0> > > I; [[vk::ext_instruction(95)]] float4 fetch(I i, int3 c); [[vk::ext_storage_class(0), vk::ext_decorate(33, 3), vk::ext_decorate(34, 1)]] I i; float4 main() : SV_Target { return fetch(i, int3(0, 1, 2)); }",
    ),
    (
        "vk::integral_constant",
        "cs_6_6",
        "",
        "typedef vk::SpirvType<28, 16, 4, uint, vk::integral_constant<uint, 4> > A; [[vk::ext_instruction(81)]] uint part(A a, [[vk::ext_literal]] uint i); [[vk::ext_instruction(46)]] A null(); RWStructuredBuffer<uint> b; [[vk::ext_instruction(80)]] A make(uint a, uint b, uint c, uint d); [numthreads(1, 1, 1)] void main() { b[0] = part(make(b[1], 2, 3, 4), 0); }",
    ),
    (
        "vk::ext_result_id",
        "cs_6_6",
        "",
        "[[vk::ext_instruction(128)]] vk::ext_result_id<uint> add(uint a, uint b); RWStructuredBuffer<uint> b; [numthreads(1, 1, 1)] void main() { b[0] = add(b[1], 2); }",
    ),
];

/// The usual arguments of an attribute, a source with `@` in its place on a declaration (profile and text), and options.
pub fn source(attribute: &str, on: On) -> Option<(&'static str, (&'static str, &'static str), &'static str)> {
    let (_, arguments) = ARGUMENTS.iter().find(|row| row.0 == attribute)?;
    let options = OPTIONS.iter().find(|row| row.0 == attribute).map_or("", |row| row.1);
    let own = SOURCES.iter().find(|row| row.0 == on && row.1 == attribute);
    let source = own.or(SOURCES.iter().find(|row| row.0 == on && row.1.is_empty()))?;
    Some((arguments, (source.2, source.3), options))
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for attribute in ATTRIBUTES {
        for on in On::ALL {
            let Some((arguments, (target, text), options)) = source(attribute.name, on) else { continue };
            list.push(Case {
                name: format!("{} on {}", attribute.name, on.words()),
                word: attribute.name,
                on: Some(on),
                target,
                options,
                text: text.replace('@', &format!("[[vk::{}{arguments}]]", attribute.name)),
            });
        }
    }
    let words = WORDS.iter().map(|&(word, target, options, text)| {
        let text = text.to_owned();
        Case { name: word.to_owned(), word, on: None, target, options, text }
    });
    list.extend(words);
    list
}
