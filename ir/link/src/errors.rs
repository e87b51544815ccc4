//! Lists the errors of linking: what is wrong between libraries.

use hlslc_base::{Diagnostic, Span};
use std::fmt::Write as _;

hlslc_base::diagnostics! {
    /// A function that is called and that no library defines.
    E1020 error symbol_missing(symbol: &str) => "no library defines the function `{symbol}`";
    /// Two libraries that define one function.
    E1021 error symbol_twice(symbol: &str, first: &str, second: &str) => "the function `{symbol}` is defined in `{first}` and in `{second}`: only one of them may export it";
    /// Two libraries that define one variable.
    E1022 error global_twice(name: &str, first: &str, second: &str) => "the variable `{name}` is defined in `{first}` and in `{second}`: give one of them another name";
    /// Two libraries that declare different resources of one name.
    E1023 error resource_differs(name: &str, first: &str, second: &str, how: &str) => "the resource `{name}` is not the same in `{first}` and in `{second}`: {how}";
    /// A call and a definition that do not agree.
    E1024 error function_differs(symbol: &str, caller: &str, definer: &str, how: &str) => "`{caller}` calls `{symbol}` of `{definer}` as something else than it is: {how}";
    /// A function to start with that is of another stage.
    E1025 error stage_differs(name: &str, stage: &str, target: &str) => "the entry point `{name}` is a {stage} shader, the target a {target} shader: name another target with `-T`, or another entry point with `-E`";
    /// A function to start with that no pipeline can start.
    E1026 error not_an_entry(name: &str, library: &str) => "the function `{name}` of `{library}` is no entry point: mark it with `[shader(\"…\")]`";
    /// A function to start with that no library has.
    E1027 error entry_missing(name: &str) => "no library defines the entry point `{name}`";
    /// Functions of several libraries that call each other in a circle.
    E1028 error recursion_across(path: &str) => "functions call each other in a circle, and recursion is not allowed: {path}";
    /// An export that no library defines.
    E1029 error export_missing(name: &str) => "no library defines the function `{name}`, which is to be exported";
    /// Two exports of one name.
    E1030 error export_twice(name: &str) => "two functions would be exported as `{name}`";
    /// Nothing is left of a library.
    E1031 error nothing_to_export() => "none of the libraries has a function to export";
    /// Libraries whose 16-bit numbers are not of one kind.
    E1032 error precision_differs(native: &str, minimum: &str) => "`{native}` has 16-bit numbers and `{minimum}` has minimum-precision ones, which no shader has together: compile both with `-enable-16bit-types`, or both without";
    /// Two libraries with different subobjects of one name.
    E1033 error subobject_differs(name: &str, first: &str, second: &str) => "the subobject `{name}` is not the same in `{first}` and in `{second}`";
}

/// An error between libraries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// A function that is called and that no library defines.
    Missing {
        /// Its symbol.
        symbol: String,
        /// A function that calls it, and the library of that.
        caller: (String, String),
    },
    /// Two libraries define one function.
    Twice {
        /// Its symbol.
        symbol: String,
        /// The libraries.
        libraries: [String; 2],
    },
    /// Two libraries define one variable.
    GlobalTwice {
        /// Its name.
        name: String,
        /// The libraries.
        libraries: [String; 2],
    },
    /// Two libraries declare different resources of one name.
    Resource {
        /// The name.
        name: String,
        /// The class of the second.
        class: &'static str,
        /// The libraries.
        libraries: [String; 2],
        /// The difference.
        how: String,
    },
    /// A call and a definition do not agree.
    Function {
        /// The symbol.
        symbol: String,
        /// The library of the call, and that of the definition.
        libraries: [String; 2],
        /// The difference.
        how: String,
    },
    /// The entry point is of another stage.
    Stage {
        /// Its name.
        name: String,
        /// Its stage.
        stage: String,
        /// The stage of the target.
        target: String,
    },
    /// The function to start with is no entry point.
    NoEntry {
        /// Its symbol.
        symbol: String,
        /// Its library.
        library: String,
    },
    /// No library has the function to start with.
    EntryMissing {
        /// Its name.
        name: String,
    },
    /// Functions call each other in a circle.
    Recursion {
        /// The functions with their libraries; the last calls the first.
        path: Vec<(String, String)>,
    },
    /// No library defines what is to be exported.
    ExportMissing {
        /// The name as the user wrote it.
        name: String,
    },
    /// Two exports have one name.
    ExportTwice {
        /// The name.
        symbol: String,
    },
    /// No function is left.
    NothingToExport,
    /// The 16-bit numbers of two libraries are not of one kind.
    Precision {
        /// The library with native ones.
        native: String,
        /// The library with numbers of minimum precision.
        minimum: String,
    },
    /// Two subobjects of one name differ.
    Subobject {
        /// The name.
        name: String,
        /// The libraries.
        libraries: [String; 2],
    },
}

