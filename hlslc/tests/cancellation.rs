//! Tests that a cancelled compilation ends with one error within a short time.

use hlslc::{Compiler, IncludeResolver, IncludedFile, NoIncludes, Options, OwnPass, Style};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

const SOURCE: &[u8] = b"#include \"part.hlsli\"\nRWBuffer<float> b;\nfloat f(float x) { for (int i = 0; i < 9; i++) x = x * x + i; return x; }\n\
                        [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { b[i] = f(b[i]); }";

fn options(more: &[&str]) -> Options {
    Options::from_args([&["-T", "cs_6_0"], more].concat()).expect("they are right")
}

fn reported(compiler: &Compiler, includes: &dyn IncludeResolver) -> String {
    let output = compiler.compile("a.hlsl", SOURCE, includes);
    assert!(output.object.is_none() && output.text.is_none());
    output.render(Style::Clang, false)
}

/// Wishes the end while the source is read.
struct Impatient(Arc<AtomicBool>);

impl IncludeResolver for Impatient {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        self.0.store(true, Ordering::Relaxed);
        Ok(Some(IncludedFile { name: path.to_owned(), bytes: Vec::new() }))
    }
}

#[test]
fn it_ends_between_stages() {
    let flag = Arc::new(AtomicBool::new(false));
    let compiler = Compiler::new(options(&[])).with_cancellation(Arc::clone(&flag));
    insta::assert_snapshot!(reported(&compiler, &Impatient(flag)), @"error: the compilation was cancelled");
}

#[test]
fn it_ends_between_passes() {
    static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    fn wish(_: &mut hlslc::Module) -> bool {
        FLAG.store(true, Ordering::Relaxed);
        false
    }
    for more in [&["-print-after-all"][..], &["-print-after-all", "-spirv"]] {
        FLAG.store(false, Ordering::Relaxed);
        let compiler = Compiler::new(options(more)).with_cancellation(Arc::clone(&FLAG));
        let compiler = compiler.with_pass(OwnPass { after: "mem2reg", run: wish });
        let output = compiler.compile("a.hlsl", SOURCE, &Empty);
        assert_eq!(output.diagnostics.error_count(), 1, "{}", output.render(Style::Clang, false));
        assert_eq!(output.dumps.last().map(|dump| dump.0.as_str()), Some("after early mem2reg"));
    }
}

#[test]
fn a_flag_that_nobody_sets_changes_nothing() {
    let plain = Compiler::new(options(&[]));
    let watched = plain.clone().with_cancellation(Arc::default());
    let object = |compiler: &Compiler| compiler.compile("a.hlsl", SOURCE, &Empty).object;
    assert_eq!(object(&plain), object(&watched));
    assert!(object(&plain).is_some());
    assert!(plain.compile("a.hlsl", SOURCE, &NoIncludes).object.is_none());
}

struct Empty;

impl IncludeResolver for Empty {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        Ok(Some(IncludedFile { name: path.to_owned(), bytes: Vec::new() }))
    }
}
