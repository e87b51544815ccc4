//! The same float operations as in DXC may be changed by later compilers: fast-math flags and `!dx.precise` of each
//! operation are compared.
//!
//! Where DXC's DXIL takes no notice of a `precise` that its SPIR-V honours, so does hlslc in both: those rows say so.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dxc_oracle::{AGREED_VALIDATOR, Dxc, oracle};
use dxil::disasm::disassemble_container;
use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};

const BUFFERS: &str = "StructuredBuffer<float> b : register(t0); RWStructuredBuffer<float> o : register(u0);
";

/// A shader: name, whether DXC agrees, declarations before the body of a compute shader, the body.
type Row = (&'static str, bool, &'static str, &'static str);

const COMPUTE: &[Row] = &[
    (
        "what leads to a precise variable",
        true,
        "",
        "precise float r; float a = b[0] * b[1]; float c = a - a; r = c + b[2]; o[i] = r;",
    ),
    (
        "a function is precise for one call and not for another",
        true,
        "float f(float x, float y) { return x * y - x * y + sin(x); }",
        "precise float r = f(b[0], b[1]); float q = f(b[2], b[3]); o[i] = r; o[i + 1] = q;",
    ),
    (
        "array of precise elements",
        true,
        "",
        "precise float a[3]; a[0] = b[0] * b[1] + 1; a[1] = b[1] * b[2] + 2; a[2] = b[2] * b[3] + 3; float s = a[0] * 2 + 1; o[i] = s; o[i + 1] = a[i % 3];",
    ),
    (
        "around a loop, with the condition of the update",
        true,
        "",
        "precise float r = 0; for (uint k = 0; k < i; k++) { float t = b[k] * b[k + 1]; if (t * 3 > 1) r += t; } float z = b[i] * b[i + 1]; z = z + 1; o[i] = r; o[i + 1] = z;",
    ),
    (
        "a member of a struct",
        true,
        "struct S { precise float x; float y; };",
        "S s; s.x = b[0] * b[1] + b[2]; s.y = b[1] * b[2] + b[3]; o[i] = s.x; o[i + 1] = s.y;",
    ),
    (
        "a member of a struct that is stored whole",
        true,
        "struct T { precise float x; float y; }; struct S { T t; float z; }; S f(float a) { S s; s.t.x = a * a + 1; s.t.y = a * a + 2; s.z = a * 3; return s; }",
        "S s = f(b[0]); S q = s; o[i] = q.t.x; o[i + 1] = q.t.y * q.z;",
    ),
    (
        "a choice, with its condition",
        true,
        "",
        "float c = b[0] * b[1]; precise float r = c * 3 > 1 ? b[2] * b[3] : b[4] + b[5]; o[i] = r;",
    ),
    ("through an index", true, "", "float c = b[0] * b[1]; precise float r = b[(uint)(c * 3)]; o[i] = r;"),
    (
        "through an integer",
        true,
        "",
        "float c = b[0] * b[1]; precise int r = (int)(c * 3 + 1); o[i] = r; float q = (float)r * 2 + 1; o[i + 1] = q;",
    ),
    (
        "the branch around what is computed",
        true,
        "",
        "float c = b[0] * b[1]; float d = b[4] * b[5]; precise float r; [branch] if (c * 3 > 1) { o[5] = 2; r = b[2] * b[3]; } else { o[6] = 3; r = d; } o[i] = r;",
    ),
    (
        "group-shared memory that is read",
        true,
        "groupshared float g[4];",
        "g[i] = b[i] * b[1] + b[2]; GroupMemoryBarrierWithGroupSync(); precise float r = g[3 - i] * 2 + 3; o[i] = r;",
    ),
    (
        "an array that is read by a number known late",
        true,
        "static float g[4];",
        "for (uint k = 0; k < i; k++) g[k] = b[i] * b[k] + b[2]; g[i] = b[6] * b[7]; precise float r = g[3 - i] * 2 + 3; o[i] = r;",
    ),
    ("not through buffers", true, "", "o[i] = b[i] * b[1] + b[2]; precise float r = o[3] * 2 + 3; o[i] = r;"),
    (
        "intrinsics",
        true,
        "",
        "precise float r = pow(b[0], b[1]) + exp(b[2]) + rsqrt(b[3]) + mad(b[0], b[1], b[2]) + lerp(b[1], b[2], b[3]) + saturate(b[0]) + fmod(b[1], b[2]) + (float)asuint(b[1]) + min(b[0], b[3]) + floor(b[7]) + f16tof32(asuint(b[9])) + abs(b[6]); o[i] = r;",
    ),
    (
        "doubles and minimum precision",
        true,
        "",
        "precise double a = (double)b[i] * (double)b[1]; o[i] = (float)a; min16float m = (min16float)b[2]; precise min16float n = m * m + m; o[i + 1] = n;",
    ),
    (
        "methods of a precise object",
        true,
        "struct S { float x; float y; void set(float a) { x = a * a + 1; } float get() { return x * 2 + y; } };",
        "precise S s; s.y = b[1] * b[2]; s.set(b[i]); o[i] = s.get();",
    ),
    (
        "methods that store to a precise member",
        true,
        "struct S { precise float x; float y; void set(float a) { x = a * a + 1; y = a * a + 2; } float get() { return x * 2 + y; } };",
        "S s; s.set(b[i]); o[i] = s.get();",
    ),
    (
        "an out argument",
        true,
        "void f(float x, out float y) { y = x * x + x; }",
        "precise float r; f(b[0] * b[1], r); o[i] = r * 2.5;",
    ),
    (
        "rows of a precise matrix",
        true,
        "",
        "precise float3x3 m; m[0] = float3(b[0], b[1], b[2]) * 2; m[1] = m[0] * 3; m[2] = m[1] + m[0]; m._m01 = b[6] * b[7]; o[i] = m[2].x * 2; o[i + 1] = m[0].y;",
    ),
    (
        "what is exact stays possible",
        true,
        "",
        "precise float r = b[0] / 4; r += b[1] / 3; r *= 1; r += 0; r -= 0; r = r * 0 + r; r = r * 2 * 3; o[i] = r;",
    ),
    (
        "nothing asked for",
        true,
        "",
        "float a = b[i] * b[1] + b[2]; a -= a; o[i] = a; o[i + 1] = a + 0.0; o[i + 2] = mad(a, b[1], b[2]) + sin(b[3]); if (b[4] * 2 > b[5]) o[i + 3] = asfloat(f32tof16(b[2]));",
    ),
    (
        "comparisons that were turned round",
        true,
        "",
        "float c = b[0] * b[1]; if (!(c < b[2])) o[i] = 1; if (!(c == b[3])) o[i + 1] = 2; o[i + 2] = !(c > b[5]);",
    ),
    (
        "the result of a precise function",
        false,
        "precise float f(float x, float y) { float z = x * y; return z + x; }",
        "float r = f(b[0], b[1]); o[i] = r * 2.5;",
    ),
    (
        "a precise out parameter",
        false,
        "void f(float x, out precise float y) { y = x * x + x; }",
        "float r; f(b[0] * b[1], r); o[i] = r * 2.5;",
    ),
    ("a precise parameter", false, "float f(precise float x) { return x * 3; }", "o[i] = f(b[0] * b[1] + b[2]) + 2.5;"),
    ("a precise static", false, "static precise float g;", "g = b[0] * b[1] + b[2]; o[i] = g * 2 + 3;"),
    (
        "precise group-shared memory",
        false,
        "groupshared precise float g[4];",
        "g[i] = b[i] * b[1] + b[2]; GroupMemoryBarrierWithGroupSync(); o[i] = g[3 - i] * 2 + 3;",
    ),
];

/// Whole shaders: name, profile, text.
const GRAPHICS: &[(&str, &str, &str)] = &[
    (
        "a precise member of the output",
        "vs_6_0",
        "struct V { precise float4 pos : SV_Position; float4 c : COLOR; }; cbuffer C { float4x4 m; };
         V main(float4 p : POSITION) { V v; v.pos = mul(m, p); v.c = mul(m, p * 2); return v; }",
    ),
    (
        "a precise result",
        "vs_6_0",
        "cbuffer C { float4x4 m; }; precise float4 main(float4 p : POSITION) : SV_Position { return mul(m, p); }",
    ),
    (
        "a precise struct as the result",
        "vs_6_0",
        "struct V { float4 pos : SV_Position; float4 c : COLOR; }; cbuffer C { float4x4 m; };
         precise V main(float4 p : POSITION) { V v; v.pos = mul(m, p); v.c = mul(m, p * 2); return v; }",
    ),
    (
        "a precise out parameter of the entry point",
        "vs_6_0",
        "cbuffer C { float4x4 m; };
         void main(float4 p : POSITION, out precise float4 q : SV_Position, out float4 c : COLOR) { q = mul(m, p); c = q * 2 + p; }",
    ),
    (
        "samples, derivatives and lanes",
        "ps_6_0",
        "struct V { float4 pos : SV_Position; float4 c : COLOR; float f : F; }; Texture2D t; SamplerState s;
         float4 main(V v) : SV_Target { precise float4 r = t.Sample(s, v.c.xy * 2) + v.c * 3;
         r.x += ddx(v.f) + t.CalculateLevelOfDetail(s, v.c.xy) + WaveActiveSum(v.f) + (float)countbits((uint)v.f) + (isnan(v.f * 2) ? 1 : 2); return r; }",
    ),
];

fn compute((name, _, declarations, body): &Row) -> (String, Case) {
    let source =
        format!("{BUFFERS}{declarations}\n[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {body} }}");
    ((*name).to_owned(), case("cs_6_0", &source))
}

fn case(target: &str, source: &str) -> Case {
    let text = format!("// A shader.\n//: target {target}\n{source}");
    Case::parse("shader", &text).expect("the head is right")
}

/// The float operations of a container, each with how free it is, and how many of them there are.
fn operations(compiler: &dyn ShaderCompiler, name: &str, case: &Case) -> BTreeMap<(String, &'static str), u32> {
    let bytes = compiler.compile(case, Form::Dxil(AGREED_VALIDATOR)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = disassemble_container(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let Some((_, operation)) = line.trim_start().split_once(" = ") else { continue };
        let is_marked = operation.contains("!dx.precise");
        let mut words = operation.split_whitespace();
        let (what, freedom) = match (words.next(), words.next()) {
            (Some("alloca"), _) => continue,
            (Some(word @ ("fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fcmp")), Some(next)) => {
                (word.to_owned(), if next == "fast" { "fast" } else { "exact" })
            }
            (Some("call"), Some("float" | "half" | "double")) => {
                let callee = words.next().unwrap_or_default();
                let number = words.next().unwrap_or_default();
                (format!("{callee} {number}"), if is_marked { "precise" } else { "free" })
            }
            _ if is_marked => panic!("{name}: an operation that is none on floats is marked: {line}"),
            _ => continue,
        };
        *found.entry((what, freedom)).or_insert(0) += 1;
    }
    found
}

/// The same of hlslc, with products and sums apart, as in DXC.
fn our_operations(name: &str, case: &Case) -> BTreeMap<(String, &'static str), u32> {
    let mut case = case.clone();
    case.args.extend(["-opt-disable", "fuse-products"].map(str::to_owned));
    operations(&Hlslc, name, &case)
}

/// A container with all passes, to see what sums and products become.
fn listing(source: &str) -> String {
    let case = case("cs_6_0", source);
    let bytes = Hlslc.compile(&case, Form::Dxil(AGREED_VALIDATOR)).unwrap_or_else(|error| panic!("{error}"));
    disassemble_container(&bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// Fast sums of products are dot products and multiply-adds; the same sums that are precise stay products and sums.
#[test]
fn joined_products_leave_precise_operations_alone() {
    let body = "o[i] = b[0] * b[1] + b[2] * b[3] + b[4] * b[5]; o[i + 1] = b[6] - b[7] * 3;";
    let shader =
        |body: &str| format!("{BUFFERS}[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {body} }}");
    let fast = listing(&shader(body));
    assert!(fast.contains("@dx.op.dot3.f32(") && fast.contains("@dx.op.tertiary.f32("), "{fast}");
    let precise = body.replacen("o[i] =", "precise float r =", 1).replacen("o[i + 1] =", "precise float s =", 1);
    let precise = listing(&shader(&format!("{precise} o[i] = r; o[i + 1] = s;")));
    assert!(!precise.contains("@dx.op.dot") && !precise.contains("@dx.op.tertiary"), "{precise}");
    assert_eq!([" fmul float", " fadd float", " fsub float"].map(|word| precise.matches(word).count()), [4, 2, 1]);
}

fn all() -> Vec<(String, Case)> {
    let graphics = GRAPHICS.iter().map(|(name, target, text)| ((*name).to_owned(), case(target, text)));
    COMPUTE.iter().filter(|row| row.1).map(compute).chain(graphics).collect()
}

fn agree(dxc: &Dxc, options: &[&str]) {
    for (name, mut case) in all() {
        case.args.extend(options.iter().map(|&option| option.to_owned()));
        let (expected, found) = (operations(dxc, &name, &case), our_operations(&name, &case));
        assert_eq!(found, expected, "{name} {options:?}\n{}", case.source);
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_restricts_the_same_operations() {
    let dxc = oracle();
    agree(&dxc, &[]);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_restricts_the_same_operations_with_strictness_for_all() {
    let dxc = oracle();
    agree(&dxc, &["-Gis"]);
}

/// DXC's own DXIL leaves these free. Everything that feeds the declaration is exact here, what comes after is not.
#[test]
fn parameters_results_and_shared_variables_ask_for_precision_too() {
    let mut report = String::new();
    for row in COMPUTE.iter().filter(|row| !row.1) {
        let (name, case) = compute(row);
        writeln!(report, "{name}: {:?}", our_operations(&name, &case)).expect("a string takes all");
    }
    insta::assert_snapshot!(report);
}
