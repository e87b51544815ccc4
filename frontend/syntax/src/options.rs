//! Defines the options of the preprocessor.

use hlslc_base::budget::Budgets;
use hlslc_base::target::Stage;

/// A version of the language: the `-HV` option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LanguageVersion {
    /// `-HV 2015`: as fxc.
    V2015,
    /// `-HV 2016`.
    V2016,
    /// `-HV 2017`.
    V2017,
    /// `-HV 2018`.
    V2018,
    /// `-HV 2021`: templates, operator overloading, short circuits.
    #[default]
    V2021,
    /// `-HV 202x`: what comes next.
    V202X,
}

/// (version, spelling, value of `__HLSL_VERSION`).
const VERSIONS: [(LanguageVersion, &str, u32); 6] = [
    (LanguageVersion::V2015, "2015", 2015),
    (LanguageVersion::V2016, "2016", 2016),
    (LanguageVersion::V2017, "2017", 2017),
    (LanguageVersion::V2018, "2018", 2018),
    (LanguageVersion::V2021, "2021", 2021),
    (LanguageVersion::V202X, "202x", 2029),
];

impl LanguageVersion {
    /// The version that `-HV` names.
    pub fn from_option(text: &str) -> Option<Self> {
        VERSIONS.iter().find(|row| row.1.eq_ignore_ascii_case(text)).map(|row| row.0)
    }

    /// What `-HV` calls it.
    pub fn name(self) -> &'static str {
        VERSIONS[self as usize].1
    }

    /// The value of `__HLSL_VERSION`.
    pub fn number(self) -> u32 {
        VERSIONS[self as usize].2
    }
}

/// A macro from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// Its name, possibly with parameters: `F(x)`.
    pub name: String,
    /// Its expansion.
    pub value: String,
}

impl Define {
    /// Reads what follows `-D`: `NAME` (which means 1) or `NAME=VALUE`.
    pub fn from_option(text: &str) -> Self {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        Self { name: name.to_owned(), value: value.to_owned() }
    }
}

/// Everything that changes what the preprocessor does.
#[derive(Clone, Debug)]
pub struct PreprocessOptions {
    /// `-HV`.
    pub language: LanguageVersion,
    /// Stage of the target profile.
    pub stage: Stage,
    /// Shader model as the profile spells it: (6, 6); for `lib_6_x` the minor version is 15.
    pub shader_model: (u8, u8),
    /// `-spirv`: the version that the environment takes.
    pub spirv: Option<(u8, u8)>,
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-D`, in order.
    pub defines: Vec<Define>,
    /// Names of macros of which it is noted whether the source asks about them: those that vary between compilations.
    pub watched: Vec<String>,
    /// Names that are expanded after the source, as if each stood on a line of its own there.
    pub expands_after: Vec<String>,
    /// `-ignore-line-directives`.
    pub ignore_line_directives: bool,
    /// Keep pragmas as tokens of their own, for [`print`](crate::preprocess::print): the `-P` option.
    pub keep_pragmas: bool,
    /// Whether operands of `##` are expanded first, as FXC does.
    pub legacy_macros: bool,
    /// Limits.
    pub budgets: Budgets,
}

impl Default for PreprocessOptions {
    fn default() -> Self {
        Self {
            language: LanguageVersion::default(),
            stage: Stage::Compute,
            shader_model: (6, 6),
            spirv: None,
            native_16bit: false,
            defines: Vec::new(),
            watched: Vec::new(),
            expands_after: Vec::new(),
            ignore_line_directives: false,
            keep_pragmas: false,
            legacy_macros: false,
            budgets: Budgets::default(),
        }
    }
}
