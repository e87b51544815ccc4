//! Tests of what rewriting leaves out and renames.

use hlslc_rewrite::{Request, rewrite};

fn rewritten(text: &str, request: &Request) -> String {
    rewrite("test.hlsl", text, request).unwrap_or_else(|why| panic!("{why}"))
}

fn main_only() -> Request {
    Request { entries: vec!["main".to_owned()], ..Request::default() }
}

#[test]
fn what_the_entry_point_does_not_need_is_left_out() {
    let text = "\
struct Used { float a; };
struct Unused { float b; };
static float unused = 1, unused_too = 2;
static float used = 3;
static float half_used = 4, other = 5;
float k;
Texture2D t;
namespace N { float in_namespace() { return k; } float unused_there() { return 2; } }
template<typename T> T unused_template(T x) { return x; }
float helper(float x) { return x + used + half_used; }
float helper(int x) { return x; }
[numthreads(1, 1, 1)] void other_entry() { unused = 2; }
[numthreads(1, 1, 1)]
void main() { Used u; u.a = helper(1.0) + N::in_namespace(); }
";
    let request = Request { remove_globals: true, remove_functions: true, ..main_only() };
    let wanted = "\
struct Used { float a; };

static float used = 3;
static float half_used = 4, other = 5;
float k;
Texture2D t;
namespace N { float in_namespace() { return k; }  }

float helper(float x) { return x + used + half_used; }
float helper(int x) { return x; }

[numthreads(1, 1, 1)]
void main() { Used u; u.a = helper(1.0) + N::in_namespace(); }
";
    assert_eq!(rewritten(text, &request), wanted);
    let request = Request { entries: Vec::new(), ..request };
    let library = rewritten(text, &request);
    assert!(library.contains("other_entry") && !library.contains("struct Unused"), "a library exports its functions");
}

#[test]
fn names_are_resolved_where_the_target_is_given() {
    let text = "\
float helper(float x) { return x; }
float helper(int x);
float shadowed(float x) { return x; }
float helper(int x) { return x * 2; }
struct S { float a; float read(); };
float S::read() { return a; }
template<typename T> T twice(T x) { return x + x; }
[numthreads(1, 1, 1)]
void main() { float shadowed = 1; S s; s.a = helper(1) + twice(shadowed); }
";
    let target = Some("cs_6_6".parse().unwrap());
    let request = Request { remove_globals: true, remove_functions: true, target, ..main_only() };
    let kept = rewritten(text, &request);
    for gone in ["helper(float x)", "float shadowed(float x)"] {
        assert!(!kept.contains(gone), "{gone}:\n{kept}");
    }
    for there in ["helper(int x);", "x * 2", "S::read", "T twice"] {
        assert!(kept.contains(there), "{there}:\n{kept}");
    }
    // What does not check is decided by names.
    let broken = text.replace("s.a =", "s.missing =");
    assert!(rewritten(&broken, &request).contains("helper(float x)"));
}

#[test]
fn a_function_that_an_attribute_names_is_needed() {
    let text = "struct P { float e[3] : SV_TessFactor; };\nP constants() { return (P)0; }\n[patchconstantfunc(\"constants\")] void main() { }\n";
    assert_eq!(rewritten(text, &Request { remove_functions: true, ..main_only() }), text);
    let short = rewritten(text, &Request { shorten_names: true, ..main_only() });
    assert_eq!(short, text);
}

#[test]
fn a_variable_whose_value_is_computed_with_effects_stays() {
    let text =
        "static int n = 0;\nint next() { return ++n; }\nstatic int first = next();\nint main() : A { return n; }\n";
    assert_eq!(rewritten(text, &Request { remove_globals: true, ..main_only() }), text);
}

#[test]
fn constants_come_into_one_buffer() {
    let text = "struct S { float a; };\nuniform float x = 1;\nTexture2D t;\nconst S s;\nstatic float y;\nfloat main() : A { return x + s.a; }\n";
    let request = Request { global_buffer: true, ..main_only() };
    let wanted = "struct S { float a; };\ncbuffer GlobalCB\n{\n    float x;\n    S s;\n}\n\nTexture2D t;\n\nstatic float y;\nfloat main() : A { return x + s.a; }\n";
    assert_eq!(rewritten(text, &request), wanted);
    let why = rewrite("a.hlsl", "float x : register(c1);", &request).unwrap_err();
    assert_eq!(why, "error: `x` has a register, which members of a buffer do not have\n");
}

