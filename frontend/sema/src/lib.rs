//! Checks the syntax tree and creates the checked program: names are resolved, types computed, and all conversions
//! explicit.
//!
//! Input: an [`Ast`]. Output: a [`Program`] and diagnostics. What holds of the program is said in
//! [`hlslc_hir::hir`]; it holds if no error was reported.
//!
//! ```text
//! check ── check::decl (items in order) ──► scope, resolve_type, check::{record, function, global}
//!       ── check::function (bodies) ──► check::stmt ──► check::expr ──► convert, overload, template, consteval
//!       ── check::entry ──► entry points and their signatures
//!       ── reach ──► recursion, what the target lacks
//! ```
//!
//! Declarations are checked in source order, bodies as soon as the declaration around them is complete. A template is
//! checked again for each list of arguments. Types in error ([`Types::ERROR`](hlslc_hir::types::Types::ERROR)) fit
//! everything silently, so one mistake gives one error.

#![warn(clippy::wildcard_enum_match_arm)]

mod builtin_types;
mod builtin_values;
mod check;
mod coherence;
mod consteval;
mod convert;
mod cx;
mod deduction;
mod dx;
pub mod errors;
pub mod exports;
mod facts;
mod flow;
mod fold;
mod ids;
mod instances;
pub mod intrinsic_match;
mod intrinsic_words;
mod loss;
mod mangle;
mod names;
mod orientation;
mod outside;
mod overload;
mod overload_index;
mod reach;
mod record_info;
mod resolve_type;
mod rootsig;
mod same_template;
mod scope;
mod score;
mod specialization;
mod std_names;
mod summary;
mod template;
pub mod uses;

pub use check::vulkan;
use cx::Checker;
pub use exports::LibraryOptions;
use hlslc_base::{Budgets, Diagnostics, Interner, Recovered, ShaderModel, Stage, Target};
use hlslc_hir::dialect::Dialect;
use hlslc_hir::hir::Program;
use hlslc_hir::types::{MAX_LANES, Orientation};
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::Ast;
use hlslc_syntax::known::LeftOut;
pub use intrinsic_words::prototype;
use uses::Uses;

/// The options of the checker.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// `-T`.
    pub target: Target,
    /// `-E`. Not looked at for libraries.
    pub entry: String,
    /// `-HV`.
    pub language: LanguageVersion,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-precise-output`: semantics of what is precise.
    pub precise_outputs: Vec<String>,
    /// `-Zpr` or `-Zpc`.
    pub default_orientation: Orientation,
    /// `-Gec`: what the application gives in constant buffers may be written, as a copy that each run of the shader has.
    pub writable_constants: bool,
    /// `-Gec`, to DXIL: some semantics of Direct3D 9 stand for system values.
    pub old_semantics: bool,
    /// `-Wno-return-type`: what a function gives that ends without `return` is undefined, and no error.
    pub may_end_early: bool,
    /// Whether to look for reads of local variables that nothing has written: those warnings are given on request.
    pub warns_of_unset: bool,
    /// Whether to look for declarations that hide others: that warning is given on request.
    pub warns_of_shadows: bool,
    /// What the language has for the family of the target: `-spirv`.
    pub dialect: Dialect,
    /// The version that root signatures are read in; `None` if they do not matter.
    pub root_signatures: Option<hlslc_rootsig::Version>,
    /// For libraries: what goes out.
    pub library: LibraryOptions,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self {
            target: Target { stage: Stage::Compute, model: ShaderModel::new(6, 6) },
            entry: "main".to_owned(),
            language: LanguageVersion::default(),
            native_16bit: false,
            precise_outputs: Vec::new(),
            default_orientation: Orientation::ColumnMajor,
            writable_constants: false,
            old_semantics: false,
            may_end_early: false,
            warns_of_unset: false,
            warns_of_shadows: false,
            dialect: Dialect::DXIL,
            root_signatures: Some(hlslc_rootsig::Version::default()),
            library: LibraryOptions::default(),
        }
    }
}

impl CheckOptions {
    /// Whether `&&`, `||` and `?:` evaluate only what they need.
    pub fn short_circuits(&self) -> bool {
        self.language >= LanguageVersion::V2021
    }

    /// Whether structs of one layout are types of their own.
    pub fn strict_structs(&self) -> bool {
        self.language >= LanguageVersion::V2021
    }

    /// Whether what a `for` declares belongs to the block around the loop.
    pub fn loops_leak(&self) -> bool {
        self.language < LanguageVersion::V2021
    }

    /// The most numbers that a vector may have: what this shader model and target know.
    pub fn most_lanes(&self) -> u16 {
        if self.target.model >= ShaderModel::new(6, 9) && self.dialect.long_vectors { MAX_LANES } else { 4 }
    }

    /// Whether a constant index outside of an array is an error.
    pub fn strict_bounds(&self) -> bool {
        self.language > LanguageVersion::V2016
    }
}

/// Checks a translation unit. After an error the program lacks what the error is about.
pub fn check(
    ast: &Ast,
    interner: &mut Interner,
    options: &CheckOptions,
    budgets: &Budgets,
    diags: &mut Diagnostics,
) -> Recovered<Program> {
    check_with(ast, interner, options, budgets, diags, None, None)
}

/// The same; what names mean is recorded if a caller asks for it, and bodies that were left out count as there.
pub fn check_with(
    ast: &Ast,
    interner: &mut Interner,
    options: &CheckOptions,
    budgets: &Budgets,
    diags: &mut Diagnostics,
    uses: Option<&mut Uses>,
    left_out: Option<&LeftOut>,
) -> Recovered<Program> {
    let before = diags.error_count();
    let mut checker = Checker::new(ast, interner, options, budgets, diags);
    std_names::open(&mut checker.scopes, checker.global_scope, checker.names);
    (checker.uses, checker.left_out) = (uses, left_out);
    checker.program.default_orientation = Some(options.default_orientation);
    checker.program.native_16bit = options.native_16bit;
    // Most of what stands outside is functions.
    checker.program.funcs.reserve(ast.items.len());
    for (position, &item) in ast.items.iter().enumerate() {
        checker.position = position;
        checker.check_item(item);
        checker.check_pending();
    }
    if let Some(budget) = checker.exhausted.take() {
        checker.diags.push(budget);
    }
    checker.check_payload_templates();
    if !checker.diags.has_errors() {
        checker.check_templates_alone();
    }
    // What is missing or wrong at an entry point is mostly a consequence of errors before.
    if !checker.diags.has_errors() {
        checker.check_payload_option();
        checker.check_combined();
        checker.find_entries();
        checker.settle_exports();
    }
    if !checker.diags.has_errors() {
        checker.check_reachable();
    }
    let program = checker.program;
    diags.recovered(before, program)
}

/// The names of attributes as sources write them, and whether they take arguments.
pub fn attributes() -> &'static [(&'static str, bool)] {
    check::attr::WRITTEN
}
