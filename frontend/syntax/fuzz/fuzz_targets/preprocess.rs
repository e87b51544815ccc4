//! Any bytes through the preprocessor, and what it prints through it again.
#![no_main]

use hlslc_base::render::{Style, render};
use hlslc_base::source::IncludedFile;
use hlslc_base::{Budgets, Diagnostics, IncludeResolver, Interner, SourceMap, Span};
use hlslc_syntax::preprocess::{self, Preprocessed};
use hlslc_syntax::{PreprocessOptions, preprocess as run};
use libfuzzer_sys::fuzz_target;

/// Every include is found and holds the input.
struct Itself<'a>(&'a [u8]);

impl IncludeResolver for Itself<'_> {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        Ok((path.len() % 3 != 0).then(|| IncludedFile { name: path.to_owned(), bytes: self.0.to_vec() }))
    }
}

fuzz_target!(|data: &[u8]| {
    let mut map = SourceMap::new();
    let mut interner = Interner::default();
    let mut errors = Diagnostics::default();
    let budgets = Budgets { expanded_tokens: 20_000, include_depth: 8, nesting: 64, ..Budgets::default() };
    let options = PreprocessOptions { budgets, keep_pragmas: true, ..PreprocessOptions::default() };
    let main = map.add_file("main.hlsl", preprocess::decode(data), Span::NONE).expect("there is room");
    let out: Preprocessed = run(&mut map, &mut interner, &Itself(data), main, &options, &mut errors);
    let _ = preprocess::print::print(&out, &map, &interner);
    let _ = render(&map, errors.iter().take(20), Style::Excerpt, false);
});
