//! Calls that are instructions of SPIR-V, and their operands that must be constant.

use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};

fn compile(source: &str) -> Output {
    compile_for("cs_6_0", source)
}

fn compile_for(target: &str, source: &str) -> Output {
    compile_by(&["-T", target, "-spirv"], source)
}

fn compile_by(words: &[&str], source: &str) -> Output {
    let mut options = Options::from_args(words.iter().copied()).expect("the words are right");
    assert_eq!(options.backend, Backend::Spirv);
    options.emit = Emit::SpirvAsm;
    Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes)
}

#[test]
fn a_literal_may_be_an_element_of_a_constant_array() {
    let output = compile(
        "[[vk::ext_instruction(61)]] float load([[vk::ext_reference]] float from, [[vk::ext_literal]] int how);
        static const int how[2] = { 0, 1 };
        RWStructuredBuffer<float> o;
        [numthreads(1, 1, 1)] void main() { float a = 1; o[0] = load(a, how[1]); }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.lines().any(|line| line.contains("OpLoad") && line.ends_with("Volatile")), "{text}");
}

#[test]
fn numbers_that_must_be_known_are_asked_for() {
    let reported: String = [
        "RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[0] = vk::RawBufferLoad<float>(8, i); }",
        "RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = vk::RawBufferLoad<float>(8, 3); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { vk::ext_execution_mode(i); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { printf(i, i); }",
        "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { float2x2 m = i; printf(\"%f\", m); }",
    ]
    .map(|source| compile(source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// An address promises at least what Vulkan asks of the largest number in what is accessed; what else a struct holds does not count.
#[test]
fn addresses_are_multiples_of_the_largest_number_that_is_accessed() {
    let of = |declared: &str, body: &str| {
        format!(
            "struct S {{ uint64_t wide; float narrow; }}; {declared}
            RWStructuredBuffer<float4> o; [numthreads(1, 1, 1)] void main() {{ {body} }}"
        )
    };
    let reported: String = [
        of("", "o[0] = vk::RawBufferLoad<float4>(8, 1);"),
        of("", "o[0] = vk::RawBufferLoad<float2x2>(8, 2)[0].xyxy;"),
        of("", "o[0] = vk::RawBufferLoad<uint64_t>(8);"),
        of("", "S s = (S)0; vk::RawBufferStore<S>(8, s);"),
        of(
            "typedef vk::BufferPointer<S, 4> P; [[vk::push_constant]] struct { P p; } given;",
            "given.p.Get().wide = 1; o[0] = given.p.Get().narrow;",
        ),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
    let declared = "typedef vk::BufferPointer<S, 4> P; [[vk::push_constant]] struct { P p; } given;";
    let output = compile(&of(declared, "o[0] = given.p.Get().narrow + (float)vk::RawBufferLoad<uint64_t>(8, 8);"));
    assert!(output.is_ok(), "{}", output.render(Style::Located, false));
}

/// What is written by its number is checked by the grammar of SPIR-V: nothing else would say what is wrong.
#[test]
fn operands_of_instructions_modes_and_decorations_are_those_of_the_grammar() {
    let call = |attributes: &str, parameters: &str, arguments: &str| {
        format!(
            "[[vk::ext_instruction({attributes})]] float f({parameters});
            RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() {{ float a = 1; o[0] = f({arguments}); }}"
        )
    };
    let body = |lines: &str| format!("[numthreads(1, 1, 1)] void main() {{ {lines} }}");
    let reported: String = [
        call("127", "float x", "a"),
        call("127", "float x, float y", "a, a"),
        call("61", "float x", "a"),
        call("79", "float x, float y, [[vk::ext_literal]] int i, int j", "a, a, 0, 0"),
        call("79", "float2 x, float2 y, [[vk::ext_literal]] int i, [[vk::ext_literal]] int j", "a, a, 3, 33")
            .replace("float f", "float2 f")
            .replace("= f(a, a, 3, 33)", "= f(a, a, 3, 33).x"),
        call("81", "float2 x, [[vk::ext_literal]] int i", "a, 2"),
        call("253", "", ""),
        call("19", "", ""),
        call("62", "[[vk::ext_reference]] float x, float y", "a, a"),
        call("13, \"GLSL.std.450\"", "float x, float y", "a, a"),
        call("13, \"GLSL.std.4500\"", "float x", "a"),
        body("vk::ext_execution_mode(4460);"),
        body("vk::ext_execution_mode(4460, 32, 32);"),
        "using Byte = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> > >;
        RWStructuredBuffer<Byte> b; [numthreads(1, 1, 1)] void main() { b[0] = b[1]; }"
            .to_owned(),
        "[[vk::ext_decorate_string(31, \"colour\")]] RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = 1; }"
            .to_owned(),
        "struct S { [[vk::ext_decorate(0, 1)]] float a; }; [[vk::ext_decorate(2, 7)]] RWStructuredBuffer<S> o;
        [numthreads(1, 1, 1)] void main() { o[0].a = 1; }"
            .to_owned(),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// What instructions take beyond their grammar, where that is no more than numbers, vectors and scopes.
#[test]
fn types_of_operands_are_those_of_the_instruction() {
    let shader = |attributes: &str, result: &str, parameters: &str, arguments: &str| {
        format!(
            "[[vk::ext_instruction({attributes})]] {result} f({parameters}); RWByteAddressBuffer o;
            [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{ float a = i; o.Store(0, f({arguments})); }}"
        )
    };
    let reported: String = [
        shader("113", "uint", "float x", "a"),
        shader("110", "int", "int x", "i"),
        shader("129", "float", "float x, int y", "a, i"),
        shader("124", "uint2", "float x", "a"),
        shader("31, \"GLSL.std.450\"", "uint", "uint x", "i"),
        shader("58, \"GLSL.std.450\"", "uint", "float x", "a"),
        shader("88, \"GLSL.std.450\"", "float", "float x", "a"),
        shader("333", "bool", "uint scope", "i"),
        shader("149", "uint", "uint x, uint y", "i, i"),
        shader("65", "float", "float x", "a"),
        shader("104", "uint2", "uint x, uint y", "i, 0"),
        shader("80", "float2", "float x, uint y", "a, i"),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
    for right in [
        shader("110", "int", "float x", "a"),
        shader("124", "uint", "float x", "a"),
        shader("58, \"GLSL.std.450\"", "uint", "float2 x", "float2(a, 1)"),
        shader("80", "float2", "float x, float y", "a, 1"),
    ] {
        let output = compile(&right);
        assert!(output.text.is_some(), "{}", output.render(Style::Located, false));
    }
}

/// A shader whose instruction makes a pointer to a part of a variable and reads there.
fn chained(class: u32, part: &str, base: &str) -> String {
    format!(
        "using P = vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, {class}> >, {part}>;
        template <typename To, typename T> [[vk::ext_instruction(65)]] To at([[vk::ext_reference]] T whole, uint i);
        template <typename To, typename T> [[vk::ext_instruction(65)]] To at([[vk::ext_reference]] T whole, uint i, uint j);
        template <typename To, typename T> [[vk::ext_instruction(83)]] To same([[vk::ext_reference]] T whole);
        template <typename T, typename From> [[vk::ext_instruction(61)]] T get(From from);
        struct S {{ int a; float4 b; }}; RWByteAddressBuffer o; static float4 whole;
        [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{
            float4 local = i; S s; s.a = i; s.b = i; whole = i; o.Store(0, get<{part}>({base}));
        }}"
    )
}

/// A pointer has the storage class of its variable, `Private` for globals, and points to what the indices lead to.
#[test]
fn pointers_lead_to_parts_of_variables() {
    for right in [
        chained(7, "float", "at<P>(local, i)"),
        chained(6, "float", "at<P>(whole, i)"),
        chained(7, "int", "at<P>(s, 0)"),
        chained(7, "float", "at<P>(s, 1, i)"),
        chained(7, "float4", "same<P>(local)"),
    ] {
        let output = compile(&right);
        assert!(output.text.is_some(), "{}", output.render(Style::Located, false));
    }
    let reported: String = [
        chained(6, "float", "at<P>(local, i)"),
        chained(7, "float", "at<P>(whole, i)"),
        chained(7, "int", "at<P>(local, i)"),
        chained(7, "float", "at<P>(s, i, 0)"),
        chained(7, "float", "at<float>(local, i)"),
        chained(4, "float4", "same<P>(local)"),
        chained(7, "float", "same<P>(local)"),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// Functions of the set that write by a pointer write the variable that is handed on.
#[test]
fn instructions_write_variables_that_are_handed_on() {
    let shader = |number: u32, to: &str| {
        format!(
            "[[vk::ext_instruction({number}, \"GLSL.std.450\")]] float f(float x, [[vk::ext_reference]] {to} y);
            RWByteAddressBuffer o; [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{
                {to} y; o.Store(0, f(i, y)); o.Store(4, y);
            }}"
        )
    };
    for (number, to) in [(35, "float"), (51, "int")] {
        let output = compile(&shader(number, to));
        assert!(output.text.is_some(), "{}", output.render(Style::Located, false));
    }
    for (number, to) in [(35, "int"), (51, "float")] {
        let reported = compile(&shader(number, to)).render(Style::Located, false);
        assert!(reported.contains("writes by a pointer") && reported.contains("E0927"), "{reported}");
    }
}

/// What operations read is the variable of the element that stands for it, also where nothing takes the element away.
#[test]
fn a_built_in_is_one_variable_at_every_level() {
    let source = "float4 main(uint s : SV_SampleIndex, uint p : SV_PrimitiveID) : SV_Target { return s + p; }";
    for level in ["-Od", "-O3"] {
        let mut options = Options::from_args(["-T", "ps_6_0", "-spirv", level]).expect("the words are right");
        options.emit = Emit::SpirvAsm;
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        let text = output.text.as_deref().unwrap_or_default();
        assert_eq!(text.matches("BuiltIn SampleId").count(), 1, "{level}: {text}");
    }
}

/// What one index leads to is an image and its sampler, but the index is said to vary once.
#[test]
fn an_index_is_non_uniform_once() {
    let source = "Texture2D<float4> t[]; SamplerState s[];
        float4 main(float2 p : P, nointerpolation uint i : I) : SV_Target {
            return t[NonUniformResourceIndex(i)].Sample(s[NonUniformResourceIndex(i)], p);
        }";
    let output = compile_for("ps_6_0", source);
    let text = output.text.as_deref().unwrap_or_default();
    let mut said: Vec<&str> = text.lines().filter(|line| line.ends_with(" NonUniform")).collect();
    let count = said.len();
    said.sort_unstable();
    said.dedup();
    assert!(count > 1 && said.len() == count, "{text}");
}

/// What the source names itself it need not be allowed.
#[test]
fn an_extension_that_the_source_says_is_allowed() {
    let source = "[[vk::ext_extension(\"SPV_KHR_shader_clock\"), vk::ext_capability(5055), vk::ext_instruction(5056)]]
        uint2 clock(uint scope); RWByteAddressBuffer o;
        [numthreads(1, 1, 1)] void main() { o.Store2(0, clock(3)); }";
    let args = ["-T", "cs_6_0", "-spirv", "-fspv-extension=SPV_KHR_ray_tracing"];
    let mut options = Options::from_args(args).expect("the words are right");
    options.emit = Emit::SpirvAsm;
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.contains("SPV_KHR_shader_clock"), "{}", output.render(Style::Located, false));
}

/// The text of SPIR-V ends at a zero, so what stands after one is not said.
#[test]
fn a_text_ends_at_its_first_zero() {
    let output = compile("[numthreads(1, 1, 1)] void main() { printf(\"before\\0behind\"); }");
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.contains("OpString \"before\"") || text.contains("OpString  \"before\""), "{text}");
    assert!(!text.contains("behind"), "{text}");
}

/// Without an index an output is the first source of a blend.
#[test]
fn one_location_holds_one_output_of_an_index() {
    let source = "struct S { [[vk::location(0), vk::index(0)]] float4 a : SV_Target0; [[vk::location(0)]] float4 b : SV_Target1; };
        S main() { S s = (S)0; return s; }";
    let options = Options::from_args(["-T", "ps_6_0", "-spirv"]).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    insta::assert_snapshot!(output.render(Style::Located, false));
}

/// DXIL takes two names for the same bytes, and DXC looks at no place where some members have none.
#[test]
fn members_share_no_bytes() {
    let reported: String = [
        "cbuffer Scene : register(b1) { float t; int3 a : packoffset(c10); float b : packoffset(c10.z); }
        RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a.x + b + t; }",
        "struct Q { [[vk::offset(0)]] float4 a; [[vk::offset(8)]] float b; };
        RWStructuredBuffer<Q> q[2]; [numthreads(1, 1, 1)] void main() { q[0][0].b = q[1][0].a.x; }",
        "struct Q { [[vk::offset(16)]] float4 a; [[vk::offset(8)]] float b; };
        ConstantBuffer<Q> q; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = q.a.x + q.b; }",
    ]
    .map(|source| compile(source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// A capability that is of one extension asks for it by itself.
#[test]
fn a_capability_brings_its_extension() {
    let output = compile(
        "using Byte [[vk::ext_capability(39)]] = vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >,
            vk::Literal<vk::integral_constant<bool, false> > >;
        [[vk::ext_capability(4448)]] RWStructuredBuffer<Byte> bytes;
        [numthreads(1, 1, 1)] void main() { bytes[0] = bytes[1]; }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(text.contains("OpExtension \"SPV_KHR_8bit_storage\""), "{}{text}", output.render(Style::Located, false));
}

/// Partitions of lanes imply no capability, so the size of a subgroup beside them asks for its own.
#[test]
fn partitions_and_the_number_of_lanes_each_have_their_capability() {
    let output = compile(
        "RWStructuredBuffer<uint4> masks;
        [numthreads(32, 1, 1)] void main(uint lane : SV_GroupIndex) { masks[lane] = WaveMatch(lane & 3) + WaveGetLaneCount(); }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    let capabilities: Vec<_> = text.lines().filter(|line| line.contains("OpCapability GroupNonUniform")).collect();
    assert_eq!(capabilities.len(), 2, "{}{text}", output.render(Style::Located, false));
}

/// Vulkan knows no fence around no memory; that the group waits is all that is left of it.
#[test]
fn a_barrier_of_no_memory_makes_only_the_group_wait() {
    let output = compile_for(
        "cs_6_8",
        "RWStructuredBuffer<uint> b;
        [numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex) { b[i] = 1; Barrier(0, 0); b[i] = 2; Barrier(0, 1); b[i] = 3; }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    assert!(!text.contains("OpMemoryBarrier"), "{}{text}", output.render(Style::Located, false));
    assert_eq!(text.matches("OpControlBarrier").count(), 1, "{}{text}", output.render(Style::Located, false));
}

/// What SPIR-V has a number for is not always what Vulkan has, or has at that place.
#[test]
fn numbers_that_are_of_other_shaders_or_places_are_errors() {
    let pixel =
        |before: &str, body: &str| format!("{before} float4 main(float4 u : U) : SV_Target {{ {body} return u; }}");
    let read = |before: &str| pixel(&format!("{before} RWByteAddressBuffer o;"), "o.Store(0, b);");
    let reported: String = [
        pixel("", "vk::ext_execution_mode(27);"),
        pixel("", "vk::ext_execution_mode(31);"),
        pixel("", "vk::ext_execution_mode(8);"),
        pixel("", "vk::ext_execution_mode(14); vk::ext_execution_mode(15);"),
        pixel("", "vk::ext_execution_mode_id(7);"),
        pixel("[[vk::ext_builtin_output(24)]] static uint3 b;", "b = 1;"),
        read("[[vk::ext_builtin_input(24)]] static const uint3 b;"),
        read("[[vk::ext_builtin_input(15)]] static const float2 b;"),
        read("[[vk::ext_builtin_input(18)]] static const uint a; [[vk::ext_builtin_input(18)]] static const uint b;")
            .replace("o.Store(0, b)", "o.Store(0, a + b)"),
        read("[[vk::ext_storage_class(2)]] static float b;"),
        read("[[vk::ext_storage_class(5338)]] static float b;"),
        read("[[vk::ext_storage_class(0)]] static float b;"),
        pixel("[[vk::ext_decorate(33, 7)]] Texture2D<float4> t : register(t3);", "u = t[uint2(0, 0)];"),
        pixel("[[vk::ext_decorate(14)]] Texture2D<float4> t;", "u = t[uint2(0, 0)];"),
        pixel("[[vk::ext_decorate(5635, 1)]] Texture2D<float4> t;", "u = t[uint2(0, 0)];"),
        pixel("", "").replace("float4 u", "[[vk::ext_decorate(11, 15)]] float4 u"),
    ]
    .map(|source| compile_for("ps_6_0", &source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// `-Vd` asks for what is written, whatever a validator says of it; what SPIR-V has no number for is an error all the same.
#[test]
fn numbers_are_handed_on_where_nobody_validates() {
    let source = "[[vk::ext_storage_class(5)]] static float b;
        float4 main() : SV_Target { vk::ext_execution_mode(27); b = 2; return b; }";
    let mut options = Options::from_args(["-T", "ps_6_0", "-spirv", "-Vd"]).expect("the words are right");
    options.emit = Emit::SpirvAsm;
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    let text = output.text.as_deref().unwrap_or_default();
    assert!(
        text.contains("OutputPoints") && text.contains("CrossWorkgroup"),
        "{}",
        output.render(Style::Located, false)
    );
}

/// An output that a mode must announce brings the mode, and a mode that is there is not said again.
#[test]
fn modes_are_there_once() {
    let output = compile_for(
        "ps_6_0",
        "[[vk::ext_builtin_output(22)]] static float depth;
        float4 main() : SV_Target { vk::ext_execution_mode(7); depth = 0.5; return 1; }",
    );
    let text = output.text.as_deref().unwrap_or_default();
    let modes = text.lines().filter(|line| line.contains("OpExecutionMode"));
    let modes: Vec<&str> = modes.filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(modes, ["OriginUpperLeft", "DepthReplacing"]);
}

#[test]
fn derivatives_of_halves_are_those_of_floats() {
    let source = "float4 main(float16_t2 h : H) : SV_Target { return float4(ddx(h), ddy_fine(h.x), ddx_coarse(h.y)); }";
    let output = compile_by(&["-T", "ps_6_2", "-enable-16bit-types", "-spirv"], source);
    let text = output.text.as_deref().unwrap_or_default();
    let of = |name: &str| text.lines().filter(|line| line.contains(name)).collect::<Vec<_>>();
    for name in ["OpDPdx ", "OpDPdyFine ", "OpDPdxCoarse "] {
        let found = of(name);
        let is_wide = |line: &&str| line.contains("%float ") || line.contains("%v2float ");
        assert!(found.is_empty() || found.iter().all(is_wide), "{name}: {found:?}");
    }
    assert!(of("OpDPd").len() >= 3 && of("OpFConvert").len() >= 6, "{text}");
}

/// Four threads that differences are taken of lie in a row or in a square.
#[test]
fn groups_fall_into_fours_or_have_no_derivatives() {
    let shader = |size: &str| {
        let source = format!(
            "RWBuffer<float> o; [numthreads({size})] void main(uint i : SV_GroupIndex) {{ o[i] = ddx(i * 0.5); }}"
        );
        compile_for("cs_6_6", &source)
    };
    for (size, how) in [("8, 1, 1", "Linear"), ("8, 2, 1", "Quads"), ("8, 11, 1", "Linear"), ("2, 2, 3", "Quads")] {
        let output = shader(size);
        let text = output.text.as_deref().unwrap_or_default();
        assert!(text.contains(&format!("DerivativeGroup{how}")), "{size}: {}", output.render(Style::Located, false));
    }
    insta::assert_snapshot!(shader("3, 5, 1").render(Style::Located, false));
}

/// What no other thread sees is in order anyway, and Vulkan has no barrier for it.
#[test]
fn a_barrier_for_one_thread_is_none() {
    let compile = |meaning: &str| {
        let source = format!(
            "RWByteAddressBuffer o; [shader(\"raygeneration\")] void main() {{ o.Store(0, 1); Barrier(UAV_MEMORY, {meaning}); o.Store(4, 2); }}"
        );
        let words = ["-T", "lib_6_9", "-spirv", "-fspv-target-env=vulkan1.1spirv1.4"];
        let mut options = Options::from_args(words).expect("the words are right");
        options.emit = Emit::SpirvAsm;
        Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes).text.unwrap_or_default()
    };
    let alone = compile("REORDER_SCOPE");
    assert!(alone.contains("OpEntryPoint") && !alone.contains("Barrier"), "{alone}");
    assert!(compile("DEVICE_SCOPE").contains("OpMemoryBarrier"));
}

/// The outputs of a mesh have room for this many vertices and primitives.
#[test]
fn a_mesh_has_no_more_than_its_outputs() {
    let source = "struct V { float4 p : SV_Position; };
        [outputtopology(\"triangle\")][numthreads(4, 1, 1)]
        void main(uint t : SV_GroupIndex, out vertices V v[3], out indices uint3 x[1]) {
            SetMeshOutputCounts(30, 2); v[t].p = t; x[0] = uint3(0, 1, 2); }";
    let words = ["-T", "ms_6_5", "-spirv", "-fspv-target-env=vulkan1.1spirv1.4"];
    let options = Options::from_args(words).expect("the words are right");
    let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
    insta::assert_snapshot!(output.render(Style::Located, false));
}

/// Numbers that SPIR-V has names for ask for what these ask for, as if they were said by other means.
#[test]
fn numbers_with_names_ask_for_their_capabilities() {
    let made = |kind: &str, rest: &str| {
        format!(
            "using Made = vk::SpirvType<{kind}, 4, 4, {rest} >; [[vk::ext_instruction(1)]] Made none();
            [numthreads(1, 1, 1)] void main() {{ Made made = none(); }}"
        )
    };
    let literal = |number: u32| format!("vk::Literal<vk::integral_constant<uint, {number}> >");
    let loads = |how: &str, more: &str, given: &str| {
        format!(
            "[[vk::ext_instruction(61)]] float load([[vk::ext_reference]] float from, [[vk::ext_literal]] int how{more});
            groupshared float shared_; RWStructuredBuffer<float> o;
            [numthreads(1, 1, 1)] void main() {{ float a = 1; o[0] = load({given}, {how}); }}"
        )
    };
    let group = |operation: u32, more: &str, given: &str| {
        format!(
            "[[vk::ext_capability(61)]] [[vk::ext_instruction(349)]]
            uint add(uint scope, [[vk::ext_literal]] uint how, uint value{more});
            RWStructuredBuffer<uint> o;
            [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{ o[0] = add(3, {operation}, i{given}); }}"
        )
    };
    let asked: String = [
        made("21", &format!("{}, {}", literal(16), literal(0))),
        made("21", &format!("{}, {}", literal(64), literal(1))),
        made("22", &literal(16)),
        loads("32", "", "shared_"),
        loads("48, 2", ", uint scope", "shared_"),
        group(0, "", ""),
        group(3, ", uint size", ", 4"),
    ]
    .map(|source| {
        let output = compile(&source);
        let text = output.text.clone().unwrap_or_else(|| output.render(Style::Located, false));
        let begins = ["OpCapability", "OpMemoryModel", "a.hlsl"];
        let kept = |line: &&str| begins.iter().any(|begin| line.starts_with(begin)) || line.contains("NonPrivate");
        text.lines().filter(kept).fold(String::from("---\n"), |all, line| all + line + "\n")
    })
    .concat();
    insta::assert_snapshot!(asked);
    let reported: String = [
        made("21", &format!("{}, {}", literal(16), literal(2))),
        made("22", &literal(8)),
        made("22", &format!("{}, {}", literal(16), literal(4214))),
        made("32", &format!("{}, float", literal(99))),
        loads("32", "", "a"),
        loads("16, 2", ", uint scope", "shared_"),
        loads("40, 2", ", uint scope", "shared_"),
        loads("48, 9", ", uint scope", "shared_"),
        loads("48, 1", ", uint scope", "shared_"),
        loads("2, 3", ", [[vk::ext_literal]] uint align", "a"),
        group(3, "", ""),
        group(0, ", uint size", ", 4"),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
}

/// Where a type made by its opcode lies in a buffer, it has the room that it takes; a value may say what it likes.
#[test]
fn made_types_have_their_room_in_buffers() {
    let made = |size: u32, align: u32, uses: &str| {
        format!(
            "using Short = vk::SpirvType<21, {size}, {align}, vk::Literal<vk::integral_constant<uint, 16> >,
                vk::Literal<vk::integral_constant<uint, 0> > >;
            template <typename To, typename From> [[vk::ext_instruction(113)]] To converted(From x);
            RWStructuredBuffer<uint> words; RWStructuredBuffer<Short> shorts;
            [numthreads(1, 1, 1)] void main() {{ {uses} }}"
        )
    };
    let (kept, stored) =
        ("words[0] = converted<uint>(converted<Short>(words[1]));", "shorts[0] = converted<Short>(words[1]);");
    let reported: String =
        [made(1, 2, stored), made(2, 1, stored)].map(|source| compile(&source).render(Style::Located, false)).concat();
    insta::assert_snapshot!(reported);
    for right in [made(1, 1, kept), made(2, 2, stored), made(4, 4, stored)] {
        let output = compile(&right);
        assert!(output.is_ok(), "{}", output.render(Style::Located, false));
    }
}

/// A ray whose opacity micromaps are to have two states asks for the capability, in queries and where shaders are called.
#[test]
fn flags_of_rays_ask_for_their_capability() {
    let ray = "RaytracingAccelerationStructure scene; RWBuffer<float> o;
        static const RayDesc ray = { float3(0, 0, 0), 0, float3(1, 0, 0), 9 };";
    let query = |flags: &str| {
        format!(
            "{ray} [numthreads(1, 1, 1)] void main() {{
                RayQuery<RAY_FLAG_NONE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> q;
                q.TraceRayInline(scene, {flags}, 255, ray); o[0] = q.CommittedRayT();
            }}"
        )
    };
    let call = |flags: &str| {
        format!(
            "{ray} struct P {{ float a; }}; [shader(\"raygeneration\")] void generate() {{
                P p = {{ 0 }}; TraceRay(scene, {flags}, 255, 0, 1, 0, ray, p); o[0] = p.a;
            }}"
        )
    };
    let asks = |target: &str, source: &str| {
        let output = compile_by(&["-T", target, "-spirv", "-fspv-target-env=vulkan1.2"], source);
        let text = output.text.clone().unwrap_or_else(|| output.render(Style::Located, false));
        (text.contains("OpCapability RayTracingOpacityMicromap"), text.contains("SPV_EXT_opacity_micromap"))
    };
    assert_eq!(asks("cs_6_9", &query("RAY_FLAG_FORCE_OMM_2_STATE")), (true, true));
    assert_eq!(asks("cs_6_9", &query("RAY_FLAG_FORCE_OPAQUE")), (false, false));
    assert_eq!(asks("lib_6_5", &call("0x400")), (true, true));
    assert_eq!(asks("lib_6_5", &call("RAY_FLAG_FORCE_OPAQUE")), (false, false));
}

/// Scopes and semantics of memory are those that Vulkan has, fit each other and the instruction, and ask for what they need.
#[test]
fn scopes_and_semantics_fit_the_instruction() {
    let shader = |declared: &str, body: &str| {
        format!(
            "{declared} groupshared uint g; RWStructuredBuffer<uint> o;
            [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {{ {body} }}"
        )
    };
    let barrier = |given: &str| {
        shader("[[vk::ext_instruction(224)]] void wait(uint e, uint m, uint s);", &format!("wait({given});"))
    };
    let seen =
        |given: &str| shader("[[vk::ext_instruction(225)]] void seen(uint m, uint s);", &format!("seen({given});"));
    let load = |given: &str| {
        let declared = "[[vk::ext_instruction(227)]] uint load([[vk::ext_reference]] uint p, uint s, uint m);";
        shader(declared, &format!("o[i] = load(g, {given});"))
    };
    let exchange = |given: &str| {
        let declared = "[[vk::ext_instruction(230)]]
            uint exchange([[vk::ext_reference]] uint p, uint s, uint m, uint u, uint v, uint c);";
        shader(declared, &format!("o[i] = exchange(g, {given}, i, 3);"))
    };
    let group = |scope: u32| {
        let declared = "[[vk::ext_capability(61)]] [[vk::ext_instruction(349)]]
            uint add(uint scope, [[vk::ext_literal]] uint how, uint value);";
        shader(declared, &format!("o[i] = add({scope}, 0, i);"))
    };
    let reported: String = [
        barrier("1, 2, 264"),
        barrier("2, 9, 264"),
        barrier("2, 2, 256"),
        barrier("2, 4, 264"),
        barrier("2, 2, 266"),
        barrier("2, 2, 0x8108"),
        seen("2, 0"),
        seen("6, 264"),
        seen("2, 0x2102"),
        load("2, 260"),
        exchange("2, 0, 258"),
        group(2),
        shader("", "o[0] = (uint)vk::ReadClock(2);"),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
    for (right, has_model) in [
        (barrier("2, 2, 264"), false),
        (barrier("2, 5, 264"), true),
        (load("1, 0"), false),
        (load("2, 0x8102"), true),
        (exchange("2, 260, 258"), false),
    ] {
        let output = compile(&right);
        let text = output.text.clone().unwrap_or_else(|| output.render(Style::Located, false));
        assert!(text.contains("OpEntryPoint") && text.contains("VulkanMemoryModel") == has_model, "{text}");
    }
}

/// What is said of a texel is what the operation takes, of the image's dimensions and samples.
#[test]
fn what_is_said_of_texels_fits_the_operation() {
    let fetch = |image: &str, how: u32, more: &str, given: &str| {
        format!(
            "[[vk::ext_instruction(95)]] float4 fetch({image} t, int2 at, [[vk::ext_literal]] int how{more});
            {image} t; RWStructuredBuffer<float4> o;
            [numthreads(4, 1, 1)] void main(int i : SV_GroupIndex) {{ o[i] = fetch(t, int2(i, i), {how}{given}); }}"
        )
    };
    let write = |how: u32, more: &str, given: &str| {
        format!(
            "[[vk::ext_instruction(99)]] void put(RWTexture2D<float4> t, int2 at, float4 v, [[vk::ext_literal]] int how{more});
            RWTexture2D<float4> t;
            [numthreads(4, 1, 1)] void main(int i : SV_GroupIndex) {{ put(t, int2(i, i), 1, {how}{given}); }}"
        )
    };
    let reported: String = [
        fetch("Texture2D", 1, ", float bias", ", 0"),
        fetch("Texture2D", 2, ", float level", ", 0"),
        fetch("Texture2D", 8, ", int by", ", 1"),
        fetch("Texture2D", 8, ", int2 by", ", i"),
        fetch("Texture2D", 64, ", int which", ", 1"),
        fetch("Texture2DMS<float4>", 0, "", ""),
        fetch("Texture2D", 4096, "", ""),
        write(2, ", int level", ", 0"),
        write(256, ", uint scope", ", 2"),
    ]
    .map(|source| compile(&source).render(Style::Located, false))
    .concat();
    insta::assert_snapshot!(reported);
    for right in [
        fetch("Texture2D", 0, "", ""),
        fetch("Texture2D", 10, ", int level, int2 by", ", 0, int2(1, 2)"),
        fetch("Texture2DMS<float4>", 64, ", int which", ", i"),
        write(1280, ", uint scope", ", 2"),
    ] {
        let output = compile(&right);
        assert!(output.is_ok(), "{}", output.render(Style::Located, false));
    }
}
