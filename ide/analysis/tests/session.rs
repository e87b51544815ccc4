//! Tests that what is kept between checks changes no answer: after each key the diagnostics are those of a check without memory.

use hlslc_analysis::context::{Context, stated_in};
use hlslc_analysis::{Host, Session, Snapshot};

const HEADER: &str = "\
struct Material { float3 albedo; float roughness; };
StructuredBuffer<Material> Materials;
float3 from_header(float3 v) { return normalize(v) * 0.5; }
#define SCALED(a, b) ((a) * (b))
";

const SOURCE: &str = "\
#include \"h.hlsli\"
float3 first(float3 v, float k)
{
    float3 base = v * k;
    for (int i = 0; i < 4; ++i)
    {
        base += from_header(base.yzx);
    }
    return base;
}
float3 second(float3 v)
{
    float3 base = first(v, 2.0);
    return base * Materials[0].roughness;
}
float slope(float v) { return ddx(v); }
float doubtful(float v) { float unused; return unused + v; }
float3 third(float3 v)
{
    float3 base = second(v);
    return base + first(base, 1.0);
}
[numthreads(8, 1, 1)] void Main(uint3 id : SV_DispatchThreadID)
{
    float3 base = third(id);
    Materials[0];
}
float4 Shade(float3 v : V) : SV_Target { return float4(third(v), slope(v.x)); }
";

/// Compares what is found after an edit with a check without memory. Returns whether bodies were left out.
fn compare(host: &Host, context: &Context, session: &Session, what: &str) -> bool {
    let cold = Snapshot::new(host, context).unwrap();
    let changes = Snapshot::changes(host, context, session).unwrap();
    assert_eq!(changes.diagnostics(), cold.diagnostics(), "{}: {what}", context.label);
    changes.ast.stmts.len() < cold.ast.stmts.len()
}

fn contexts() -> Vec<Context> {
    let lines = "// hlslc: -T lib_6_8\n// hlslc: -T ps_6_6 -E Shade\n// hlslc: -T cs_6_0 -E Main\n";
    stated_in("m.hlsl", lines)
}

fn opened(source: &str) -> Host {
    let mut host = Host::default();
    host.set("h.hlsli", HEADER, 1);
    host.set("m.hlsl", source, 1);
    host
}

#[test]
fn after_each_key_the_diagnostics_are_those_of_a_check_without_memory() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        let mut left_out = 0;
        for (after, typed) in [
            ("float3 base = v * k;", "\n    float q = sin(base.x) * missing[0];"),
            ("float3 base = first(v, 2.0);", " { if (base.x > slope(base.y)) base = third(base); }"),
            ("return base + first(base, 1.0);", " /* { */ return 1; }\nfloat more() { return 1; } float4 rest() {"),
        ] {
            let at = SOURCE.find(after).unwrap() + after.len();
            for end in 0..=typed.len() {
                host.set("m.hlsl", format!("{}{}{}", &SOURCE[..at], &typed[..end], &SOURCE[at..]), 1);
                left_out += u32::from(compare(&host, &context, &session, &typed[..end]));
            }
            let whole = Snapshot::in_session(&host, &context, &session).unwrap();
            let cold = Snapshot::new(&host, &context).unwrap();
            assert_eq!(whole.diagnostics(), cold.diagnostics());
        }
        assert!(left_out > 40, "{}: bodies were left out after {left_out} keys", context.label);
    }
}

#[test]
fn an_edit_of_a_declaration_is_seen_in_every_body() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        host.set("h.hlsli", HEADER.replace("float roughness;", "float3x3 roughness;"), 2);
        compare(&host, &context, &session, "a member has another type");
        host.set("h.hlsli", HEADER.replace("from_header", "renamed"), 3);
        compare(&host, &context, &session, "a function has another name");
        host.set("h.hlsli", HEADER.replace("struct", "#define first second\nstruct"), 4);
        compare(&host, &context, &session, "a macro changes what is called");
    }
}

#[test]
fn what_only_the_calls_show_is_found_after_an_edit_of_one_body() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        for (from, to) in [
            // A function that others call calls them: recursion through bodies that did not change.
            ("float3 base = v * k;", "float3 base = third(v) * k;"),
            ("return base;\n", "return first(base, k - 1);\n"),
            // What the stage does not have is reached now.
            ("return base + first(base, 1.0);", "return base + slope(base.x);"),
            // A function that is only declared is called.
            ("float3 third(", "float3 later(float3 v); float3 third("),
        ] {
            host.set("m.hlsl", SOURCE.replacen(from, to, 1), 2);
            compare(&host, &context, &session, to);
        }
        let declared = SOURCE.replacen("float3 third(", "float3 later(float3 v); float3 third(", 1);
        host.set("m.hlsl", &*declared, 3);
        Snapshot::in_session(&host, &context, &session).unwrap();
        host.set("m.hlsl", declared.replacen("second(v);", "later(v);", 1), 4);
        compare(&host, &context, &session, "a function without a definition is called");
    }
}

#[test]
fn while_a_body_is_open_the_functions_after_it_stay_known() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        for (after, typed) in [
            ("float3 base = v * k;", "\n    for (uint n = 0; n < 4; ++n) { base.x += from"),
            ("float3 base = first(v, 2.0);", "\n    if (base.x > 0) { base.y = first(base"),
            ("return base;\n", "{"),
        ] {
            let at = SOURCE.find(after).unwrap() + after.len();
            host.set("m.hlsl", format!("{}{typed}{}", &SOURCE[..at], &SOURCE[at..]), 2);
            assert!(compare(&host, &context, &session, typed), "{}: all was checked after {typed}", context.label);
            // One message of the bracket, and none of each function that follows.
            let found = Snapshot::changes(&host, &context, &session).unwrap().diagnostics();
            assert!(found.iter().all(|found| !found.message.contains("not allowed here")), "{found:?}");
        }
    }
}

#[test]
fn while_the_call_of_a_macro_is_open_the_functions_after_it_stay_known() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        let at = SOURCE.find("float3 base = v * k;").unwrap() + 20;
        for typed in ["\n    base = SCALED(", "\n    base = SCALED(base.x, SCALED(base"] {
            host.set("m.hlsl", format!("{}{typed}{}", &SOURCE[..at], &SOURCE[at..]), 2);
            assert!(compare(&host, &context, &session, typed), "{}: all was checked after {typed}", context.label);
            let found = Snapshot::changes(&host, &context, &session).unwrap().diagnostics();
            let mut errors = found.iter().filter(|found| found.info.code.starts_with('E'));
            assert!(errors.all(|found| found.message.contains("no closing `)`")), "{found:?}");
        }
    }
}

#[test]
fn a_name_that_resembles_one_that_was_left_out_needs_no_other_declaration() {
    for context in contexts() {
        let mut host = opened(SOURCE);
        let session = Session::default();
        Snapshot::in_session(&host, &context, &session).unwrap();
        for typed in
            ["\n    base = seconde(base);", "\n    base = thrid(base);", "\n    base.x = Materialz[0].roughness;"]
        {
            let at = SOURCE.find("float3 base = v * k;").unwrap() + 20;
            host.set("m.hlsl", format!("{}{typed}{}", &SOURCE[..at], &SOURCE[at..]), 2);
            assert!(compare(&host, &context, &session, typed), "{}: {typed}", context.label);
        }
    }
}
