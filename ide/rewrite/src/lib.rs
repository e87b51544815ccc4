//! Rewrites the text of a shader to one that compiles to the same code.
//!
//! Input: for [`rewrite`] a preprocessed text, which includes nothing and has no macros; for [`fold_conditions`] a text as an author
//! wrote it. Output: a text. Parts of the input are left out, moved or shortened, and everything else stays as it was written:
//! nothing is printed from a tree, so nothing can be printed wrong.
//!
//! What an entry point needs is decided by what names mean, as the checker resolves them: a declaration is needed if a name in a needed one
//! means it. Where nothing is resolved (the target is not given, the text does not check, a template that nothing calls), it is needed if its name
//! is mentioned. Nothing here does I/O.

#![warn(clippy::wildcard_enum_match_arm)]

mod buffer;
mod fold;
mod globals;
mod items;
mod meaning;
mod minify;
mod reach;
mod tokens;

pub use fold::{Condition, fold_conditions};

use hlslc_base::Target;
use hlslc_base::render::{Style, render};
use hlslc_syntax::PreprocessOptions;

/// How a text is to be rewritten; [`Request::default`] changes nothing.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The language; its defines have no effect any more.
    pub language: PreprocessOptions,
    /// What is compiled; without it nothing is resolved.
    pub target: Option<Target>,
    /// The functions that must stay; without any, all that a library exports.
    pub entries: Vec<String>,
    /// `-remove-unused-globals`: leaves out static variables and functions that are not needed.
    pub remove_globals: bool,
    /// `-remove-unused-functions`: leaves out functions and types that are not needed.
    pub remove_functions: bool,
    /// `-decl-global-cb`: constants outside all buffers are declared in one, `GlobalCB`.
    pub global_buffer: bool,
    /// `-skip-fn-body`: functions are declared, not defined.
    pub skip_bodies: bool,
    /// `-skip-static`: where functions are declared alone, what is static is left out.
    pub skip_static: bool,
    /// `-global-extern-by-default`: variables outside functions are declared `extern`.
    pub extern_globals: bool,
    /// Leaves out white space and comments.
    pub minify: bool,
    /// Gives short names to functions, parameters and local variables.
    pub shorten_names: bool,
}

/// Rewrites a preprocessed text. An error is in words for the user.
pub fn rewrite(name: &str, text: &str, request: &Request) -> Result<String, String> {
    let mut text = text.to_owned();
    if request.global_buffer {
        text = buffer::collect(&text, &items::Unit::parse(name, &text, &request.language)?)?;
    }
    if request.remove_globals || request.remove_functions {
        let mut unit = items::Unit::parse(name, &text, &request.language)?;
        if let Some(entry) = request.entries.iter().find(|entry| !unit.has_function(entry)) {
            return Err(format!("error: there is no function `{entry}`\n"));
        }
        text = reach::remove(&text, &mut unit, request);
    }
    if request.extern_globals {
        text = globals::extern_by_default(&text, &items::Unit::parse(name, &text, &request.language)?);
    }
    if request.skip_bodies && request.skip_static {
        text = globals::without_static(&text, &items::Unit::parse(name, &text, &request.language)?);
    }
    if request.skip_bodies {
        text = reach::skip_bodies(&text, &items::Unit::parse(name, &text, &request.language)?);
    }
    if request.shorten_names {
        text = minify::shorten(&text, &items::Unit::parse(name, &text, &request.language)?, &request.entries);
    }
    if request.minify {
        text = minify::minify(&text);
    }
    Ok(text)
}

/// Diagnostics as text.
fn rendered(map: &hlslc_base::SourceMap, errors: &hlslc_base::Diagnostics) -> String {
    render(map, errors, Style::Clang, false)
}
