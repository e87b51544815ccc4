//! Tests the messages for common mistakes: a source, and the lines that a user reads.

use hlslc::args::CommandLine;
use hlslc::{Compiler, IncludeResolver, IncludedFile, Style};

/// Headers by name.
struct Files(&'static [(&'static str, &'static str)]);

impl IncludeResolver for Files {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let found = self.0.iter().find(|file| file.0 == path);
        Ok(found.map(|file| IncludedFile { name: file.0.to_owned(), bytes: file.1.as_bytes().to_vec() }))
    }

    fn searched(&self, _: &str, is_angled: bool) -> Option<Vec<String>> {
        let folders: &[&str] = if is_angled { &["include"] } else { &[".", "include"] };
        Some(folders.iter().map(|&folder| folder.to_owned()).collect())
    }
}

fn output(profile: &str, source: &str, files: Files) -> hlslc::Output {
    output_with(&["-T", profile, "-E", "main"], source, files)
}

fn output_with(words: &[&str], source: &str, files: Files) -> hlslc::Output {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &files)
}

/// The messages about a source, one a line.
fn said(profile: &str, source: &str) -> String {
    output(profile, source, Files(&[])).render(Style::Clang, false)
}

/// `said` about what stands in a pixel shader that has a few variables.
fn said_in_body(body: &str) -> String {
    let source = format!("float4 main(float3 v : V, float f : F, uint u : U, int i : I) : SV_Target {{\n{body}\n}}");
    said("ps_6_0", &source)
}

#[test]
fn a_modifier_is_no_name_wherever_one_is_declared() {
    let source = "struct S { float in; float4 line; };
cbuffer C { float shared; }
static float uniform = 1, point = 2;
void inout() { }
float4 main(float linear : A, float triangle : B) : SV_Target {
    for (int nointerpolation = 0; nointerpolation < 2; nointerpolation++) { }
    float export[2];
    return linear + point + export[0];
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:1:18: error: `in` is a modifier of HLSL and cannot be a name
a.hlsl:1:29: error: `line` is a modifier of HLSL and cannot be a name
a.hlsl:2:19: error: `shared` is a modifier of HLSL and cannot be a name
a.hlsl:3:14: error: `uniform` is a modifier of HLSL and cannot be a name
a.hlsl:3:27: error: `point` is a modifier of HLSL and cannot be a name
a.hlsl:4:6: error: `inout` is a modifier of HLSL and cannot be a name
a.hlsl:5:19: error: `linear` is a modifier of HLSL and cannot be a name
a.hlsl:5:37: error: `triangle` is a modifier of HLSL and cannot be a name
a.hlsl:6:14: error: `nointerpolation` is a modifier of HLSL and cannot be a name
a.hlsl:7:11: error: `export` is a modifier of HLSL and cannot be a name
"
    );
    assert_eq!(
        said_in_body("float while = 1; return 0;"),
        "a.hlsl:2:7: error: `while` is a keyword and cannot be a name\n"
    );
}

#[test]
fn modifiers_that_may_stand_behind_a_type_or_be_names_still_do() {
    let source = "struct S { float const a; float sample, center, precise; };
float4 main(float static_ : A) : SV_Target { float const b = 1; float4 payload = b; return payload; }";
    let text = said("ps_6_0", source);
    assert!(!text.contains("cannot be a name"), "{text}");
}

#[test]
fn what_a_target_lacks_is_said_with_the_targets_that_have_it() {
    let shader = |body: &str| {
        format!(
            "Texture2D t; SamplerState s; SamplerComparisonState c; RWBuffer<float4> o;
[numthreads(8, 8, 1)] void main(float2 p : SV_DispatchThreadID) {{\n{body}\n}}"
        )
    };
    let compute = |profile: &str, body: &str| said(profile, &shader(body).replace("float2 p", "uint2 p"));
    assert_eq!(
        compute("cs_6_0", "o[0] = t.Sample(s, p);"),
        "a.hlsl:3:8: error: `Sample` is not available in compute shaders
note: shader model 6.6 has it here: `-T cs_6_6`; `SampleLevel` works in every stage
"
    );
    assert_eq!(
        compute("cs_6_5", "o[0] = t.SampleCmp(c, p, 1);"),
        "a.hlsl:3:8: error: `SampleCmp` is not available in compute shaders
note: shader model 6.6 has it here: `-T cs_6_6`; `SampleCmpLevelZero` works in every stage
"
    );
    assert_eq!(
        compute("cs_6_0", "o[0] = ddx(p.x);"),
        "a.hlsl:3:8: error: `ddx` is not available in compute shaders
note: shader model 6.6 has it here: `-T cs_6_6`
"
    );
    assert_eq!(
        compute("cs_6_4", "o[0] = WaveMatch(p.x);"),
        "a.hlsl:3:8: error: `WaveMatch` needs shader model 6.5 or later: `-T cs_6_5`
"
    );
    assert_eq!(
        said("vs_6_0", "Texture2D t; SamplerState s;\nfloat4 main() : SV_Position { return t.Sample(s, 0); }"),
        "a.hlsl:2:38: error: `Sample` is not available in vertex shaders
note: pixel, compute, mesh, amplification and node shaders have it; `SampleLevel` works in every stage
"
    );
}

