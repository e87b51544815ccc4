//! Tests the types in the debug information of a container: aliases, enumerators, and types of functions.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

const SOURCE: &str = "typedef float4 Colour;
enum class Way { Left = -2, Right = 5 };
enum Plain : uint64_t { One = 1 };
struct Pair { Colour first; float second; float sum(Colour more, int n) { return first.x + more.x * n; } };
Colour both(Pair pair, out float rest) { rest = pair.second; return pair.first; }
void nothing() {}
float4 main(Colour colour : COLOUR, nointerpolation int n : N) : SV_Target {
    Way way = n > 2 ? Way::Right : Way::Left;
    Plain plain = One;
    Pair pair = { colour, 2 };
    Colour several[2] = { colour, colour * 2 };
    float rest;
    Colour made = both(pair, rest);
    nothing();
    return made + rest + pair.sum(made, n) + (int)way + (int)plain + several[n & 1];
}
";

#[test]
fn names_of_types_enumerators_and_functions() {
    let words = ["-T", "ps_6_0", "-HV", "2021", "-Zi", "-Qembed_debug"].map(str::to_owned);
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("shader.hlsl", SOURCE.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    let listing = hlslc::disassemble(&output.object.unwrap_or_default()).expect("a listing");
    let shown = [
        "DW_TAG_typedef, name: \"Colour\"",
        "DIEnumerator",
        "DW_TAG_enumeration",
        "DISubprogram",
        "DISubroutineType",
        "DILocalVariable",
    ];
    // The numbers of records are those of all of them.
    let lines = listing.lines().filter(|line| shown.iter().any(|word| line.contains(word)));
    let lines: Vec<&str> = lines.filter_map(|line| line.split_once(" = ").map(|parts| parts.1)).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
