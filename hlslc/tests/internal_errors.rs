//! A mistake of ours ends as one error that says where: it never takes down the program that compiles.

use hlslc::{Compiler, IncludeResolver, IncludedFile, Options, Style};

/// Stands for code with a mistake in it.
struct Broken;

impl IncludeResolver for Broken {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        panic!("no resolver for `{path}`")
    }
}

#[test]
fn a_panic_is_one_error_that_names_stage_and_entry() {
    let options = Options::default().with(|options| {
        options.target = "cs_6_0".parse().ok();
        "start".clone_into(&mut options.entry);
    });
    let source = b"int before = 1.0.0;\n#include \"lost.hlsli\"\n[numthreads(1, 1, 1)] void start() {}\n";
    let output = Compiler::new(options).compile("a.hlsl", source, &Broken);
    assert!(output.object.is_none());
    insta::assert_snapshot!(output.render(Style::Clang, false));
}

#[test]
fn a_long_vector_is_cut_to_another_long_one() {
    let options = Options::default().with(|options| options.target = "cs_6_9".parse().ok());
    let source = b"RWByteAddressBuffer x; [numthreads(1, 1, 1)] void main() { vector<float, 9> v = x.Load<vector<float, 12> >(0); x.Store(0, v); }";
    let output = Compiler::new(options).compile("a.hlsl", source, &hlslc::NoIncludes);
    assert!(output.object.is_some(), "{}", output.render(Style::Clang, false));
}
