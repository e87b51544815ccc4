//! Reads `hlslc.toml`, the file that describes a project of shaders, to typed settings.
//!
//! Input: the text of the file. Output: a [`Project`], and a [`Problem`] with its place for everything that is wrong. What is
//! wrong is left out of the settings and everything else is kept, so an editor can work with a file that is being typed. Nothing
//! here does I/O: paths are text, relative to the folder of the file. The keys are rows of one table, [`keys::TABLES`], from which
//! the reader, the suggestions and the page `docs/31-hlslc-toml.md` are made.
//!
//! ```
//! let parsed = hlslc_project::parse("[[entry]]\nfile = 'lit.hlsl'\nprofile = 'ps_6_6'\n");
//! assert!(parsed.problems.is_empty());
//! assert_eq!(parsed.project.entries[0].file.value, "lit.hlsl");
//!
//! let parsed = hlslc_project::parse("[[entry]]\nfile = 'lit.hlsl'\nprofile = 'ps_6_6'\nentri = 'f'\n");
//! assert_eq!(parsed.problems[0].message, "unknown key `entri` in [[entry]]: did you mean `entry`?");
//! ```

#![warn(clippy::wildcard_enum_match_arm)]

pub mod keys;
mod problem;
mod read;
mod settings;

pub use hlslc_base::Target;
pub use hlslc_syntax::LanguageVersion;
pub use problem::{Problem, line_and_column};
pub use read::parse;
pub use settings::{
    Axis, AxisValues, BraceStyle, Define, DefineValue, Entry, Exclusion, Format, General, Level, Lint, OutputKind,
    Parsed, Project, Setting, Spanned, Variants,
};

/// The name of the file, which is looked for in the folder of a source and those above it.
pub const FILE_NAME: &str = "hlslc.toml";
