//! Any bytes through the preprocessor and the parser, and the tree through its printer.
#![no_main]

use hlslc_base::render::{Style, render};
use hlslc_base::source::NoIncludes;
use hlslc_base::{Budgets, Diagnostics, Interner, SourceMap, Span};
use hlslc_syntax::{PreprocessOptions, parse, preprocess};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut map = SourceMap::new();
    let mut interner = Interner::default();
    let mut errors = Diagnostics::default();
    let budgets = Budgets { expanded_tokens: 20_000, nesting: 64, ..Budgets::default() };
    let options = PreprocessOptions { budgets, ..PreprocessOptions::default() };
    let main = map.add_file("main.hlsl", preprocess::decode(data), Span::NONE).expect("there is room");
    let out = preprocess(&mut map, &mut interner, &NoIncludes, main, &options, &mut errors);
    let ast = parse(&out, &interner, &options.budgets, &mut errors);
    let _ = hlslc_syntax::print::print(&ast, &interner, Some(&map));
    let _ = render(&map, errors.iter().take(20), Style::Excerpt, false);
});
