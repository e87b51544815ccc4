//! Defines diagnostics as data: the problem, its place, the reason, and a repair.
//!
//! Each crate lists its own in an `errors.rs` through [`diagnostics!`](crate::diagnostics); stages collect them in a
//! [`Diagnostics`]; [`render`](crate::render) turns them into text at the outermost layer.
//!
//! Every stage follows one protocol: it takes the sink as `&mut Diagnostics` and returns `Result<Output, Reported>`. [`Reported`]
//! cannot be made without an error in a sink, so a stage can neither fail in silence nor report the same failure twice. A stage that
//! recovers from errors returns [`Recovered`]: its output exists in any case, and [`Recovered::complete`] asks for one without errors.

use crate::shown::shortened;
use crate::span::Span;
use hlslc_texts::Texts;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Output is produced.
    Note,
    /// Output is produced, but the user should check it.
    Warning,
    /// No output is produced.
    Error,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty.
    pub text: String,
}

/// A replacement that repairs the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The replaced text; an empty span is an insertion.
    pub span: Span,
    /// The replacement.
    pub replacement: String,
    /// A description for people: "did you mean `saturate`?".
    pub text: String,
}

/// A row of a `diagnostics!` table, as it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagInfo {
    /// Stable code, such as `E0203`.
    pub code: &'static str,
    /// The name of the function that creates the diagnostic.
    pub name: &'static str,
    /// A description in one sentence.
    pub doc: &'static str,
    /// Default severity.
    pub severity: Severity,
    /// For warnings: the name after `-W`, that of DXC if it has one; empty otherwise.
    pub group: &'static str,
    /// For warnings: when the warning is enabled.
    pub given: Given,
}

impl DiagInfo {
    /// The description without its full stop.
    pub fn summary(&self) -> &'static str {
        self.doc.trim().trim_end_matches('.')
    }
}

/// The rows of a `diagnostics!` table, as they are stored: texts apart from the rest, so that there is no pointer in a row.
#[derive(Debug)]
pub struct DiagTable {
    /// Of each row its code, name, description and group.
    texts: Texts,
    /// Severity of each row, and when it is given.
    levels: &'static [(Severity, Given)],
}

impl DiagTable {
    /// Of the texts of all rows and their levels. For the `diagnostics!` macro.
    #[doc(hidden)]
    pub const fn new(texts: Texts, levels: &'static [(Severity, Given)]) -> Self {
        Self { texts, levels }
    }

    /// The row with this number, which is below [`len`](Self::len): the `diagnostics!` macro numbers the rows.
    pub fn row(&self, number: usize) -> DiagInfo {
        let (severity, given) = self.levels[number];
        let [code, name, doc, group] = [0, 1, 2, 3].map(|text| self.texts.get(4 * number + text));
        DiagInfo { code, name, doc, severity, group, given }
    }

    /// The rows in order.
    pub fn iter(&'static self) -> impl Iterator<Item = DiagInfo> {
        (0..self.len()).map(|number| self.row(number))
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.levels.len()
    }

    /// Whether there is no row.
    pub const fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }
}

/// The condition under which a warning is enabled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Given {
    /// Unless it is disabled.
    Always,
    /// With `-Wall`, or by its name.
    WithAll,
    /// With `-Weverything`, or by its name.
    OnRequest,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The row of the table.
    pub info: DiagInfo,
    /// The severity after `-W` options; initially that of the row.
    pub severity: Severity,
    /// The message, in one line.
    pub message: String,
    /// The primary place, with an optional remark.
    pub primary: Label,
    /// Other relevant places.
    pub labels: Vec<Label>,
    /// Further remarks, with or without a place.
    pub notes: Vec<Label>,
    /// A repair.
    pub suggestion: Option<Suggestion>,
    /// The place at which the compiler found this, if that is not the primary place: an error in an instance of a
    /// template is found where the instance is used. `Some` of no place is the end of the text.
    pub met_at: Option<Span>,
    /// The loop of which this is said about the condition, or a part of it: an error about that loop may be explained by it.
    pub decides: Option<Span>,
}

impl Diagnostic {
    /// Creates the diagnostic of a row with a message and a place. Called by the `diagnostics!` macro.
    ///
    /// Texts are shortened, here and in what is added, as a name may be as long as the file.
    #[cold]
    pub fn new(table: &DiagTable, row: usize, span: Span, message: String) -> Self {
        let info = table.row(row);
        Self {
            info,
            severity: info.severity,
            message: shortened(message),
            primary: Label { span, text: String::new() },
            labels: Vec::new(),
            notes: Vec::new(),
            suggestion: None,
            met_at: None,
            decides: None,
        }
    }

    /// Whether its code is this one, of the `code` module that the `diagnostics!` macro makes.
    pub fn is(&self, code: &str) -> bool {
        self.info.code == code
    }

    /// Whether it is an error of the compiler.
    pub fn is_internal(&self) -> bool {
        crate::internal::ALL.iter().any(|row| row.code == self.info.code)
    }

    /// Sets the remark at the primary place.
    #[cold]
    pub fn remark(mut self, text: impl Into<String>) -> Self {
        self.primary.text = shortened(text.into());
        self
    }

    /// Adds another place.
    #[cold]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: shortened(text.into()) });
        self
    }

    /// Adds a remark without a place.
    #[cold]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Label { span: Span::NONE, text: shortened(text.into()) });
        self
    }

    /// Adds a remark about a place, such as "candidate not viable: …".
    #[cold]
    pub fn note_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push(Label { span, text: shortened(text.into()) });
        self
    }

    /// Adds a repair.
    #[cold]
    pub fn suggest(mut self, span: Span, replacement: impl Into<String>, text: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into(), text: shortened(text.into()) });
        self
    }
}

