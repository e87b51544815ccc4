//! Input that is built to break a compiler: it ends with a clear error, quickly and without using up the stack.

use crate::support::{Files, Run};
use hlslc_syntax::PreprocessOptions;
use proptest::prelude::*;

const DEEP: usize = 10_000;

/// The codes of the errors of a source.
fn codes(source: &str) -> Vec<&'static str> {
    let files = Files(vec![("self.hlsli", "#include \"self.hlsli\"\n#include \"self.hlsli\"\n")]);
    let run = Run::with(source, &PreprocessOptions::default(), &files);
    // Printing must get along with whatever was made.
    let _ = run.tree();
    run.errors.iter().map(|d| d.info.code).collect()
}

#[test]
fn nesting_has_a_limit() {
    let n = |s: &str| s.repeat(DEEP);
    let cases = [
        ("parentheses", format!("float a = {}1{};", n("("), n(")"))),
        ("blocks", format!("void f() {}{}", n("{"), n("}"))),
        ("subscripts", format!("float b = a{}1{};", n("["), n("]"))),
        ("initialisers", format!("float a = {}{};", n("{"), n("}"))),
        ("types", format!("{}float{} x;", n("vector<"), n(">"))),
        ("namespaces", format!("{}{}", n("namespace a {"), n("}"))),
        ("structs", format!("{}{}", n("struct a {"), n("};"))),
        ("operators", format!("float a = {}1;", n("- "))),
        ("casts", format!("float a = {}1;", n("(float)"))),
        ("conditionals", format!("float a = {}1;", n("1 ? 1 : "))),
        ("assignments", format!("void f() {{ {}1; }}", n("a = "))),
        ("members", format!("void f() {{ a{}; }}", n(".a"))),
        ("calls", format!("void f() {{ a{}; }}", n("()"))),
        ("ifs", format!("void f() {{ {}; }}", n("if (a) "))),
        ("loops", format!("void f() {{ {}; }}", n("for (;;) "))),
    ];
    for (what, source) in cases {
        assert_eq!(codes(&source), ["E0167"], "{what}");
    }
}

#[test]
fn chains_have_no_limit() {
    let n = |s: &str| s.repeat(DEEP);
    let cases = [
        ("sums", format!("float a = {}1;", n("1 + "))),
        ("commas", format!("void f() {{ {}1; }}", n("1, "))),
        ("else if", format!("void f() {{ {}; }}", n("if (a) ; else "))),
        ("declarators", format!("float {}a;", n("a, "))),
        ("scopes", format!("void f() {{ {}b(); }}", n("a::"))),
        ("strings", format!("string s = {};", n("\"a\" "))),
        ("macros", (0..DEEP).fold(String::from("#define A0 1\n"), |s, i| format!("{s}#define A{} A{i}\n", i + 1))),
        ("conditions", format!("{}{}", n("#if 1\n"), n("#endif\n"))),
    ];
    for (what, source) in cases {
        assert!(codes(&source).is_empty(), "{what}");
    }
}

/// As many repairs as there are brackets, and as many declarations after them: each is looked at once.
#[test]
fn brackets_that_do_not_balance_take_no_time() {
    let n = |s: &str| s.repeat(10 * DEEP);
    let behind = n("int a; ");
    let cases = [
        (1, format!("void f() {{ g({}; }} {behind}", n("]"))),
        (1, format!("void f() {{ {} g({}; }}", n("x = 1; "), n("]"))),
        (1, format!("void f() {{ g({}; }} {behind}", n("(a] "))),
        (1, format!("struct S float a; {behind} }}; {behind}")),
        (1, format!("void f() x = 1; {behind} }} {behind}")),
        (20, format!("void f() {{ {} }}", n("if (a)) { } else { } "))),
        (20, format!("{} {behind}", n("} "))),
    ];
    for (least, source) in cases {
        let reported = codes(&source).len();
        assert!(reported == least || (least > 1 && reported >= least), "{reported}: {}", &source[..60]);
    }
}

#[test]
fn the_preprocessor_has_limits() {
    let n = |s: &str| s.repeat(DEEP);
    let arguments = format!("#define F(x) x\nfloat a = {}1{};", n("F("), n(")"));
    assert_eq!(codes(&arguments).first(), Some(&"E0128"));
    assert_eq!(codes(&format!("#if {}1{}\n#endif\n", n("("), n(")"))), ["E0145"]);
    assert_eq!(codes("#include \"self.hlsli\"\n"), ["E0133"]);
}

#[test]
fn hostile_files_end_with_an_error() {
    assert_eq!(codes(&"(".repeat(1_000_000)), ["E0167"]);
    assert_eq!(codes("\0\u{1}\u{2}"), ["E0103", "E0103", "E0103"]);
    assert!(codes("").is_empty());
}

/// Words that make sense somewhere.
const WORDS: &[&str] = &[
    "struct",
    "S",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "<",
    ">",
    ">>",
    ":",
    "::",
    "?",
    "=",
    "+",
    "*",
    "float4",
    "x",
    "y",
    "1",
    "2.5f",
    "\"s\"",
    "template",
    "typename",
    "T",
    "if",
    "else",
    "for",
    "return",
    "cbuffer",
    "register",
    "t0",
    "operator",
    "namespace",
    "enum",
    "class",
    "typedef",
    "using",
    "const",
    "inout",
    "sample",
    ".",
    "#define",
    "\n",
    "F(",
    "#if",
    "#endif",
    "##",
    "#",
    "__VA_ARGS__",
    "...",
    "technique",
    "case",
    "switch",
    "default",
    "unsigned",
    "sizeof",
    "this",
    "->",
    "_Pragma",
    "'",
    "\"",
    "\\\n",
    "/*",
    "*/",
    "//",
];

fn words(picks: &[usize]) -> String {
    picks.iter().map(|&i| WORDS[i]).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn any_words_in_any_order_do_no_harm(picks in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let source = words(&picks);
        let run = Run::new(&source);
        let _ = (run.diagnostics(), run.tree(), run.text());
    }

    #[test]
    fn any_text_does_no_harm(source in "[ -~\n\\PC]{0,80}") {
        let run = Run::new(&source);
        let _ = (run.diagnostics(), run.tree(), run.text());
    }

    #[test]
    fn printing_and_preprocessing_again_changes_nothing(picks in proptest::collection::vec(0..WORDS.len(), 0..40)) {
        let source = words(&picks);
        let once = Run::new(&source);
        prop_assume!(!once.errors.iter().any(|d| d.info.code < "E0160"));
        let again = Run::new(&once.text());
        let tokens = |run: &Run| run.out.tokens.iter().map(|t| t.text(&run.interner).to_owned()).collect::<Vec<_>>();
        prop_assert_eq!(tokens(&once), tokens(&again));
    }
}
