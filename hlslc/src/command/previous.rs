//! Reads the build before: its manifest and packed file, and which of its results are what they would be now.
//!
//! A result is valid if every file that it was made of has the same bytes, or if only comments changed and no message shows a file that
//! did, whose lines could be others. It is edited if [`rebuilding`](crate::rebuilding) may find that the edits of its files do not concern it.

use crate::building::Program;
use crate::files::Reader;
use hlslc::leaves::renames_lines;
use hlslc::variants::code_sum;
use hlslc_variants::manifest::{self, Manifest, Outcome};
use hlslc_variants::pack::{self, Tables};
use std::collections::HashMap;
use std::path::Path;

/// The build before.
pub struct Before {
    pub manifest: Manifest,
    pub pack: Vec<u8>,
    pub tables: Tables,
    /// By group, and the values of its macros.
    pub variants: HashMap<(u32, Vec<Option<String>>), u32>,
    /// What became of each file.
    pub states: Vec<State>,
    /// Whether each result is what it would be now.
    pub validity: Vec<Validity>,
}

/// Whether a result is what it would be now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    Valid,
    /// If the edits of its files do not concern it.
    Edited,
    Invalid,
}

impl Before {
    /// The messages of a result.
    pub fn said_by(&self, result: u32) -> &str {
        &self.manifest.results[result as usize].messages
    }

    /// Whether every file is what it was.
    pub fn is_same(&self) -> bool {
        self.states.iter().all(|state| *state == State::Same)
    }
}

/// The build before, if its files are whole and of this compiler.
pub fn before(pack: &Path, manifest: &Path, programs: &[Program<'_>], reader: &Reader) -> Option<Before> {
    let manifest = Manifest::read(&std::fs::read_to_string(manifest).ok()?).ok()?;
    if manifest.compiler != compiler() {
        return None;
    }
    let pack = std::fs::read(pack).ok()?;
    let (tables, id) = Tables::read(&pack).ok()?;
    if pack::hex(&id) != manifest.pack {
        return None;
    }
    let is_there = |outcome: &Outcome| outcome.object.is_none_or(|object| (object as usize) < tables.objects.len());
    if !manifest.results.iter().all(is_there) {
        return None;
    }
    let states: Vec<State> = manifest.files.iter().map(|file| state(file, reader)).collect();
    let is_new = |file: &manifest::File| file.sha256.is_empty() && Path::new(&file.name).exists();
    let finds_others = manifest.files.iter().any(is_new);
    let renames = |file: &manifest::File| {
        let text = reader.input(&file.name).ok().and_then(|text| String::from_utf8(text.bytes.clone()).ok());
        text.is_none_or(|text| renames_lines(&text))
    };
    let files = manifest.files.iter().zip(&states);
    let renames_lines: Vec<bool> = files.map(|(file, state)| *state != State::Same && renames(file)).collect();
    // Messages name every file that they show a line of. A result from elsewhere, and one of the manifest, has them as text alone, so the
    // names are looked for there. Where one name is within another, a result is compiled again that need not be.
    let shows = |outcome: &Outcome, file: u32| {
        let is_named = || outcome.messages.contains(&manifest.files[file as usize].name);
        !outcome.messages.is_empty() && (renames_lines[file as usize] || is_named())
    };
    let validity = |outcome: &Outcome| {
        let changed = || outcome.files.iter().filter(|&&file| states[file as usize] != State::Same);
        let worst = changed().map(|&file| states[file as usize]).max().unwrap_or(State::Same);
        let shows_change = || changed().any(|&file| shows(outcome, file));
        match worst {
            _ if finds_others => Validity::Invalid,
            State::Same => Validity::Valid,
            State::SameCode if !shows_change() => Validity::Valid,
            State::Other if outcome.object.is_some() && !shows_change() => Validity::Edited,
            State::SameCode | State::Other => Validity::Invalid,
        }
    };
    let validity = manifest.results.iter().map(validity).collect();
    // The groups of now, by their numbers then.
    let group_of = |group: &manifest::Group| {
        programs.iter().position(|program| {
            program.group.entry.name.value == group.entry
                && program.group.target.name() == group.target
                && program.group.macros == group.macros
                && program.options == group.options
        })
    };
    let groups: Vec<Option<usize>> = manifest.groups.iter().map(group_of).collect();
    let variants = manifest.variants.iter().filter_map(|variant| {
        let group = groups[variant.group as usize]?;
        Some(((group as u32, variant.values.clone()), variant.result))
    });
    let variants = variants.collect();
    Some(Before { manifest, pack, tables, variants, states, validity })
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Same,
    /// Only comments changed.
    SameCode,
    Other,
}

fn state(file: &manifest::File, reader: &Reader) -> State {
    if file.sha256.is_empty() {
        return State::Same;
    }
    let Ok(text) = reader.input(&file.name) else { return State::Other };
    if pack::hex(&text.sum()) == file.sha256 {
        State::Same
    } else if !file.code.is_empty() && code_of(&text.bytes) == file.code {
        State::SameCode
    } else {
        State::Other
    }
}

pub fn code_of(bytes: &[u8]) -> String {
    let text = std::str::from_utf8(bytes).ok();
    text.and_then(code_sum).map_or_else(String::new, |sum| pack::hex(&sum))
}

/// This compiler: its version, and which build of it.
pub fn compiler() -> String {
    let meta = std::env::current_exe().and_then(std::fs::metadata).ok();
    let build = meta.map(|meta| (meta.len(), meta.modified().ok()));
    let sum = pack::hash(format!("{build:?}").as_bytes());
    format!("hlslc {} {}", env!("CARGO_PKG_VERSION"), &pack::hex(&sum)[..16])
}