#[test]
fn an_error_in_a_template_names_the_instances_that_led_to_it() {
    let source = "struct P { float a; };
template<typename T> T square(T v) { return v * v; }
template<typename T> T quad(T v) { return square(square(v)); }
template<typename T> struct Box { T v; T twice() { return v + v; } unknown u; };
float4 main() : SV_Target { P p = (P)0; P q = quad(p); Box<P> b; return q.a; }";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:4:68: error: unknown type name `unknown`
a.hlsl:5:56: note: in `Box<P>`, named here
a.hlsl:2:47: error: scalar, vector, or matrix expected, not `P`
a.hlsl:2:45: note: `P`
a.hlsl:3:50: note: in `square<P>`, called here
a.hlsl:5:47: note: in `quad<P>`, called here
"
    );
}

#[test]
fn a_method_of_an_instance_is_named_with_its_struct() {
    let source = "struct P { float a; };
template<typename T> struct Box { T v; T twice() { return v + v; } };
float4 main() : SV_Target { Box<P> b = (Box<P>)0;
  return b.twice().a; }";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:2:61: error: scalar, vector, or matrix expected, not `P`
a.hlsl:2:59: note: `P`
a.hlsl:4:10: note: in `Box<P>::twice`, called here
"
    );
}

#[test]
fn aliases_and_variables_of_templates_are_named_too() {
    let source = "struct S { float a; };
template<typename T> static const int count = T::size;
template<typename T> using Inner = typename T::type;
float4 main() : SV_Target {
    Inner<S> q;
    return count<S>; }";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:3:48: error: unknown type name `type`
a.hlsl:5:5: note: in `Inner<S>`, named here
a.hlsl:2:50: error: no member named `size` in `S`
a.hlsl:6:12: note: in `count<S>`, named here
"
    );
}

#[test]
fn a_keyword_or_modifier_names_no_type_namespace_or_enumerator() {
    let source = "struct point { float x; };
enum E { line, other };
typedef float triangle;
namespace linear { static float x; }
cbuffer shared { float y; }
using centroid = float;
template<int nointerpolation> int f() { return 1; }
struct while { float x; };
float4 main() : SV_Target { return 0; }";
    let text = said("ps_6_0", source);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert!(lines[..7].iter().all(|line| line.ends_with("is a modifier of HLSL and cannot be a name")), "{text}");
    assert!(lines[7].ends_with("`while` is a keyword and cannot be a name"), "{text}");
}

#[test]
fn the_numbers_of_system_values_are_those_that_there_are() {
    let at =
        |declaration: &str| said("ps_6_0", &format!("struct O {{\n{declaration}; }};\nO main() {{ return (O)0; }}"));
    assert_eq!(
        at("float4 c[9] : SV_Target"),
        "a.hlsl:2:15: error: `SV_Target` takes 9 render targets, and a pixel shader has at most 8\n"
    );
    assert_eq!(
        at("float4 c[3] : SV_Target6"),
        "a.hlsl:2:15: error: `SV_Target6` takes 3 render targets, and a pixel shader has at most 8\n"
    );
    assert_eq!(
        at("float4 c : SV_Target8"),
        "a.hlsl:2:12: error: `SV_Target8` does not exist: a pixel shader has `SV_Target0` to `SV_Target7`\n"
    );
    assert_eq!(
        at("float d : SV_Depth1"),
        "a.hlsl:2:11: error: `SV_Depth1` does not exist: there is one `SV_Depth`, without a number\n"
    );
    assert_eq!(
        said("vs_6_0", "float4 main(uint v : SV_VertexID1) :\nSV_Position1 { return v; }"),
        "a.hlsl:1:22: error: `SV_VertexID1` does not exist: there is one `SV_VertexID`, without a number
a.hlsl:2:1: error: `SV_Position1` does not exist: there is one `SV_Position`, without a number
"
    );
    assert_eq!(
        at("float4 c : SV_Target[2]"),
        "a.hlsl:2:21: error: the number of a semantic is part of its name: write `SV_Target2`\n"
    );
    assert_eq!(at("float4 c[8] : SV_Target"), "");
}

