//! Runs the checker on a source, and returns its diagnostics and the program.

use hlslc_base::render::{Style, render};
use hlslc_base::source::NoIncludes;
use hlslc_base::{Budgets, Diagnostics, Interner, SourceMap, Span};
use hlslc_hir::dialect::Dialect;
use hlslc_sema::CheckOptions;
use hlslc_syntax::{LanguageVersion, PreprocessOptions};

/// A check, ready to run.
#[derive(Default)]
pub struct Case {
    /// The options.
    pub options: CheckOptions,
    /// The limits.
    pub budgets: Budgets,
}

/// What came of it.
#[allow(dead_code, reason = "not every test looks at all of it")]
pub struct Outcome {
    /// The problems.
    pub found: Diagnostics,
    /// The problems as text.
    pub messages: String,
    /// The program as text.
    pub program: String,
}

impl Case {
    /// A case from words like those of the command line: a profile, `2018`, `16bit`, `spirv`, `exports=list`, `payload`,
    /// `unset`, `shadows`.
    pub fn new(words: &str) -> Self {
        let mut case = Self::default();
        for word in words.split_whitespace() {
            match word {
                "16bit" => case.options.native_16bit = true,
                "spirv" => case.options.dialect = Dialect::SPIRV,
                "unset" => case.options.warns_of_unset = true,
                "shadows" => case.options.warns_of_shadows = true,
                "payload" => case.options.library.payload_qualifiers = Some(true),
                _ if word.starts_with("exports=") => {
                    let list = word.trim_start_matches("exports=");
                    case.options.library.add_exports(list).unwrap_or_else(|why| panic!("{why}"));
                }
                _ if LanguageVersion::from_option(word).is_some() => {
                    case.options.language = LanguageVersion::from_option(word).unwrap();
                }
                _ => case.options.target = word.parse().unwrap_or_else(|_| panic!("no profile: {word}")),
            }
        }
        case
    }

    /// Preprocesses, parses and checks a source.
    pub fn run(&self, source: &str) -> Outcome {
        let mut map = SourceMap::new();
        let mut names = Interner::default();
        let mut found = Diagnostics::default();
        let file = map.add_file("t.hlsl", source, Span::NONE).expect("sources of tests are small");
        let wanted = PreprocessOptions {
            language: self.options.language,
            stage: self.options.target.stage,
            native_16bit: self.options.native_16bit,
            ..PreprocessOptions::default()
        };
        let tokens = hlslc_syntax::preprocess(&mut map, &mut names, &NoIncludes, file, &wanted, &mut found);
        let ast = hlslc_syntax::parse(&tokens, &names, &self.budgets, &mut found).partial();
        let program = hlslc_sema::check(&ast, &mut names, &self.options, &self.budgets, &mut found).partial();
        if !found.has_errors() {
            assert_eq!(hlslc_hir::verify::verify(&program), Vec::<String>::new());
        }
        let messages = render(&map, &found, Style::Clang, false);
        Outcome { program: hlslc_hir::print::print(&program, &names), messages, found }
    }
}
