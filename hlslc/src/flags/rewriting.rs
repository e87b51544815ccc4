//! Names what the options of rewriting do. Those of DXC's `dxr` are rows of the table of options, where a compilation rejects
//! them; the others, which only `hlslc rewrite` has, are rows here.
//!
//! Input: the spelling of an option. Output: its effect, which [`rewrite`](crate::rewrite) carries out.

use super::{Does, all};

/// The effect of an option of rewriting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewrites {
    /// Nothing: the text is what preprocessing makes of it.
    Unchanged,
    /// Static variables and functions that the entry point does not need are left out.
    RemoveGlobals,
    /// Functions and types that the entry point does not need are left out.
    RemoveFunctions,
    /// Constants outside all buffers are declared in one.
    GlobalBuffer,
    /// Functions are declared, not defined.
    SkipBodies,
    /// Static variables and functions are left out, if functions are declared alone.
    SkipStatic,
    /// Variables outside functions are declared `extern`.
    ExternGlobals,
    /// `#line` stays.
    KeepLines,
    /// The conditions that the given macros decide are decided, and nothing else changes.
    FoldConditions,
    /// The next argument is a macro that is undefined.
    Undefine,
    /// White space and comments are left out.
    Minify,
    /// The same, and names become short.
    MinifyNames,
    /// Nothing: not supported yet.
    NotYet,
}

/// The options that `dxr` does not have.
const FURTHER: [(&str, Rewrites); 4] = [
    ("fold-conditions", Rewrites::FoldConditions),
    ("U", Rewrites::Undefine),
    ("minify", Rewrites::Minify),
    ("minify-names", Rewrites::MinifyNames),
];

impl Rewrites {
    /// The reason for which a compilation rejects these options.
    pub const REJECTED: &str = "an option of the rewriter, which is not part of the compiler";

    /// Every option, by its spelling without the dash.
    pub fn options() -> impl Iterator<Item = (&'static str, Self)> {
        let of_dxr = all().filter_map(|flag| match flag.does {
            Does::Rewrites(effect) => Some(flag.names.iter().map(move |&name| (name, effect))),
            Does::Set(_) | Does::Nothing | Does::Note(_) | Does::NotYet | Does::Rejected(_) => None,
        });
        of_dxr.flatten().chain(FURTHER)
    }

    /// The option of this spelling, without the dash.
    pub fn named(name: &str) -> Option<Self> {
        Self::options().find(|option| option.0 == name).map(|option| option.1)
    }
}