/// A symbol as messages have it: without the character that begins a mangled one.
pub(crate) fn shown(symbol: &str) -> &str {
    symbol.strip_prefix('\u{1}').unwrap_or(symbol)
}

/// A symbol as LLVM writes it.
fn escaped(symbol: &str) -> String {
    let mut out = String::new();
    for c in symbol.chars() {
        match c {
            '\\' | '"' => drop(write!(out, "\\{:02X}", c as u32)),
            c if c.is_control() => drop(write!(out, "\\{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    out
}

impl LinkError {
    /// As a diagnostic of this compiler.
    pub fn diagnostic(&self) -> Diagnostic {
        let none = Span::NONE;
        match self {
            Self::Missing { symbol, caller: (caller, library) } => {
                symbol_missing(none, shown(symbol)).note(format!("`{}` of `{library}` calls it", shown(caller)))
            }
            Self::Twice { symbol, libraries: [first, second] } => symbol_twice(none, shown(symbol), first, second),
            Self::GlobalTwice { name, libraries: [first, second] } => global_twice(none, shown(name), first, second),
            Self::Resource { name, libraries: [first, second], how, .. } => {
                resource_differs(none, shown(name), first, second, how)
            }
            Self::Function { symbol, libraries: [caller, definer], how } => {
                function_differs(none, shown(symbol), caller, definer, how)
            }
            Self::Stage { name, stage, target } => stage_differs(none, shown(name), stage, target),
            Self::NoEntry { symbol, library } => not_an_entry(none, shown(symbol), library),
            Self::EntryMissing { name } => entry_missing(none, shown(name)),
            Self::Recursion { path } => {
                let mut text = String::new();
                for (function, library) in path.iter().chain(path.first()) {
                    let arrow = if text.is_empty() { "" } else { " → " };
                    let _ = write!(text, "{arrow}`{}` of `{library}`", shown(function));
                }
                recursion_across(none, &text)
            }
            Self::ExportMissing { name } => export_missing(none, shown(name)),
            Self::ExportTwice { symbol } => export_twice(none, shown(symbol)),
            Self::NothingToExport => nothing_to_export(none),
            Self::Precision { native, minimum } => precision_differs(none, native, minimum),
            Self::Subobject { name, libraries: [first, second] } => subobject_differs(none, name, first, second),
        }
    }

    /// In the words of DXC's linker, where it has some: programs look for them.
    pub fn dxc_text(&self) -> String {
        match self {
            Self::Missing { symbol, .. } => format!("Cannot find definition of function {symbol}"),
            Self::EntryMissing { name } => format!("Cannot find definition of function {name}"),
            Self::Twice { symbol, .. } => format!("Definition already exists for function {symbol}"),
            Self::GlobalTwice { name, .. } => format!("Definition already exists for global variable {name}"),
            Self::Resource { name, class, .. } => format!("Resource already exists as {class} for {name}"),
            Self::Stage { stage, target, .. } => {
                format!("Profile mismatch between entry function and target profile:{target} and {stage}")
            }
            Self::NoEntry { symbol, .. } => format!("Cannot find function property for entry function {symbol}"),
            Self::ExportMissing { name } => format!("Could not find target for export: {}", escaped(name)),
            Self::ExportTwice { symbol } => format!("Export name collides with another export: {}", escaped(symbol)),
            Self::NothingToExport => "Library has no functions to export".to_owned(),
            Self::Function { .. } | Self::Recursion { .. } | Self::Precision { .. } | Self::Subobject { .. } => {
                self.diagnostic().message
            }
        }
    }
}
