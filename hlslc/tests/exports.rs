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

/// The names of what is exported, sorted, or the messages.
fn exported(list: &str) -> String {
    let words = ["-T", "lib_6_3", "-exports", list].map(str::to_owned);
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return line.errors.join("\n");
    }
    let output = Compiler::new(line.options.with(|options| options.emit = Emit::Ir)).compile(
        "a.hlsl",
        SOURCE.as_bytes(),
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
