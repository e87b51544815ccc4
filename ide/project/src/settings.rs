//! Defines the settings of a project as plain data.

use crate::problem::Problem;
use hlslc_base::Target;
use hlslc_syntax::LanguageVersion;
use std::ops::Range;

/// A value and where it is written: bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub range: Range<usize>,
}

/// A setting that may be left out.
pub type Setting<T> = Option<Spanned<T>>;

/// What a file says, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// Everything that could be read.
    pub project: Project,
    /// Everything that is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

/// A project of shaders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Project {
    /// `[project]`: what is true of every entry.
    pub general: General,
    /// `[[entry]]`: the programs, in the order of the text.
    pub entries: Vec<Entry>,
    /// `[variants]`: which combinations of the axes are compiled.
    pub variants: Variants,
    /// `[[axis]]`: macros and the values that each takes, in the order of the text.
    pub axes: Vec<Axis>,
    /// `[format]`: what sources look like.
    pub format: Format,
    /// `[lint]`: which messages are errors, and which are not reported.
    pub lints: Vec<Lint>,
}

/// `[project]`: what is true of every entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct General {
    /// Folders of included files, relative to the folder of the file, or absolute.
    pub include: Vec<Spanned<String>>,
    /// Macros.
    pub defines: Vec<Define>,
    /// The version of HLSL; that of the compiler if it is left out.
    pub language: Setting<LanguageVersion>,
    /// Further words of the command line, such as `-enable-16bit-types`.
    pub options: Vec<Spanned<String>>,
    /// The folder of what is written, relative to the folder of the file.
    pub output: Setting<String>,
}

/// `[[entry]]`: a program that is compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name in a manifest; the name of the file without its extension, and the entry point if it is not `main`.
    pub name: Spanned<String>,
    /// The source, relative to the folder of the file.
    pub file: Spanned<String>,
    /// The entry point, `main` if it is left out.
    pub entry: Spanned<String>,
    /// The profile.
    pub profile: Spanned<Target>,
    /// What it is compiled to; DXIL if it is left out. Not empty.
    pub targets: Vec<OutputKind>,
    /// Macros beside those of the project, which they override.
    pub defines: Vec<Define>,
    /// Further words of the command line, after those of the project.
    pub options: Vec<Spanned<String>>,
    /// The names of the axes that it varies over; all if it is left out.
    pub axes: Option<Vec<Spanned<String>>>,
}

/// What an entry is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutputKind {
    /// A container with DXIL.
    Dxil,
    /// A module of SPIR-V.
    Spirv,
}

impl OutputKind {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Dxil, "dxil"), (Self::Spirv, "spirv")];

    /// Its name in the file.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Its name.
    pub name: Spanned<String>,
    /// Its value.
    pub value: Spanned<DefineValue>,
}

/// The value of a macro.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefineValue {
    /// `false`: the macro is not defined.
    Undefined,
    /// The text that it expands to; `true` is the text `1`.
    Text(String),
}

impl DefineValue {
    /// The text that the macro expands to; none if it is not defined.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Undefined => None,
            Self::Text(text) => Some(text),
        }
    }
}

/// `[variants]`: which combinations of the axes are compiled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variants {
    /// Combinations that are left out.
    pub exclude: Vec<Exclusion>,
    /// The most variants that are compiled without asking.
    pub limit: Setting<u64>,
    /// The packed file, relative to the folder of the file.
    pub pack: Setting<String>,
    /// The manifest, relative to the folder of the file.
    pub manifest: Setting<String>,
}

/// A combination that is left out: all conditions hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// Macros, each with the values of which it has one.
    pub conditions: Vec<(Spanned<String>, Vec<DefineValue>)>,
    /// Where it is written.
    pub range: Range<usize>,
}

/// `[[axis]]`: what varies.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name, that of its macro if it has one.
    pub name: Spanned<String>,
    /// The macro that takes one of the values, if it is one.
    pub of_macro: Setting<String>,
    /// What it may be.
    pub values: AxisValues,
}

/// What an axis may be.
#[derive(Clone, Debug, PartialEq)]
pub enum AxisValues {
    /// One macro with one of these values.
    List(Vec<Spanned<DefineValue>>),
    /// One macro with a number of this range, the last included.
    Range {
        /// The first number.
        from: i64,
        /// The last number, not below the first.
        to: i64,
    },
    /// Several macros at once: one of these sets.
    Sets(Vec<Vec<Define>>),
}

impl AxisValues {
    /// How many there are.
    pub fn count(&self) -> u64 {
        match self {
            Self::List(values) => values.len() as u64,
            Self::Range { from, to } => to.abs_diff(*from).saturating_add(1),
            Self::Sets(sets) => sets.len() as u64,
        }
    }
}

/// `[format]`: what sources look like. The formatter documents what each setting means, and chooses what is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Format {
    /// The most columns of a line.
    pub width: Setting<u32>,
    /// Columns of one level of indentation.
    pub indent: Setting<u32>,
    /// Whether tabs indent, each as wide as `indent`.
    pub use_tabs: Setting<bool>,
    /// Where an opening brace stands.
    pub brace_style: Setting<BraceStyle>,
}

/// Where an opening brace stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BraceStyle {
    /// On a line by itself.
    NextLine,
    /// At the end of the line before.
    SameLine,
    /// Where the author has put it.
    Keep,
}

impl BraceStyle {
    /// Every style with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::NextLine, "next-line"), (Self::SameLine, "same-line"), (Self::Keep, "keep")];
}

/// A row of `[lint]`. Whether the code exists is known where messages are: to the compiler.
#[derive(Clone, Debug, PartialEq)]
pub struct Lint {
    /// The code of the message, or the name of its group.
    pub code: Spanned<String>,
    /// What it is.
    pub level: Spanned<Level>,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

impl Level {
    /// Every level with its name.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Allow, "allow"), (Self::Warn, "warn"), (Self::Deny, "deny")];
}