#[test]
fn what_is_declared_below_its_use_is_shown() {
    let source = "float4 main() : SV_Target { return helper(1) + later + value + N::inner; }
float4 helper(float x) { return x; }
static float later = 1;
cbuffer C { float value; }
namespace N { static float inner; }
Thing f();
typedef float4 Thing;";
    let source = source.replace("float4 main", "namespace N { static float other; }\nfloat4 main");
    assert_eq!(
        said("ps_6_0", &source),
        "a.hlsl:2:36: error: use of undeclared identifier `helper`
a.hlsl:3:8: note: `helper` is declared here, below its use: move it up, or declare it before
a.hlsl:2:48: error: use of undeclared identifier `later`
a.hlsl:4:14: note: `later` is declared here, below its use: move it up
a.hlsl:2:56: error: use of undeclared identifier `value`
a.hlsl:5:19: note: `value` is declared here, below its use: move it up
a.hlsl:2:67: error: no member named `inner` in `N`
a.hlsl:6:28: note: `inner` is declared here, below its use: move it up
a.hlsl:7:1: error: unknown type name `Thing`
a.hlsl:8:16: note: `Thing` is declared here, below its use: move it up
"
    );
}

#[test]
fn a_mistake_in_a_macro_is_said_once_and_shown_where_it_is_written() {
    let source = "#define BAD(x) (x * nosuch)
#define TWICE(x) BAD(x) + 1
float4 main() : SV_Target {
    float a = TWICE(1);
    float b = TWICE(2);
    return a + BAD(b) + BAD(other);
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:4:15: error: use of undeclared identifier `nosuch`
a.hlsl:2:18: note: expanded from macro 'TWICE'
a.hlsl:1:21: note: expanded from macro 'BAD'
note: the macro is called 3 times more, with the same mistake
a.hlsl:6:25: error: use of undeclared identifier `other`
"
    );
    let shown = output("ps_6_0", source, Files(&[])).render(Style::Excerpt, false);
    let first = shown.split("\n\n").next().unwrap_or_default();
    assert_eq!(
        first,
        "error[E0201]: use of undeclared identifier `nosuch`
  ┌─ a.hlsl:4:15
  │
1 │ #define BAD(x) (x * nosuch)
  │                     ------ in macro `BAD`
2 │ #define TWICE(x) BAD(x) + 1
  │                  --- in macro `TWICE`
3 │ float4 main() : SV_Target {
4 │     float a = TWICE(1);
  │               ^^^^^^^^
  │
  = note: the macro is called 3 times more, with the same mistake"
    );
}

#[test]
fn names_that_are_nearly_right_are_suggested_behind_colons_and_dots() {
    let source = "namespace Lighting { static float diffuse = 1; float shade() { return 1; } struct Lamp { float power; void turn() {} static const int kinds = 2; }; }
enum Color { Red, Green }; enum class Deep { Blue, Yellow };
Texture2D t;
float4 main() : SV_Target {
    Lighting::Lamp l;
    l.powr = 1;
    l.trun();
    l.kinsd;
    l.x;
    Lighting::difuse;
    Lighting::shad();
    Color::Gren;
    Deep::Bleu;
    Lightning::shade();
    Lighting::Lmap m;
    t.Laod(0);
    float4 v; v.foo;
    return 0;
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:6:7: error: no member named `powr` in `Lighting::Lamp`
a.hlsl:6:7: note: did you mean `power`?
a.hlsl:7:7: error: no member named `trun` in `Lighting::Lamp`
a.hlsl:7:7: note: did you mean `turn`?
a.hlsl:8:7: error: no member named `kinsd` in `Lighting::Lamp`
a.hlsl:8:7: note: did you mean `kinds`?
a.hlsl:9:7: error: no member named `x` in `Lighting::Lamp`
note: `Lighting::Lamp` has `power`, `turn`, `kinds`
a.hlsl:10:15: error: no member named `difuse` in `Lighting`
a.hlsl:10:15: note: did you mean `diffuse`?
a.hlsl:11:15: error: no member named `shad` in `Lighting`
a.hlsl:11:15: note: did you mean `shade`?
a.hlsl:12:12: error: no member named `Gren` in `Color`
a.hlsl:12:12: note: did you mean `Green`?
a.hlsl:13:11: error: no member named `Bleu` in `Deep`
a.hlsl:13:11: note: did you mean `Blue`?
a.hlsl:14:5: error: `Lightning` is not a namespace, struct or enum
a.hlsl:14:5: note: did you mean `Lighting`?
a.hlsl:15:15: error: unknown type name `Lmap`
a.hlsl:15:15: note: did you mean `Lamp`?
a.hlsl:16:7: error: no member named `Laod` in `Texture2D<float4>`
a.hlsl:16:7: note: did you mean `Load`?
a.hlsl:17:17: error: invalid format for vector swizzle `foo` on `float4`
note: the components are called `x`, `y`, `z`, `w` or `r`, `g`, `b`, `a`
"
    );
}

#[test]
fn a_template_parameter_that_stands_for_two_types_is_named() {
    let source = "template<typename T> T most(T a, T b) { return a > b ? a : b; }
template<typename T, int N> T first(vector<T, N> a, vector<T, N> b) { return a.x; }
float4 main(float3 v : A) : SV_Target {
    return most(1.0, v).x + first(v, v.xy);
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:4:12: error: no matching function for call to `most`
a.hlsl:1:24: note: candidate not viable: `T` is `float` from argument 1 and `float3` from argument 2
a.hlsl:4:29: error: no matching function for call to `first`
a.hlsl:2:31: note: candidate not viable: `N` is `3` from argument 1 and `2` from argument 2
"
    );
}

#[test]
fn a_label_that_stands_twice_shows_the_first() {
    let text =
        said_in_body("switch (i) {\ncase 1: return 1;\ncase 2: return 2;\ncase 1: return 3;\ndefault: return 0; }");
    assert_eq!(
        text,
        "a.hlsl:5:6: error: duplicate case value 1
a.hlsl:3:6: note: the first one
"
    );
}

#[test]
fn a_choice_of_vectors_is_suggested_as_a_call_of_select() {
    let text = said_in_body("float3 c = v > f * 2 ? v : -v;\nreturn c.xyzz;");
    assert_eq!(
        text,
        "a.hlsl:2:12: error: condition of short-circuiting `?:` must be scalar, for vectors use `select`
a.hlsl:2:12: note: write `select(v > (f * 2), v, (-v))`
"
    );
}

#[test]
fn candidates_are_written_in_types_of_hlsl() {
    let source = "RWBuffer<float> b; Texture2D t;
float4 main(float3 a : A) : SV_Target {
    InterlockedAdd(b[0], 1.5);
    lerp(a, a, a, a);
    t.Load(1, 2, 3, 4, 5);
    dot(a, b);
    mul(a, a, a);
    t.Sample(b, 0);
    return 0;
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:3:5: error: no matching function for call to `InterlockedAdd`
note: candidate not viable: `InterlockedAdd(inout uint64_t dest, uint64_t value [, out int64_t original])`: argument 1 must be `uint64_t` or `int64_t`, not `float`
note: candidate not viable: `InterlockedAdd(inout int dest, uint value [, out int original])`: argument 1 must be `int` or `uint`, not `float`
a.hlsl:4:5: error: no matching function for call to `lerp`
note: candidate not viable: `lerp(floatN a, floatN b, floatN s)`: it takes 3 arguments, not 4
a.hlsl:5:7: error: no matching function for call to `Load`
note: candidate not viable: `Load(int3 coord [, int2 offset [, out uint status]])`: it takes 1 to 3 arguments, not 5
a.hlsl:6:5: error: no matching function for call to `dot`
note: candidate not viable: `dot(floatN a, floatN b)`: argument 2 must be a number or a vector that goes with `a`, not `RWBuffer<float>`
a.hlsl:7:5: error: no matching function for call to `mul`
"
        .to_owned()
            + said("ps_6_0", source).split_once("call to `mul`\n").map_or("", |rest| rest.1)
    );
    let internal = ["_only", "_like", "numeric", "<any>", "<2>", "<C>", "any_int", "sampler_cmp"];
    for word in internal {
        assert!(!said("ps_6_0", source).contains(word), "{word}");
    }
}

#[test]
fn a_comparison_that_has_one_answer_is_a_warning() {
    let all = |source: &str| {
        output_with(&["-T", "ps_6_0", "-E", "main", "-Wall"], source, Files(&[])).render(Style::Clang, false)
    };
    let source = "float4 main(float f : F, uint u : U, int i : I) : SV_Target {
if (u >= 0) f++;\nif (u < 0) f++;\nif (0 > u) f++;\nif (0 <= u) f++;\nif (u > 0) f++;\nif (i >= 0) f++;\nreturn f;\n}";
    // DXC never says it, and `-WX` accepts what it accepts there.
    assert_eq!(said("ps_6_0", source), "");
    assert_eq!(
        all(source),
        "a.hlsl:2:7: warning: the comparison `>= 0` of an unsigned number is always true [-Wtautological-compare]
a.hlsl:3:7: warning: the comparison `< 0` of an unsigned number is always false [-Wtautological-compare]
a.hlsl:4:7: warning: the comparison `0 >` of an unsigned number is always false [-Wtautological-compare]
a.hlsl:5:7: warning: the comparison `0 <=` of an unsigned number is always true [-Wtautological-compare]
"
    );
    // What a template or a macro compares may have a sign elsewhere.
    let source = "#define IS_IN(x) ((x) >= 0 && (x) < 4)
template<typename T> bool is_in(T x) { return x >= 0 && x < 4; }
float4 main(uint u : U) : SV_Target { return IS_IN(u) && is_in(u); }";
    assert_eq!(all(source), "");
}

