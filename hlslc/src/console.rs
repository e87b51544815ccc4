//! The effects of a run: its messages, its standard output, its files.
//!
//! A run has one [`Console`], to which all of them go. That of a single command line passes everything on at once; that of
//! one among many keeps its messages until it is its turn. Both can record what passes through them, for the cache.

use crate::files::{print_text, say};
use crate::outputs::Outputs;
use hlslc_base::shown::{ShownText, escaped};
use std::io::IsTerminal;
use std::sync::OnceLock;

/// Where the effects of a run go.
#[derive(Default)]
pub struct Console {
    /// Whether texts wait for [`Console::release`].
    waits: bool,
    notes: Option<Effects>,
    told: String,
    printed: String,
    /// The paths of the files that were written.
    written: Vec<String>,
}

/// What a run has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Whether it went well.
    pub is_ok: bool,
    /// What it said, to standard error.
    pub told: String,
    /// What it printed, to standard output.
    pub printed: String,
    /// The files it wrote.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Console {
    /// One that keeps its texts until they are released.
    pub fn waiting() -> Self {
        Self { waits: true, ..Self::default() }
    }

    /// Notes what passes from now on.
    pub fn note(&mut self) {
        self.notes = Some(Effects::default());
    }

    /// What has passed since it was told to note it.
    pub fn noted(&mut self) -> Option<Effects> {
        self.notes.take()
    }

    /// Says something, to standard error.
    pub fn say(&mut self, text: &str) {
        if let Some(notes) = &mut self.notes {
            notes.told.push_str(text);
        }
        if self.waits { self.told.push_str(text) } else { say(text) }
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
        if self.waits {
            self.printed.push_str(text);
            return Ok(());
        }
        print_text(text)
    }

    /// Writes files, none of which may be one of `inputs`.
    pub fn write(&mut self, outputs: Outputs, inputs: &[&str]) -> Result<(), String> {
        if let Some(notes) = &mut self.notes {
            notes.files.extend_from_slice(outputs.files());
        }
        self.written.extend(outputs.files().iter().map(|file| file.0.clone()));
        outputs.write(inputs)
    }

    /// The paths of the files that were written so far.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(String::as_str)
    }

    /// Does again what a run did before; whether that went well.
    pub fn repeat(&mut self, effects: Effects, inputs: &[&str]) -> Result<bool, String> {
        self.say(&effects.told);
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
        if !self.told.is_empty() {
            say(&self.told);
        }
        if self.printed.is_empty() { Ok(()) } else { print_text(&self.printed) }
    }
}

/// Whether standard error is read by somebody at a terminal, asked once: all command lines of a batch want to know.
pub fn is_watched() -> bool {
    static IS_WATCHED: OnceLock<bool> = OnceLock::new();
    *IS_WATCHED.get_or_init(|| std::io::stderr().is_terminal())
}
