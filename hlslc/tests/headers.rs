//! Tests the headers that are built in, as in DXC, beside those for Vulkan: their contents, and that a file of the same
//! name takes precedence.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

fn reported(source: &str) -> String {
    let words = ["-T", "ps_6_0", "-E", "main", "-HV", "2021"].map(str::to_owned);
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &NoIncludes).render(Style::Clang, false)
}

#[test]
fn types_are_asked_what_they_are() {
    let source = "#include <dx\\linalg.h>
#include <type_traits>
_Static_assert(hlsl::is_arithmetic_vector<float4>::value && !hlsl::is_arithmetic_vector<bool2>::value, \"numbers\");
_Static_assert(!hlsl::is_signed<uint>::value && hlsl::is_signed<half>::value, \"signs\");
_Static_assert(hlsl::is_same<int, hlsl::strip_vector_type<int3>::type>::value, \"components\");
_Static_assert(hlsl::is_vector<int2>::value && !hlsl::is_vector<int>::value, \"vectors\");
float4 main(hlsl::enable_if<true, float4>::type v : V) : SV_Target { return v; }";
    assert_eq!(reported(source), "");
}

#[test]
fn vectors_have_parts() {
    let source = |part: &str| {
        format!(
            "#include <vector_utils>
float4 main(float4 v : V) : SV_Target {{ return float4(hlsl::slice<1, 2>(v), hlsl::slice<{part}>(v)); }}"
        )
    };
    assert_eq!(reported(&source("2")), "");
    let beyond = reported(&source("3, 2"));
    assert!(beyond.starts_with("a.hlsl:2:83: error: no matching function for call to `slice`"), "{beyond}");
}
