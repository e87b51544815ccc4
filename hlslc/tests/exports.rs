//! Tests which functions of a library the lists of `-exports` export, and under which names: those that DXC 1.9 exports.

use hlslc::args::CommandLine;
use hlslc::options::Emit;
use hlslc::{Compiler, NoIncludes, Style};

const SOURCE: &str = "
    float f(float x) { return x * 2; }
    float f(float2 x) { return x.y * 3; }
    RWBuffer<float> b;
    [shader(\"compute\")] [numthreads(1, 1, 1)] void cs(uint i : SV_GroupIndex) { b[i] = f(i); }
    struct P { float4 c; };
    [shader(\"miss\")] void m(inout P p) { p.c = f(1); }";

/// The names of what is exported by a list, sorted, or the messages.
fn exported(list: &str) -> String {
    exported_of(SOURCE, &["-T", "lib_6_3", "-exports", list])
}

/// The same of a source.
fn exported_of(source: &str, words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return line.errors.join("\n");
    }
    let output = Compiler::new(line.options.with(|options| options.emit = Emit::Ir)).compile(
        "a.hlsl",
        source.as_bytes(),
        &NoIncludes,
    );
    let Some(text) = output.text.as_ref().filter(|_| output.is_ok()) else {
        return output.render(Style::Clang, false);
    };
    let mut names: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("define ")) {
        let mut quoted = line.split('"').skip(1).step_by(2);
        names.extend(quoted.by_ref());
    }
    names.sort_unstable();
    names.join(" ").replace('\u{1}', "\\01")
}

#[test]
fn static_functions_are_no_entry_points() {
    let source = "
        [shader(\"raygeneration\")] static void f() { }
        [shader(\"compute\")] [numthreads(1, 1, 1)] static void g() { }
        struct S { [shader(\"compute\")] [numthreads(1, 1, 1)] static void h() { } };
        [shader(\"raygeneration\")] void k() { }";
    assert_eq!(exported_of(source, &["-T", "lib_6_6"]), "\\01?k@@YAXXZ");
}

#[test]
fn symbols_say_what_is_constant() {
    let source = "
        export int a(const float x[2]) { return 1; }
        export int b(in const int x[2][2], const float2 y, float2 z) { return 1; }
        export int c(const float x[2], const float y[2], float z[2], inout float w[2]) { return 1; }";
    let expected = "\\01?a@@YAHY01$$CBM@Z \\01?b@@YAHY111$$CBHV?$vector@M$01@@V1@@Z \\01?c@@YAHY01$$CBM0Y01MY01$$CAM@Z";
    assert_eq!(exported_of(source, &["-T", "lib_6_6"]), expected);
}

#[test]
fn functions_are_exported_by_names_and_symbols() {
    const F: &str = "?f@@YAMM@Z";
    const F2: &str = "?f@@YAMV?$vector@M$01@@@Z";
    for (list, expected) in [
        ("f", format!("\\01{F} \\01{F2}")),
        ("h=f", "\\01?h@@YAMM@Z \\01?h@@YAMV?$vector@M$01@@@Z".to_owned()),
        (&format!("\\01{F}"), format!("\\01{F}")),
        (&format!("\\01{F};\\01{F2}"), format!("\\01{F} \\01{F2}")),
        (&format!("a,b=\\01{F}"), "\\01?a@@YAMM@Z \\01?b@@YAMM@Z".to_owned()),
        (&format!("\\01?g@@YAMM@Z=\\01{F}"), "\\01?g@@YAMM@Z".to_owned()),
        // What is named by its symbol is not meant by its name.
        (&format!("\\01{F};h=f"), format!("\\01{F} \\01?h@@YAMV?$vector@M$01@@@Z")),
        // An entry point of a stage without rays is exported as one, and as a function.
        ("cs", "\\01?cs@@YAXI@Z cs".to_owned()),
        ("y=cs", "\\01?y@@YAXI@Z y".to_owned()),
        ("\\01?cs@@YAXI@Z", "\\01?cs@@YAXI@Z".to_owned()),
        ("x=\\01?cs@@YAXI@Z;cs", "\\01?x@@YAXI@Z cs".to_owned()),
        ("\\01?z@@YAXI@Z=cs", "\\01?z@@YAXI@Z z".to_owned()),
        ("x=\\01?m@@YAXUP@@@Z", "\\01?x@@YAXUP@@@Z".to_owned()),
    ] {
        assert_eq!(exported(list), expected, "{list}");
    }
}

#[test]
fn what_is_not_there_is_shown_as_it_is_written() {
    for (list, name) in [
        ("nothing", "`nothing`"),
        ("\\01?none@@YAXXZ", "`\\01?none@@YAXXZ`"),
        ("m;x=\\01?m@@YAXUP@@@Z", "`m`"),
        ("\\01", "`\\01` is no export"),
    ] {
        assert!(exported(list).contains(name), "{list}: {}", exported(list));
    }
}