/// The proof that an error is in a sink. A stage that receives it stops and reports nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Reported(());

/// The output of a stage that continues after errors.
#[derive(Clone, Debug)]
#[must_use]
pub struct Recovered<T> {
    output: T,
    reported: Option<Reported>,
}

impl<T> Recovered<T> {
    /// The output, if the stage found no error.
    pub fn complete(self) -> Result<T, Reported> {
        match self.reported {
            Some(reported) => Err(reported),
            None => Ok(self.output),
        }
    }

    /// The output, where errors may have left gaps.
    pub fn partial(self) -> T {
        self.output
    }
}

/// The diagnostics so far, in the order in which they were reported.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Adds a diagnostic.
    ///
    /// A diagnostic that equals the last one is omitted: the type of `Foo a, b;` is resolved for both declarators, and
    /// its error is reported once.
    #[cold]
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !diagnostic.primary.span.is_none() && self.list.last() == Some(&diagnostic) {
            return;
        }
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// Adds diagnostics.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        diagnostics.into_iter().for_each(|d| self.push(d));
    }

    /// Adds an error, which stops the stage that found it.
    #[cold]
    pub fn report(&mut self, error: Diagnostic) -> Reported {
        debug_assert_eq!(error.severity, Severity::Error, "only an error stops a stage");
        self.push(error);
        Reported(())
    }

    /// Adds diagnostics; fails if one of them is an error.
    pub fn absorb(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) -> Result<(), Reported> {
        let before = self.errors;
        self.extend(diagnostics);
        self.clean_since(before)
    }

    /// Fails if errors were added since [`error_count`](Self::error_count) returned `before`.
    pub fn clean_since(&self, before: usize) -> Result<(), Reported> {
        if self.errors > before { Err(Reported(())) } else { Ok(()) }
    }

    /// Wraps the output of a stage that recovers from errors, which are those added since `before`.
    pub fn recovered<T>(&self, before: usize, output: T) -> Recovered<T> {
        Recovered { output, reported: self.clean_since(before).err() }
    }

    /// Whether any is an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Number of errors.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Removes and returns the diagnostics from an index on.
    pub fn split_off(&mut self, at: usize) -> Vec<Diagnostic> {
        let taken = self.list.split_off(at.min(self.list.len()));
        self.errors -= taken.iter().filter(|d| d.severity == Severity::Error).count();
        taken
    }

    /// The number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The diagnostics in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The diagnostics in order.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Declares a crate's diagnostics, one entry each:
///
/// ```
/// hlslc_base::diagnostics! {
///     /// A name that nothing declares.
///     E0201 error unknown_name(name: &str) => "use of undeclared identifier `{name}`";
///     /// A vector loses components without a cast.
///     W0301 warning["conversion"] truncation(from: &str, to: &str) => "implicit truncation of `{from}` to `{to}`";
/// }
/// # let d = unknown_name(hlslc_base::Span::NONE, "x");
/// # assert_eq!(d.message, "use of undeclared identifier `x`");
/// # assert_eq!((d.info.code, ALL.len()), ("E0201", 2));
/// # assert_eq!(d.info.summary(), "A name that nothing declares");
/// ```
///
/// A warning that is enabled by `-Wall` is declared as `warning["name", all]`, one that must be enabled by its name as
/// `warning["name", off]`.
///
/// Each entry becomes a function `name(span, arguments…) -> Diagnostic`, and a row of the table `ALL`.
#[macro_export]
macro_rules! diagnostics {
    ($( $(#[doc = $doc:literal])+ $code:ident $severity:ident $([$group:literal $(, $when:ident)?])? $name:ident
        ( $($arg:ident : $ty:ty),* $(,)? ) => $message:literal ; )*) => {
        $(
            $(#[doc = $doc])+
            // Most compilations have nothing to say: texts are formatted apart from the code that finds nothing wrong.
            #[cold]
            #[must_use = "a diagnostic does nothing until it is pushed"]
            pub fn $name(span: $crate::span::Span $(, $arg: $ty)*) -> $crate::diag::Diagnostic {
                $crate::diag::Diagnostic::new(&ALL, Row::$name as usize, span, format!($message))
            }
        )*
        /// Every diagnostic of this crate.
        pub static ALL: $crate::diag::DiagTable = $crate::diag::DiagTable::new(
            $crate::hlslc_texts::texts!(&[$(stringify!($code), stringify!($name), concat!($($doc),+), concat!($($group)?)),*]),
            &[$(($crate::diagnostics!(@severity $severity), $crate::diagnostics!(@given $($($when)?)?))),*],
        );
        /// The numbers of the rows.
        #[allow(non_camel_case_types, reason = "rows have the names of the functions")]
        enum Row { $($name),* }
        /// The code of each diagnostic under its name, for code that looks for one among others.
        #[allow(dead_code, non_upper_case_globals, reason = "few are looked for, and they have the names of the functions")]
        pub mod code {
            $( #[doc = concat!("That of `", stringify!($name), "`.")] pub const $name: &str = stringify!($code); )*
        }
    };
    (@given) => { $crate::diag::Given::Always };
    (@given all) => { $crate::diag::Given::WithAll };
    (@given off) => { $crate::diag::Given::OnRequest };
    (@severity error) => { $crate::diag::Severity::Error };
    (@severity warning) => { $crate::diag::Severity::Warning };
    (@severity note) => { $crate::diag::Severity::Note };
}
