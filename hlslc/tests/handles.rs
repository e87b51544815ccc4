//! Tests the annotations of handles: the two words of `annotateHandle`, as DXC writes them. And what else of a
//! container is DXC's to the number: the alignment of accesses, the rows of constants, the root signatures of a
//! library.

use hlslc::options::{Backend, Emit};
use hlslc::{Compiler, NoIncludes, Options, Style};

/// The DXIL assembly of a source, or what is said against it.
fn listing(profile: &str, source: &str) -> Result<String, String> {
    let options = Options::default().with(|options| {
        options.target = profile.parse().ok();
        options.emit = Emit::Dxil;
    });
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Clang, false);
    output.text.filter(|_| !said.contains("error:")).ok_or(said)
}

/// The operands in a listing that follow a text, up to the end of the operation.
fn operands(listing: &str, before: &str) -> Vec<String> {
    let calls = listing.lines().filter(|line| line.contains("call ")).filter_map(|line| line.split_once(before));
    calls
        .map(|(_, rest)| {
            rest.split_once("  ;").map_or(rest, |(rest, _)| rest).trim_end_matches([')', ' ', '}']).to_owned()
        })
        .collect()
}

/// The properties of the handles of a compute shader of some shader model.
fn properties(profile: &str, declarations: &str, statements: &str) -> Vec<String> {
    let source =
        format!("{declarations}\n[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {statements} }}\n");
    operands(&listing(profile, &source).unwrap_or_else(|said| panic!("{said}")), "%dx.types.ResourceProperties { ")
}

#[test]
fn a_multisampled_texture_says_its_samples() {
    let found = properties(
        "cs_6_7",
        "Texture2DMS<float4, 4> a; Texture2DMS<float4> b; RWTexture2DMSArray<float, 2> c;",
        "Texture2DMS<uint2, 16> d = ResourceDescriptorHeap[1]; c[uint3(0, 0, 0)] = a.Load(0, 0).x + b.Load(0, 0).x + d.Load(0, 0).x;",
    );
    // The kind, with a bit for what can be written; the type, the components and the samples, a byte each.
    assert_eq!(found.iter().filter(|text| text.starts_with("i32 3, ")).count(), 3, "{found:?}");
    for expected in ["i32 3, i32 263177", "i32 3, i32 1033", "i32 3, i32 1049093", "i32 4104, i32 131337"] {
        assert!(found.iter().any(|text| text == expected), "{expected} in {found:?}");
    }
}

#[test]
fn elements_that_are_arrays_have_no_alignment() {
    let of = |element: &str, read: &str| {
        let declarations = format!("struct D {{ double d; }}; typedef {element}; StructuredBuffer<E> a;");
        let statements = format!("RWBuffer<float> o = ResourceDescriptorHeap[1]; o[0] = a[i]{read};");
        let mut found = properties("cs_6_6", &declarations, &statements);
        found.retain(|text| text != "i32 4106, i32 265");
        found.concat()
    };
    assert_eq!(of("D E", ".d"), "i32 780, i32 8");
    assert_eq!(of("double2x2 E", "[1][0]"), "i32 780, i32 32");
    assert_eq!(of("double E[3]", "[2]"), "i32 12, i32 24");
    assert_eq!(of("double2 E", ".y"), "i32 12, i32 16");
}

#[test]
fn a_handle_says_of_its_own_counter_alone() {
    let found = properties("cs_6_6", "RWStructuredBuffer<uint> a[5];", "a[1].IncrementCounter(); a[2][i] = 1;");
    assert_eq!(found, ["i32 36876, i32 4", "i32 4108, i32 4"]);
}

