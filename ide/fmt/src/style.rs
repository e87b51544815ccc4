//! Defines what a project chooses about the form of its sources.

use hlslc_project::{BraceStyle, Format};

/// How a source is to look. [`Style::default`] follows each file in what its authors agree on, and is strict in the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The columns of a row; statements that are longer are broken where that is possible. Zero breaks none.
    pub width: u32,
    /// What a step of indentation is.
    pub indent: Indent,
    /// The columns between tab stops.
    pub tab: u32,
    /// Where the `{` of functions, records and namespaces stands.
    pub braces: Braces,
    /// Where the `{` of `if`, `for` and the like stands.
    pub control_braces: Braces,
    /// The empty rows that are kept in sequence.
    pub blank_lines: u32,
    /// Columns that the author aligned in declarations and comments are aligned again.
    pub align: bool,
}

/// A step of indentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indent {
    /// What most of the file has; four blanks in a file without.
    Auto,
    /// Blanks.
    Spaces(u32),
    /// A tab.
    Tab,
}

/// Where an opening brace stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Braces {
    /// Where most of the file has it; on a row of its own in a file without.
    Auto,
    /// On the row of what it belongs to.
    SameLine,
    /// On a row of its own.
    NextLine,
    /// Where each author put it.
    Keep,
}

impl Style {
    /// The style that `hlslc.toml` asks for; what it leaves out is as in [`Style::default`].
    pub fn of_project(format: &Format) -> Self {
        let default = Self::default();
        let indent = format.indent.as_ref().map(|indent| indent.value);
        let braces = match format.brace_style.as_ref().map(|style| style.value) {
            None => Braces::Auto,
            Some(BraceStyle::NextLine) => Braces::NextLine,
            Some(BraceStyle::SameLine) => Braces::SameLine,
            Some(BraceStyle::Keep) => Braces::Keep,
        };
        Self {
            width: format.width.as_ref().map_or(default.width, |width| width.value),
            indent: match (format.use_tabs.as_ref().map(|tabs| tabs.value), indent) {
                (Some(true), _) => Indent::Tab,
                (_, Some(columns)) => Indent::Spaces(columns),
                (Some(false), None) => Indent::Spaces(4),
                (None, None) => Indent::Auto,
            },
            tab: indent.unwrap_or(default.tab).clamp(1, 16),
            braces,
            control_braces: braces,
            ..default
        }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self {
            width: 120,
            indent: Indent::Auto,
            tab: 4,
            braces: Braces::Auto,
            control_braces: Braces::Auto,
            blank_lines: 2,
            align: true,
        }
    }
}
