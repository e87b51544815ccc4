//! Runs the steps of this crate over texts of tests.
#![allow(dead_code, reason = "each test binary uses some of it")]

use hlslc_base::render::{Style, render};
use hlslc_base::source::IncludedFile;
use hlslc_base::{Diagnostics, IncludeResolver, Interner, SourceMap, Span};
use hlslc_syntax::ast::Ast;
use hlslc_syntax::{PreprocessOptions, Preprocessed, parse, preprocess};

/// Files that exist in a test: (name, contents).
pub struct Files(pub Vec<(&'static str, &'static str)>);

impl IncludeResolver for Files {
    fn resolve(&self, path: &str, _: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        if path == "locked.hlsli" {
            return Err("permission denied".to_owned());
        }
        let found = self.0.iter().find(|f| f.0 == path && !(is_angled && path == "beside.hlsli"));
        Ok(found.map(|f| IncludedFile { name: f.0.to_owned(), bytes: f.1.as_bytes().to_vec() }))
    }
}

/// Everything that the steps made of one text.
pub struct Run {
    pub map: SourceMap,
    pub interner: Interner,
    pub errors: Diagnostics,
    pub out: Preprocessed,
    pub ast: Ast,
}

impl Run {
    pub fn new(source: &str) -> Self {
        Self::with(source, &PreprocessOptions::default(), &Files(Vec::new()))
    }

    pub fn with(source: &str, options: &PreprocessOptions, files: &Files) -> Self {
        let mut map = SourceMap::new();
        let mut interner = Interner::default();
        let mut errors = Diagnostics::default();
        let main = map.add_file("main.hlsl", source, Span::NONE).expect("there is room");
        let out = preprocess(&mut map, &mut interner, files, main, options, &mut errors);
        let ast = parse(&out, &interner, &options.budgets, &mut errors).partial();
        Self { map, interner, errors, out, ast }
    }

    /// All diagnostics with excerpts.
    pub fn diagnostics(&self) -> String {
        render(&self.map, &self.errors, Style::Excerpt, false)
    }

    /// All diagnostics, a line each.
    pub fn lines(&self) -> String {
        render(&self.map, &self.errors, Style::Clang, false)
    }

    /// The tree.
    pub fn tree(&self) -> String {
        hlslc_syntax::print::print(&self.ast, &self.interner, None)
    }

    /// The preprocessed text.
    pub fn text(&self) -> String {
        preprocess::print::print(&self.out, &self.map, &self.interner)
    }
}

/// A source and what came of it, as one text to be reviewed.
pub fn side_by_side(source: &str, result: &str) -> String {
    format!("{}\n----------\n{}", source.trim_end(), result.trim_end())
}

/// The tree of a source without errors.
pub fn tree(source: &str) -> String {
    let run = Run::new(source);
    assert!(!run.errors.has_errors(), "{}", run.diagnostics());
    side_by_side(source, &run.tree())
}