#[test]
fn coherence_holds_through_other_names_of_a_type() {
    let found = properties(
        "cs_6_6",
        "typedef globallycoherent RWBuffer<float> A; typedef A B; namespace N { using C = globallycoherent RWBuffer<float>; } \
         template<typename T> using D = globallycoherent RWBuffer<T>; typedef A E[2]; struct S { A m; RWBuffer<float> n; }; \
         A a; B b; N::C c; D<float> d; E e; S s; RWBuffer<float> plain;",
        "a[0] = 1; b[0] = 1; c[0] = 1; d[0] = 1; e[1][0] = 1; s.m[0] = 1; A h = ResourceDescriptorHeap[1]; h[0] = 1; s.n[0] = 1; plain[0] = 1;",
    );
    let coherent = found.iter().filter(|text| *text == "i32 20490, i32 265").count();
    assert_eq!((coherent, found.len()), (7, 9), "{found:?}");
    let found = properties(
        "cs_6_9",
        "typedef reordercoherent RWBuffer<float> R; R r; globallycoherent R g;",
        "r[0] = 1; g[0] = 1;",
    );
    // What all groups must see is seen after threads are reordered.
    assert_eq!(found, ["i32 69642, i32 265", "i32 20490, i32 265"]);
}

/// A function of the program is declared with a coherence; those of the language take any.
#[test]
fn a_barrier_takes_resources_of_any_coherence() {
    let options = Options::new("cs_6_8".parse().expect("a target"));
    let reported = |use_of: &str| {
        let source = format!(
            "globallycoherent RWBuffer<uint> b; void take(RWBuffer<uint> r) {{ }}
            [numthreads(1, 1, 1)] void main() {{ {use_of}; b[0] = 1; }}"
        );
        let output = Compiler::new(options.clone()).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
        output.render(Style::Clang, false)
    };
    assert_eq!(reported("Barrier(b, DEVICE_SCOPE)"), "");
    assert!(reported("take(b)").contains("coherence"));
}

#[test]
fn numbers_of_64_bits_in_structured_buffers_are_aligned_to_8_bytes_in_every_shader_model() {
    let source = "struct S { double3 d; uint u; }; StructuredBuffer<S> a; RWStructuredBuffer<S> b; RWByteAddressBuffer c; \
                  [numthreads(1, 1, 1)] void main() { S s = a[1]; b[0] = s; c.Store<double>(8, s.d.z); }";
    let accesses = |profile| {
        let listing = listing(profile, source).unwrap_or_else(|said| panic!("{said}"));
        let masks = operands(&listing, ", i8 ");
        let masks = masks.into_iter().filter(|text| !text.contains("i1 "));
        masks.map(|text| text.replace("i32 ", "")).collect::<Vec<_>>()
    };
    // Two numbers are four words; a word alone is aligned as one, and so is an address.
    assert_eq!(accesses("cs_6_2"), ["15, 8", "3, 8", "1, 4", "15, 8", "3, 8", "1, 4", "3, 4"]);
    assert_eq!(accesses("cs_6_3"), ["7, 8", "1, 4", "7, 8", "1, 4", "1, 4"]);
}

#[test]
fn a_load_with_a_status_is_made_once() {
    for (ty, loads) in [("float2x3", 2), ("float3x3", 3), ("double2x2", 1), ("float4x4", 4)] {
        for load in
            [format!("StructuredBuffer<{ty}> b; ; b.Load(i, s)"), format!("ByteAddressBuffer b; ; b.Load<{ty}>(i, s)")]
        {
            let (declaration, load) = load.split_once("; ;").expect("two parts");
            let source = format!(
                "{declaration}; RWStructuredBuffer<{ty}> o; RWBuffer<uint> t; [numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) \
                 {{ uint s; o[i] = {load}; t[i] = s; }}"
            );
            let listing = listing("cs_6_6", &source).unwrap_or_else(|said| panic!("{said}"));
            assert_eq!(operands(&listing, "@dx.op.rawBufferLoad").len(), loads, "{source}");
        }
    }
}

