//! Tests the diagnostics of YAML that is not a root signature, or an invalid one.

use hlslc_base::render::{Style, render};
use hlslc_base::{SourceMap, Span};
use hlslc_rootsig::binary;
use hlslc_rootsig_syntax::yaml;

/// The diagnostics of a text, as a user sees them on one line each.
fn reported(text: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("in.yaml", text, Span::NONE).expect("it is short");
    let parsed = yaml::read(text, &|range| sources.span_in(file, range.start as usize..range.end as usize));
    let reported = render(&sources, &parsed.diagnostics, Style::Clang, false);
    // The first line of each diagnostic says it all; the others show the source again.
    let lines: Vec<&str> = reported.lines().filter(|line| line.starts_with("in.yaml")).collect();
    let verdict = if parsed.signature.is_some() { "taken" } else { "refused" };
    format!("{}\n{verdict}", lines.join("\n"))
}

const HEAD: &str = "Version: 2\nNumRootParameters: 1\nNumStaticSamplers: 0\nParameters:\n";
const CBV: &str =
    "  - ParameterType: CBV\n    ShaderVisibility: All\n    Descriptor: {RegisterSpace: 0, ShaderRegister: 0}\n";

#[test]
fn forms_that_are_taken() {
    let bytes = |text: &str| {
        let parsed = yaml::read(text, &|_| Span::NONE);
        binary::write(&parsed.signature.unwrap_or_else(|| panic!("{text}: {:#?}", parsed.diagnostics)))
    };
    let plain = bytes(&format!("{HEAD}{CBV}"));
    let indented = |text: &str, by: &str| text.lines().map(|line| format!("{by}{line}\n")).collect::<Vec<_>>().concat();
    let body = format!("{HEAD}{CBV}");
    assert_eq!(bytes(&format!("RootSignature:\n{}", indented(&body, "  "))), plain);
    let document = format!(
        "--- !dxcontainer\nHeader:\n  PartCount: 2\nParts:\n  - Name: SFI0\n    Size: 8\n  - Name: RTS0\n    RootSignature:\n{}...\n",
        indented(&body, "      ")
    );
    assert_eq!(bytes(&document), plain);
    // Numbers for names, as older releases of LLVM wrote, and flags that are off.
    assert_eq!(
        bytes(&body.replace("CBV", "2").replace("All", "0").replace('{', "{DATA_STATIC: false, NONE: false, ")),
        plain
    );
    assert_eq!(bytes(&body.replace("Version: 2", "Version: 0x2").replace('\n', "\r\n")), plain);
}

#[test]
fn what_is_reported() {
    let cases = [
        ("empty", String::new()),
        ("no mapping", "- 1\n- 2\n".to_owned()),
        ("not YAML", "Version: [2\n".to_owned()),
        ("a tab", "Version:\n\t- 2\n".to_owned()),
        ("an alias", "Version: &v 2\nParameters: *v\n".to_owned()),
        ("nested too deeply", "[".repeat(40)),
        ("a key that is no word", "? [a]\n: b\n".to_owned()),
        ("no root signature", "Parts:\n  - Name: DXIL\n".to_owned()),
        ("no version", "Parameters: []\n".to_owned()),
        ("unknown version", "Version: 9\nParameters: []\n".to_owned()),
        ("version that is a list", "Version: [1]\nParameters: []\n".to_owned()),
        ("parameters that are no list", "Version: 2\nParameters: {}\n".to_owned()),
        ("parameter that is no mapping", "Version: 2\nParameters: [1]\n".to_owned()),
        ("unknown key", format!("{HEAD}{CBV}Colour: red\n")),
        ("key twice", format!("{HEAD}{CBV}Version: 2\n")),
        ("unknown type", format!("{HEAD}{}", CBV.replace("CBV", "CVB"))),
        ("unknown number of a type", format!("{HEAD}{}", CBV.replace("CBV", "7"))),
        ("unknown visibility", format!("{HEAD}{}", CBV.replace("All", "all"))),
        ("no descriptor", format!("{HEAD}{}", CBV.replace("Descriptor:", "Constants:"))),
        ("no register", format!("{HEAD}{}", CBV.replace(", ShaderRegister: 0", ""))),
        ("register too large", format!("{HEAD}{}", CBV.replace("Register: 0}", "Register: 4294967296}"))),
        ("register that is a word", format!("{HEAD}{}", CBV.replace("Register: 0}", "Register: b0}"))),
        ("flag that is no boolean", format!("{HEAD}{CBV}AllowStreamOutput: 1\n")),
        ("flag of a range on a descriptor", format!("{HEAD}{}", CBV.replace('{', "{DESCRIPTORS_VOLATILE: true, "))),
        ("wrong count", format!("{}{CBV}", HEAD.replace("NumRootParameters: 1", "NumRootParameters: 3"))),
        (
            "float that is a word",
            format!(
                "{HEAD}{CBV}Samplers:\n  - {{MinLOD: low, ShaderRegister: 0, RegisterSpace: 0, ShaderVisibility: All}}\n"
            ),
        ),
        (
            "sampler that is not a number",
            format!(
                "{HEAD}{CBV}Samplers:\n  - {{MinLOD: .nan, ShaderRegister: 0, RegisterSpace: 0, ShaderVisibility: All}}\n"
            ),
        ),
        (
            "flags of 1.2 in 1.1",
            format!(
                "{HEAD}{CBV}Samplers:\n  - {{SAMPLER_FLAG_UINT_BORDER_COLOR: true, ShaderRegister: 0, RegisterSpace: 0, ShaderVisibility: All}}\n"
            ),
        ),
        ("two data flags", format!("{HEAD}{}", CBV.replace('{', "{DATA_STATIC: true, DATA_VOLATILE: true, "))),
        ("a register bound twice", format!("{HEAD}{CBV}{CBV}")),
        ("letters beyond ASCII", format!("{HEAD}{CBV}\"ünbekannt\": 1\n")),
    ];
    let lines: Vec<String> = cases.iter().map(|(name, text)| format!("-- {name}\n{}", reported(text))).collect();
    insta::assert_snapshot!("yaml", lines.join("\n\n"));
}