#[test]
fn what_a_shorter_vector_lacks_is_said() {
    assert_eq!(
        said_in_body("return v;"),
        "a.hlsl:2:8: error: cannot implicitly convert from `float3` to `float4`
note: 1 component is missing: `float4(…, 0)` adds it
"
    );
    assert_eq!(
        said_in_body("float4 c = v.xy; return c;"),
        "a.hlsl:2:12: error: cannot implicitly convert from `float2` to `float4`
note: 2 components are missing: `float4(…, 0, 0)` adds them
"
    );
}

#[test]
fn what_only_cpp_has_is_said_to_be_missing() {
    let source = "struct S { float x;
    S(float y) { x = y; }
    S() { }
    ~S() { }
    float get() const { return x; }
    float more() { return x; }
};
float4 main() : SV_Target {
    S t(2);
    return t.get() + t.more();
}";
    assert_eq!(
        said("ps_6_0", source),
        "a.hlsl:2:5: error: HLSL has no constructors: `S` cannot be declared as a function of its own struct
note: a function that returns one, or a list in braces, makes a value of it
a.hlsl:3:5: error: HLSL has no constructors: `S` cannot be declared as a function of its own struct
note: a function that returns one, or a list in braces, makes a value of it
a.hlsl:4:5: error: HLSL has no destructors
a.hlsl:5:17: error: methods cannot be `const` before HLSL 202x
a.hlsl:5:17: note: remove `const`
a.hlsl:9:8: error: a variable is initialised with `=`
note: write `t = …`
"
    );
}

