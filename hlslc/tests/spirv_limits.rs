//! Messages where SPIR-V has no room for a shader, or no form for the contents of its buffers; a shader right at a limit is
//! accepted.

use hlslc::options::Backend;
use hlslc::spirv::SpirvEnv;
use hlslc::{Compiler, NoIncludes, Options, Style};
use std::fmt::Write as _;

/// A number of rows of text.
fn many(count: usize, row: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let mut text = String::new();
    for at in 0..count {
        // Writing to a string cannot fail.
        let _ = row(&mut text, at);
    }
    text
}

/// A compute shader with a buffer `o`.
fn compute(before: &str, body: &str) -> String {
    format!("RWBuffer<float> o;\n{before}\n[numthreads(1, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {{\n{body}\n}}\n")
}

fn table(count: usize) -> String {
    let rows = many(count, |text, at| write!(text, "{at},"));
    compute(&format!("static const float t[] = {{ {rows} }};"), "o[0] = t[i];")
}

fn members(count: usize) -> String {
    let fields = many(count, |text, at| write!(text, "float a{at};"));
    compute(&format!("struct S {{ {fields} }};\nStructuredBuffer<S> b;"), "o[0] = b[0].a1;")
}

fn chain(count: usize) -> String {
    let rest = many(count - 1, |text, at| writeln!(text, "else if (o[i] == {at}) o[2] = {at};"));
    compute("", &format!("if (o[i] == -1) o[1] = 1;\n{rest}"))
}

fn labels(count: usize) -> String {
    let cases = many(count, |text, at| write!(text, "case {at}: "));
    compute("", &format!("switch (i) {{\n{cases} o[1] = 1; break;\n default: o[2] = 1;\n}}"))
}

fn parameters(count: usize) -> String {
    let list = many(count - 1, |text, at| write!(text, "float a{at}, "));
    format!("export float f({list}float b) {{ return a0 + b; }}\n")
}

/// What comes of a source: whether there is a module, and the messages without the source's lines, which are long.
fn reported(profile: &str, source: &str) -> (bool, String) {
    let mut options = Options::default().with(|options| options.target = profile.parse().ok());
    options.backend = Backend::Spirv;
    if profile.starts_with("lib") {
        options.spirv.env = SpirvEnv::from_name("universal1.5").unwrap_or_default();
    }
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Clang, false);
    let first = |text: &str| {
        text.lines().filter(|line| line.contains("error:")).fold(String::new(), |all, line| all + line + "\n")
    };
    (output.is_ok(), first(&said))
}

#[test]
fn what_spirv_has_no_room_for_is_rejected() {
    let sources = [
        ("a table", "cs_6_6", table(65_533)),
        ("members", "cs_6_6", members(16_384)),
        ("a chain", "cs_6_6", chain(1024)),
        ("labels", "cs_6_6", labels(16_384)),
        ("parameters", "lib_6_6", parameters(256)),
        (
            "a name",
            "cs_6_6",
            compute("", "o[0] = 1;")
                .replace("o[", &format!("{}[", "o".repeat(300_000)))
                .replace("> o;", &format!("> {};", "o".repeat(300_000))),
        ),
    ];
    let mut text = String::new();
    for (name, profile, source) in &sources {
        let (compiled, said) = reported(profile, source);
        assert!(!compiled, "{name}");
        // Writing to a string cannot fail.
        let _ = write!(text, "{name}: {said}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn what_is_right_at_a_limit_is_taken() {
    let sources = [
        ("cs_6_6", table(65_532)),
        ("cs_6_6", members(16_383)),
        ("cs_6_6", chain(1023)),
        ("cs_6_6", labels(16_383)),
        ("lib_6_6", parameters(255)),
    ];
    for (profile, source) in &sources {
        let (compiled, said) = reported(profile, source);
        assert!(compiled, "{said}");
    }
}

#[test]
fn vulkan_has_no_buffers_of_nothing_and_no_fourth_coordinate() {
    let sources = [
        ("cs_6_6", "struct E {};\nRWStructuredBuffer<E> b;\n[numthreads(1, 1, 1)] void main() { b[0] = b[1]; }"),
        (
            "cs_6_6",
            "struct E {};\nAppendStructuredBuffer<E> b;\n[numthreads(1, 1, 1)] void main() { E e; b.Append(e); }",
        ),
        ("ds_6_6", "[domain(\"tri\")] float4 main(float4 at : SV_DomainLocation) : SV_Position { return at; }"),
    ];
    let mut text = String::new();
    for (profile, source) in sources {
        let (compiled, said) = reported(profile, source);
        assert!(!compiled, "{source}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{source}\n--\n{said}");
    }
    insta::assert_snapshot!(text);
}