#[test]
fn a_minified_text_has_the_same_tokens() {
    let text = "#line 1 \"a\"\n#pragma pack_matrix(row_major)\nfloat  f ( float x ) { return x - -x + + x; } // c\nint a = 1 .xx;\n";
    let request = Request { minify: true, ..Request::default() };
    assert_eq!(
        rewritten(text, &request),
        "#pragma pack_matrix(row_major)\nfloat f(float x){return x- -x+ +x;}int a=1 .xx;\n"
    );
}

#[test]
fn only_names_that_mean_nothing_outside_are_shortened() {
    let text = "\
struct Input { float4 color : COLOR; };
cbuffer B { float intensity; };
float scale_color(float factor, float color) { float result = factor * intensity; return result + color; }
float lerp(float distance) { return distance; }
float main(Input input, float position : POSITION) : SV_Target
{
    float a_value = scale_color(input.color.x, distance(1, 2));
    return lerp(a_value > 1 ? a_value : position) + lerp(1, 2, 3);
}
";
    let request = Request { shorten_names: true, ..main_only() };
    let short = rewritten(text, &request);
    for kept in ["color", "intensity", "lerp(1, 2, 3)", "distance(1, 2)", "main(", "COLOR", "SV_Target"] {
        assert!(short.contains(kept), "{kept}:\n{short}");
    }
    for gone in ["scale_color", "factor", "result", "a_value", "input", "position"] {
        assert!(!short.contains(gone), "{gone}:\n{short}");
    }
}

#[test]
fn an_output_keeps_the_name_of_the_node_that_it_leads_to() {
    let text = "\
struct Record { uint at; };
[Shader(\"node\")] [NodeLaunch(\"thread\")] void first(NodeOutput<Record> second)
{
    uint number = 1;
    second.GetThreadNodeOutputRecords(number).OutputComplete();
}
";
    let short = rewritten(text, &Request { shorten_names: true, ..Request::default() });
    assert!(short.contains("NodeOutput<Record> second"), "{short}");
    assert!(!short.contains("number"), "{short}");
}

#[test]
fn bodies_become_declarations() {
    let text = "float f(float x)\n{\n    return x;\n}\nstruct S { void g() { } };\n";
    let request = Request { skip_bodies: true, ..Request::default() };
    assert_eq!(rewritten(text, &request), "float f(float x);\nstruct S { void g() { } };\n");
}

#[test]
fn a_text_with_errors_is_rejected_with_their_places() {
    let request = Request { remove_globals: true, ..main_only() };
    let why = rewrite("a.hlsl", "float f( {\n", &request).unwrap_err();
    assert!(why.starts_with("a.hlsl:1:"), "{why}");
}

#[test]
fn what_is_static_is_left_out_beside_bodies() {
    let text = "static float s = 1;\nfloat g;\nstatic float f() { return s; }\nfloat h() { return f(); }\n";
    let request = Request { skip_bodies: true, skip_static: true, ..Request::default() };
    assert_eq!(rewritten(text, &request), "\nfloat g;\n\nfloat h();\n");
    // A body may need it.
    let request = Request { skip_static: true, ..Request::default() };
    assert_eq!(rewritten(text, &request), text);
}

#[test]
fn variables_outside_functions_become_extern() {
    let text = "static float s;\nfloat g;\nextern float e;\ngroupshared float m;\nstruct S { float a; } v;\n\
                namespace N { Texture2D t; }\ncbuffer C { float c; }\nfloat f() { float l = 1; return l; }\n";
    let request = Request { extern_globals: true, ..Request::default() };
    let wanted = text.replace("float g;", "extern float g;").replace("Texture2D t;", "extern Texture2D t;");
    assert_eq!(rewritten(text, &request), wanted);
}

#[test]
fn an_entry_point_that_is_not_there_is_an_error() {
    let request = Request { remove_globals: true, ..main_only() };
    assert_eq!(
        rewrite("a.hlsl", "float f() { return 1; }\n", &request).unwrap_err(),
        "error: there is no function `main`\n"
    );
}