#[test]
fn messages_come_in_the_order_in_which_the_text_is_read() {
    const HEADERS: Files = Files(&[
        ("first.hlsli", "#include \"inner.hlsli\"\nstatic float one = nosuch1;\nstruct S { unknown2 a; };\n"),
        ("inner.hlsli", "static float zero = nosuch0;\n"),
        ("last.hlsli", "static float four = nosuch4;\n"),
    ]);
    let source = "#include \"first.hlsli\"
static float three = nosuch3;
#include \"last.hlsli\"
float4 main() : SV_Target { return nosuch5; }";
    let text = output("ps_6_0", source, HEADERS).render(Style::Clang, false);
    let places: Vec<&str> = text.lines().filter_map(|line| line.split_once(": error").map(|parts| parts.0)).collect();
    assert_eq!(
        places,
        ["inner.hlsli:1:21", "first.hlsli:2:20", "first.hlsli:3:12", "a.hlsl:2:22", "last.hlsli:1:21", "a.hlsl:4:36"],
        "{text}"
    );
}

#[test]
fn a_missing_include_lists_the_folders_that_were_searched() {
    assert_eq!(
        said("ps_6_0", "#include \"nosuch.hlsli\"\n"),
        "a.hlsl:1:10: error: cannot find the file `nosuch.hlsli`
note: looked into `.`, `include`
"
    );
    assert_eq!(
        said("ps_6_0", "#include <nosuch.hlsli>\n"),
        "a.hlsl:1:10: error: cannot find the file `nosuch.hlsli`
note: looked into `include`
"
    );
}

