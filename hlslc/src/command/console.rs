//! Performs the effects of a run: messages, standard output, files.
//!
//! A run has one [`Console`], to which all of them go. That of a single command line passes everything on at once; that of
//! one among many keeps its messages until it is its turn. Both can record what passes through them, for the cache.

use crate::files::{print_bytes, say};
use crate::outputs::Outputs;
use hlslc_base::shown::{ShownText, escaped};
use std::io::IsTerminal;
use std::sync::OnceLock;

/// The destination of the effects of a run.
#[derive(Default)]
pub struct Console {
    /// Whether texts wait for [`Console::release`].
    waits: bool,
    /// Whether files are noted and not written.
    writes_nothing: bool,
    /// Whether it says which files are read and written.
    pub is_verbose: bool,
    notes: Option<Effects>,
    messages: String,
    printed: Vec<u8>,
    /// The paths of the files that were written.
    written: Vec<String>,
}

/// The effects of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Whether it went well.
    pub is_ok: bool,
    /// The text for standard error.
    pub messages: String,
    /// The text for standard output.
    pub printed: String,
    /// The files it wrote.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Console {
    /// One that keeps its texts until they are released.
    pub fn waiting() -> Self {
        Self { waits: true, ..Self::default() }
    }

    /// One that notes what passes, and lets nothing out.
    pub fn noting() -> Self {
        Self { waits: true, writes_nothing: true, notes: Some(Effects::default()), ..Self::default() }
    }

    /// Notes what passes from now on.
    pub fn note(&mut self) {
        self.notes = Some(Effects::default());
    }

    /// The effects since recording was started.
    pub fn noted(&mut self) -> Option<Effects> {
        self.notes.take()
    }

    /// Says something, to standard error.
    pub fn say(&mut self, text: &str) {
        if let Some(notes) = &mut self.notes {
            notes.messages.push_str(text);
        }
        if self.waits { self.messages.push_str(text) } else { say(text) }
    }

    /// Says something that has names of the input in it, which may hold anything.
    pub fn tell(&mut self, text: &str) {
        self.say(&escaped(text));
    }

    /// Prints something that has names and texts of the input in it.
    pub fn print_shown(&mut self, text: &str) -> Result<(), String> {
        self.print(&ShownText::new(text).text)
    }

    /// Prints something, to standard output.
    pub fn print(&mut self, text: &str) -> Result<(), String> {
        if let Some(notes) = &mut self.notes {
            notes.printed.push_str(text);
        }
        self.pass_on(text.as_bytes())
    }

    fn pass_on(&mut self, bytes: &[u8]) -> Result<(), String> {
        if self.waits {
            self.printed.extend_from_slice(bytes);
            return Ok(());
        }
        print_bytes(bytes)
    }

    /// Says what is done, with `-verbose`.
    pub fn remark(&mut self, what: impl FnOnce() -> String) {
        if self.is_verbose {
            self.tell(&format!("hlslc: note: {}\n", what()));
        }
    }

    /// Writes files, none of which may be one of `inputs`; those that are called `-` to standard output.
    pub fn write(&mut self, mut outputs: Outputs, inputs: &[&str]) -> Result<(), String> {
        if let Some(notes) = &mut self.notes {
            notes.files.extend_from_slice(outputs.files());
        }
        for (path, bytes) in outputs.files() {
            self.remark(|| format!("writes `{path}`, {} bytes", bytes.len()));
        }
        if self.writes_nothing {
            return Ok(());
        }
        let printed = outputs.take_printed();
        self.written.extend(outputs.files().iter().map(|file| file.0.clone()));
        outputs.write(inputs)?;
        printed.iter().try_for_each(|bytes| self.pass_on(bytes))
    }

    /// The paths of the files that were written so far.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(String::as_str)
    }

    /// Repeats what a previous run did. Returns whether that succeeded.
    pub fn repeat(&mut self, effects: Effects, inputs: &[&str]) -> Result<bool, String> {
        self.say(&effects.messages);
        let mut outputs = Outputs::default();
        effects.files.into_iter().for_each(|(path, bytes)| outputs.add(path, bytes));
        self.write(outputs, inputs)?;
        if !effects.printed.is_empty() {
            self.print(&effects.printed)?;
        }
        Ok(effects.is_ok)
    }

    /// Lets go of what it kept.
    pub fn release(self) -> Result<(), String> {
        if !self.messages.is_empty() {
            say(&self.messages);
        }
        if self.printed.is_empty() { Ok(()) } else { print_bytes(&self.printed) }
    }
}

/// Whether standard error is a terminal that can do more than print.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether what is said has colours where no option says so, asked once: all command lines of a batch want to know.
pub fn is_coloured() -> bool {
    static IS_COLOURED: OnceLock<bool> = OnceLock::new();
    *IS_COLOURED.get_or_init(|| wants_colours(|name| std::env::var(name).ok(), std::io::stderr().is_terminal()))
}

/// What the environment says of colours: `NO_COLOR` with anything in it means none, `CLICOLOR_FORCE` but 0 means colours wherever it
/// goes, and a terminal has them unless it is `TERM=dumb` or `CLICOLOR` is 0.
fn wants_colours(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    let is = |name: &str, what: fn(&str) -> bool| variable(name).is_some_and(|value| what(&value));
    if is("NO_COLOR", |value| !value.is_empty()) {
        return false;
    }
    if is("CLICOLOR_FORCE", |value| !matches!(value, "" | "0")) {
        return true;
    }
    is_terminal && !is("TERM", |value| value == "dumb") && !is("CLICOLOR", |value| value == "0")
}

#[cfg(test)]
mod tests {
    use super::wants_colours;

    #[test]
    fn the_environment_says_whether_there_are_colours() {
        for (variables, at_terminal, elsewhere) in [
            ("", true, false),
            ("NO_COLOR=1", false, false),
            ("NO_COLOR=", true, false),
            ("CLICOLOR_FORCE=1", true, true),
            ("CLICOLOR_FORCE=0", true, false),
            ("NO_COLOR=1 CLICOLOR_FORCE=1", false, false),
            ("TERM=dumb", false, false),
            ("TERM=xterm", true, false),
            ("TERM=dumb CLICOLOR_FORCE=1", true, true),
            ("CLICOLOR=0", false, false),
        ] {
            let variable = |name: &str| {
                let found = variables.split(' ').find_map(|row| row.strip_prefix(name)?.strip_prefix('='));
                found.map(str::to_owned)
            };
            let found = [true, false].map(|is_terminal| wants_colours(variable, is_terminal));
            assert_eq!(found, [at_terminal, elsewhere], "{variables}");
        }
    }
}