#[test]
fn a_member_after_a_struct_of_resources_starts_a_row() {
    let row = |declarations: &str, value: &str| {
        let source =
            format!("{declarations} RWBuffer<float> o; [numthreads(1, 1, 1)] void main() {{ o[0] = {value}; }}");
        let listing = listing("cs_6_0", &source).unwrap_or_else(|said| panic!("{said}"));
        operands(&listing, "@dx.op.cbufferLoadLegacy")
            .iter()
            .map(|text| text.rsplit(' ').next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let maps = "struct Maps { Texture2D t; SamplerState s; };";
    assert_eq!(row(&format!("{maps} struct M {{ float2 a; Maps m; float b; }}; uniform M x;"), "x.b"), ["1"]);
    assert_eq!(row(&format!("{maps} struct M {{ float a; Maps m[2]; float b; }}; cbuffer B {{ M x; }}"), "x.b"), ["1"]);
    assert_eq!(row("struct E { }; struct M { float a; E e; float b; }; cbuffer B { M x; }", "x.b"), ["1"]);
    // A base takes no room, and neither does what is a member of the buffer itself.
    assert_eq!(
        row("struct E { }; struct D : E { float d; }; struct M { D b; float c; }; cbuffer B { M x; }", "x.c"),
        ["0"]
    );
    assert_eq!(row("struct E { }; cbuffer B { float a; E e; float b; }", "b"), ["0"]);
}

#[test]
fn the_root_signature_of_what_an_attribute_makes_an_entry_point_is_checked() {
    let source =
        |attribute: &str| format!("float4 g; {attribute} [RootSignature(\"CBV(b0), CBV(b0)\")] void f() {{ }}\n");
    for attribute in
        ["[instance(2)]", "[maxvertexcount(3)]", "[domain(\"tri\")]", "[earlydepthstencil]", "[shader(\"vertex\")]"]
    {
        let said = listing("lib_6_3", &source(attribute)).expect_err("a register is bound twice");
        assert!(said.contains("register b0 of space 0 is bound twice"), "{attribute}: {said}");
    }
    // Nothing makes these one, so theirs is ignored, as in DXC.
    for attribute in ["", "[numthreads(1, 1, 1)]", "[outputtopology(\"triangle_cw\")]"] {
        assert!(listing("lib_6_3", &source(attribute)).is_ok(), "{attribute}");
    }
}

#[test]
fn a_register_that_no_offset_reaches_is_an_error() {
    for backend in [Backend::Dxil, Backend::Spirv] {
        for place in ["packoffset(c268435456)", "packoffset(c4294967295.w)"] {
            let mut options = Options::default().with(|options| options.target = "cs_6_0".parse().ok());
            options.backend = backend;
            let source = format!(
                "cbuffer C {{ float b : {place}; }} RWBuffer<float> o; [numthreads(1, 1, 1)] void main() {{ o[0] = b; }}"
            );
            let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
            let said = output.render(Style::Clang, false);
            assert!(!output.is_ok() && said.contains("begins past the 4294967295 bytes"), "{said}");
        }
    }
}

#[test]
fn an_array_of_structs_of_render_targets_is_an_error() {
    let shader = |output: &str, statements: &str| {
        let structs = "struct A { float4 a; float4 b[2]; }; struct B { float4 a; };";
        listing("ps_6_0", &format!("{structs} void main(float4 v : V, out {output} : SV_Target) {{ {statements} }}"))
    };
    let said =
        shader("A c[2]", "c[0] = c[1] = (A)0; c[v.x].b[v.y][v.z] = 1;").expect_err("a member's targets are apart");
    assert!(said.contains("`c` is an array of structs of several render targets"), "{said}");
    assert!(!said.contains("internal"), "{said}");
    // Those of an array, and of an array of structs of one member, follow one another.
    assert!(shader("float4 c[2]", "c[0] = c[1] = 0; c[v.x] = v;").is_ok());
    assert!(shader("B c[2]", "c[0] = c[1] = (B)0; c[v.x].a = v;").is_ok());
}

#[test]
fn normalised_floats_of_a_buffer_go_where_others_are_asked_for() {
    // The properties are those of the declaration, whatever the handle is called on its way.
    for (statements, expected) in [
        ("Buffer<unorm float> b = s; o[0] = b[i];", "i32 10, i32 269"),
        ("Buffer<float> b = s; o[0] = b[i];", "i32 10, i32 269"),
        ("Buffer<snorm float> b = u; o[0] = b[i];", "i32 10, i32 270"),
        ("Buffer<unorm float> b[2] = a; o[0] = b[1][i];", "i32 10, i32 269"),
        ("o[0] = read(s, i);", "i32 10, i32 269"),
        ("RWBuffer<snorm float> b; given(b); b[0] = 1;", "i32 4106, i32 265"),
        ("Buffer<unorm float> b = ResourceDescriptorHeap[1]; o[0] = b[i];", "i32 10, i32 270"),
        ("Buffer<unorm float> b = ResourceDescriptorHeap[1]; Buffer<float> c = b; o[0] = c[i];", "i32 10, i32 270"),
        (
            "Buffer<unorm float> b = ResourceDescriptorHeap[1]; Buffer<float> c = ResourceDescriptorHeap[1]; o[0] = b[i] + c[i];",
            "i32 10, i32 265",
        ),
    ] {
        let declarations = "Buffer<snorm float> s, a[2]; Buffer<unorm float> u; RWBuffer<float> o : register(u7); \
             float read(Buffer<unorm float> b, uint i) { return b[i]; } void given(out RWBuffer<float> b) { b = o; }";
        let found = properties("cs_6_6", declarations, statements);
        assert!(found.iter().any(|text| text == expected), "{statements}: {expected} in {found:?}");
    }
}

#[test]
fn a_struct_goes_to_an_inout_parameter_of_another_struct_of_the_same_members() {
    // Until HLSL 2018: the members are copied there and back one by one, with conversions where arrays hold other numbers.
    let source = "struct P { int i; float f; }; struct C { int i; float f; }; RWBuffer<float> o;
void change(inout P p) { p.f += p.i; } void changes(inout P p[2]) { p[1].f += p[0].i; } void set(out P p) { p.i = 5; p.f = 6; }
[numthreads(1, 1, 1)] void main() {
    C one = { 2, 3 }; change(one); o[0] = one.f;
    C two[2] = { { 1, 2 }, { 3, 4 } }; changes(two); o[1] = two[1].f;
    set(two[0]); o[2] = two[0].i + two[0].f;
}
";
    let mut options = Options::from_args(["-T", "cs_6_0", "-HV", "2018"]).expect("the words are right");
    options = options.with(|options| options.emit = Emit::Dxil);
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Clang, false);
    let text = output.text.unwrap_or_else(|| panic!("{said}"));
    let stored: Vec<_> = operands(&text, ", i32 undef, float ").iter().map(|rest| rest[..3].to_owned()).collect();
    assert_eq!(stored, ["5.0", "5.0", "1.1"], "{text}");
}

#[test]
fn a_literal_has_64_bits_in_an_atomic_of_64_bits() {
    let source = "RWBuffer<uint64_t> b; RWByteAddressBuffer a; groupshared int64_t g;
[numthreads(1, 1, 1)] void main() {
    uint64_t was; int64_t before;
    InterlockedExchange(b[0], 12, was); a.Store(64, was);
    InterlockedExchange(g, -12, before); a.Store(72, before);
    a.InterlockedExchange64(0, 12, was); a.Store(80, was);
    a.InterlockedMin64(8, -12); a.InterlockedMax64(8, 12);
}
";
    let text = listing("cs_6_6", source).unwrap_or_else(|said| panic!("{said}"));
    let calls = text.lines().filter(|line| line.contains("call i64 @dx.op.atomicBinOp.i64(")).count();
    assert_eq!(
        (calls, text.contains("atomicBinOp.i32"), text.contains("atomicrmw xchg i64")),
        (4, false, true),
        "{text}"
    );
}