#[test]
fn a_missing_entry_point_lists_the_functions_that_there_are() {
    assert_eq!(
        said("ps_6_0", "float half_of(float a) { return a / 2; }\nfloat4 ps_lit() : SV_Target { return half_of(1); }"),
        "error: missing entry point definition `main`
note: `-E NAME` names another; there are `half_of`, `ps_lit`
"
    );
    assert_eq!(
        said("ps_6_0", "float4 Main() : SV_Target { return 0; }"),
        "error: missing entry point definition `main`
note: there is a function `Main`
"
    );
}

#[test]
fn a_name_of_a_megabyte_makes_no_message_of_a_megabyte() {
    let name = "x".repeat(1 << 20);
    let text = said("ps_6_0", &format!("float4 main() : SV_Target {{ return {name}; }}"));
    assert!(text.len() < 1000 && text.contains("xxx…xxx"), "{} bytes", text.len());
}

#[test]
fn control_characters_of_the_source_do_not_reach_the_terminal() {
    let source = "#error \u{1b}]52;c;eA==\u{7}\n#line 3 \"\u{1b}[2J\"\nfloat4 main() : SV_Target { return nosuch; }";
    let output = output("ps_6_0", source, Files(&[]));
    for style in [Style::Excerpt, Style::Located, Style::Clang, Style::Msvc, Style::Json] {
        let text = output.render(style, false);
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
    assert!(output.render(Style::Clang, false).contains("<U+001B>]52;c;eA==<U+0007>"));
}

/// What beginners write, one mistake in each body, and what must be said of it: words of the message.
const BEGINNERS: &[(&str, &[&str])] = &[
    ("float4x4 m = 0; float3 r = m * v; return 0;", &["`*` cannot combine", "the product of a matrix is `mul(a, b)`"]),
    ("return length(v) + v.length();", &["`length` is a function, not a member: `length(…)`"]),
    ("return f.saturate();", &["`saturate` is a function, not a member: `saturate(…)`"]),
    ("return f ^ 2;", &["`^` works on bits: a power is `pow(x, y)`"]),
    ("bool b = f > 1 and f < 2; return b;", &["found `and`", "`and` is written `&&`"]),
    ("bool b = f > 1 or f < 2; return b;", &["found `or`", "`or` is written `||`"]),
    ("bool b = not true; return b;", &["`not` is written `!`"]),
    ("for (int k = 0, k < 3, k++) f++; return f;", &["the three parts of a `for` are separated by `;`"]),
    ("float a[3]; a = {1, 2, 3}; return a[0];", &["a list in braces can only be the first value of a variable"]),
    ("Mode m = Mode.On; return m;", &["what is in a type is named with colons: `Mode::…`"]),
    ("auto g = [](float y) { return y; }; return g(f);", &["there are no functions without a name in HLSL"]),
    ("read_only[0] = 1; return 0;", &["the resource is only read", "what can be written is a `RWStructuredBuffer`"]),
    (
        "return writable[uint3(1, 2, 3)];",
        &["an index of 2 numbers is expected, not `uint3`", "`.xy` takes the first of them"],
    ),
    ("return t.Sample(v.xy, s);", &["argument 1 must be a `SamplerState`, not `float2`"]),
    ("return t.Sample(v.xy);", &["it takes 2 to 5 arguments, not 1"]),
    ("return saturate(f, 0, 1);", &["it takes 1 argument, not 3"]),
    ("float3 c = float3(1, 2); return c.x;", &["expected 3, have 2"]),
    ("float4 point = 1; return point;", &["`point` is a modifier of HLSL and cannot be a name"]),
    ("return v;", &["1 component is missing"]),
    ("float x = 1.0 return x;", &["expected `;`", "add `;`"]),
    ("if (f = 1) return 1; return 0;", &["to compare, write `==`"]),
    ("float *p = 0; return 0;", &["there are no pointers and references in HLSL"]),
    ("float3 c = (1, 0, 0); return c.x;", &["a vector with its type's name"]),
    ("return vec4(v, 1);", &["GLSL's `vec4` is `float4` in HLSL"]),
    ("return mix(f, 1, 0.5);", &["`lerp`"]),
    ("return texture2D(s, v.xy);", &["`Texture2D`"]),
    ("return satruate(f);", &["did you mean `saturate`?"]),
    ("float4 c; c[4] = 1; return c;", &["vector index 4 is out of bounds"]),
    ("const float k = 2; k = 3; return k;", &["it is declared `const`"]),
    ("given = 1; return given;", &["it is part of a constant buffer"]),
    ("switch (i) { case 1: return 1; case 1: return 2; } return 0;", &["duplicate case value 1", "the first one"]),
    ("while (u >= 0) u--; return u;", &["nothing leaves it"]),
    ("return later(f);", &["`later` is declared here, below its use"]),
    ("return pow(f 2);", &["found `2`"]),
];

#[test]
fn beginners_are_told_what_to_write() {
    let mut wrong = Vec::new();
    for (body, words) in BEGINNERS {
        let source = format!(
            "enum Mode {{ Off, On }}; Texture2D t; SamplerState s; cbuffer C {{ float given; }}
StructuredBuffer<float> read_only; RWTexture2D<float> writable;
float4 main(float3 v : V, float f : F, nointerpolation uint u : U, int i : I) : SV_Target {{ {body} }}
float later(float x) {{ return x; }}"
        );
        let text = said("ps_6_0", &source);
        if text.is_empty() || words.iter().any(|word| !text.contains(word)) {
            wrong.push(format!("{body}\nmust say {words:?} and says\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_loop_without_an_end_names_the_comparison_that_always_holds() {
    let source = "RWBuffer<float> b;\n[numthreads(1, 1, 1)] void main(uint u : SV_GroupIndex) {\n  for (uint i = 3; i >= 0; i--) b[i] = i;\n}";
    let expected = "a.hlsl:3:3: error: this loop has no exit: nothing leaves it
a.hlsl:3:22: note: the comparison `>= 0` of an unsigned number is always true
";
    assert_eq!(said("cs_6_0", source), expected);
    // With the warning itself, the note would say it again.
    let all = output_with(&["-T", "cs_6_0", "-E", "main", "-Wall"], source, Files(&[])).render(Style::Clang, false);
    assert!(!all.contains("note:") && all.contains("warning: the comparison"), "{all}");
    // What stands elsewhere explains nothing.
    let elsewhere = source.replace("i >= 0", "true").replace("b[i] = i;", "b[i] = i; if (u >= 0) b[1] = 0;");
    let only_error = |source: &str| {
        let text = said("cs_6_0", source);
        assert!(
            text.ends_with("error: this loop has no exit: nothing leaves it\n") && text.lines().count() == 1,
            "{text}"
        );
    };
    only_error(&elsewhere);
    // So it is with the condition of a loop within that loop, which has an exit.
    let inner = "while (u >= 0) { if (b[u] > 4) break; b[u] = 1; }";
    let nested = source.replace("for (uint i = 3; i >= 0; i--) b[i] = i;", &format!("while (true) {{ {inner} }}"));
    only_error(&nested);
    let note = "note: the comparison `>= 0` of an unsigned number is always true\n";
    for (of, text) in [
        ("while", "uint i = u; while (i >= 0 && u >= 0) b[i--] = 1;"),
        ("do", "uint i = u; do { b[i--] = 1; } while (i >= 0);"),
        ("a function", "count(u);"),
    ] {
        let source = format!(
            "RWBuffer<float> b; void count(uint i) {{ for (; i >= 0; i--) b[i] = i; }}
[numthreads(1, 1, 1)] void main(uint u : SV_GroupIndex) {{ {text} }}"
        );
        let text = said("cs_6_0", &source);
        assert!(text.contains("this loop has no exit") && text.contains(note), "{of}: {text}");
    }
}
