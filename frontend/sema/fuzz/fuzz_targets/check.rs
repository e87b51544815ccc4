//! Any bytes through preprocessor, parser and checker; what is accepted must be as the typed tree promises.
#![no_main]

use hlslc_base::render::{Style, render};
use hlslc_base::source::NoIncludes;
use hlslc_base::{Budgets, Diagnostics, Interner, SourceMap, Span, Target};
use hlslc_sema::{CheckOptions, check};
use hlslc_syntax::{PreprocessOptions, parse, preprocess};
use libfuzzer_sys::fuzz_target;

/// The first byte chooses the profile.
const PROFILES: [&str; 8] = ["cs_6_6", "ps_6_0", "vs_6_2", "lib_6_6", "gs_6_0", "hs_6_0", "ds_6_0", "ms_6_5"];

fuzz_target!(|data: &[u8]| {
    let Some((&first, source)) = data.split_first() else { return };
    let profile = PROFILES[usize::from(first) % PROFILES.len()];
    let target: Target = profile.parse().expect("the list holds profiles");
    let mut map = SourceMap::new();
    let mut interner = Interner::default();
    let mut errors = Diagnostics::default();
    let budgets = Budgets {
        expanded_tokens: 20_000,
        nesting: 64,
        instantiations: 200,
        instantiation_depth: 32,
        const_steps: 20_000,
        type_scalars: 1 << 16,
        ..Budgets::default()
    };
    let options = PreprocessOptions { budgets, stage: target.stage, ..PreprocessOptions::default() };
    let main = map.add_file("main.hlsl", preprocess::decode(source), Span::NONE).expect("there is room");
    let tokens = preprocess(&mut map, &mut interner, &NoIncludes, main, &options, &mut errors);
    let ast = parse(&tokens, &interner, &budgets, &mut errors);
    let options = CheckOptions { target, ..CheckOptions::default() };
    let program = check(&ast, &mut interner, &options, &budgets, &mut errors);
    if !errors.has_errors() {
        let _ = hlslc_hir::print::print(&program, &interner);
        assert_eq!(hlslc_hir::verify::verify(&program), Vec::<String>::new());
    }
    let _ = render(&map, errors.iter().take(20), Style::Excerpt, false);
});
