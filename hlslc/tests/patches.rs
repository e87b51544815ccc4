//! Patches outside of entry points: what a function may take, a variable that holds nothing yet, and constants.

use hlslc::{Compiler, NoIncludes, Style};

const BEFORE: &str = "struct P { float4 p : SV_Position; };
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
";

/// What is said of a domain shader whose body and functions are these.
fn reported(functions: &str, body: &str) -> String {
    let source = format!(
        "{BEFORE}{functions}
[domain(\"tri\")] P main(K k, float3 at : SV_DomainLocation, const OutputPatch<P, 3> o, uint n : SV_PrimitiveID) {{ {body} }}"
    );
    let options = hlslc::Options::default().with(|options| options.target = "ds_6_0".parse().ok());
    let output = Compiler::new(options).compile("patch.hlsl", source.as_bytes(), &NoIncludes);
    output.render(Style::Located, false)
}

#[test]
fn a_called_function_takes_one_patch_of_a_kind_and_only_reads_it() {
    let two = "float4 f(OutputPatch<P, 3> a, OutputPatch<P, 3> b) { return a[0].p + b[1].p; }";
    let called = reported(two, "P p; p.p = f(o, o); return p;");
    assert!(called.contains("error: more than one `OutputPatch` parameter"), "{called}");
    for word in ["out", "inout"] {
        let writes = format!("void f({word} OutputPatch<P, 3> a) {{ }}");
        let called = reported(&writes, "OutputPatch<P, 3> p = o; f(p); return p[n];");
        assert!(called.contains("its parameter must be `in`"), "{called}");
    }
    // As in DXC, a function that nothing calls may have any.
    assert_eq!(reported(two, "return o[n];"), "");
}

#[test]
fn points_of_a_variable_without_a_patch_are_undefined() {
    let said = reported("", "OutputPatch<P, 3> p; P r; r.p = p[0].p * at.x; return r;");
    assert!(said.contains("an undefined value is read here"), "{said}");
    assert_eq!(reported("", "OutputPatch<P, 3> p; if (n > 1) p = o; P r; r.p = p[n].p; return r;"), "");
}

#[test]
fn patches_of_other_types_are_not_assigned() {
    for body in
        ["OutputPatch<P, 4> p = o; return p[0];", "P p[3] = o; return p[0];", "InputPatch<P, 3> p; p = o; return p[0];"]
    {
        let said = reported("", body);
        assert!(said.contains("E0301"), "{body}: {said}");
    }
    let said = reported("", "OutputPatch<P, 3> p = o; p[0].p = 1; return p[0];");
    assert!(said.contains("E0314"), "{said}");
}

/// DXC copies the points; where all of them lie in the inputs anyway, we read them there.
#[test]
fn a_local_patch_needs_no_memory() {
    let functions = "float4 f(OutputPatch<P, 3> a, uint n) { OutputPatch<P, 3> local = a; return local[n].p; }";
    let source = format!(
        "{BEFORE}{functions}
[domain(\"tri\")] P main(K k, const OutputPatch<P, 3> o, uint n : SV_PrimitiveID) {{ P p; p.p = f(o, n); return p; }}"
    );
    let options = hlslc::Options::default().with(|options| options.target = "ds_6_0".parse().ok());
    let output = Compiler::new(options).compile("patch.hlsl", source.as_bytes(), &NoIncludes);
    let listing = hlslc::disassemble(&output.object.expect("a container")).expect("a listing");
    assert!(!listing.contains("alloca") && listing.contains("@dx.op.loadInput.f32"), "{listing}");
}

/// DXC counts the room of one point, so what follows a patch shares its bytes with the other points.
#[test]
fn a_patch_that_is_not_static_is_a_constant_with_the_room_of_one_point() {
    let read = |globals: &str, value: &str| {
        let source = format!(
            "struct V {{ float3 p : POSITION; float2 q : Q; }};
{globals}
float4 main(uint i : I) : SV_Target {{ return {value}; }}"
        );
        let options = hlslc::Options::default().with(|options| options.target = "ps_6_0".parse().ok());
        let output = Compiler::new(options).compile("patch.hlsl", source.as_bytes(), &NoIncludes);
        let said = output.render(Style::Located, false);
        output.object.map(|object| hlslc::disassemble(&object).expect("a listing")).ok_or(said)
    };
    for (globals, value, offsets) in [
        ("InputPatch<V, 3> g; float z;", "g[i].p.xyzz + z", ["g[3];;", "0", "float z;", "24"]),
        ("InputPatch<V, 3> g[2]; float z;", "g[i][i].p.xyzz + z", ["g[6];;", "0", "float z;", "56"]),
        (
            "cbuffer C { float q; OutputPatch<V, 2> g; float z; }",
            "g[i].p.xyzz + q + z",
            ["g[2];;", "16", "float z;", "40"],
        ),
        (
            "struct S { float a; InputPatch<V, 3> g; float z; }; S s;",
            "s.g[i].p.xyzz + s.z",
            ["g[3];;", "16", "float z;", "40"],
        ),
    ] {
        let listing = read(globals, value).expect(globals);
        for pair in offsets.chunks(2) {
            let line = listing.lines().find(|line| line.contains(pair[0])).unwrap_or_default();
            assert!(line.ends_with(&format!("; Offset: {:>4}", pair[1])), "{globals}: {line}\n{listing}");
        }
    }
    // The last byte of the buffer is that of the first point.
    let said = read("InputPatch<V, 3> g;", "g[2].p.xyzz").expect_err("it is read after the end");
    assert!(said.contains("a constant is read after the end of its buffer"), "{said}");
}
