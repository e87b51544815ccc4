//! Renames what a name stands for, in all programs that read it, unless a name would then stand for something else.
//!
//! Whether a new name changes the meaning of something is not derived from rules of scopes. The edits are made in a copy of the files,
//! the programs are checked again, and every name has to mean what it meant: the same declaration, by its position among the names. So
//! a capture, a hidden name, an overload that is chosen now, an attribute that names a function in a string: all are found the same way.

use crate::context::Context;
use crate::host::Host;
use crate::index::{Entry, Source, Target};
use crate::snapshot::Snapshot;
use crate::{Edit, Place, TextRange};
use hlslc_base::Severity;
use hlslc_sema::uses::Sort;
use hlslc_syntax::words::{Keyword, Word, word};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why something cannot be renamed, in a sentence.
pub type Refusal = String;

/// The name at a place, if it can be renamed at all.
pub fn prepare(snapshot: &Snapshot, file: &str, offset: usize) -> Result<TextRange, Refusal> {
    let names = snapshot.names_at(file, offset);
    let Some(first) = names.first() else { return Err("there is no name here".to_owned()) };
    target(snapshot, &names)?;
    Ok(first.range)
}

/// What the names at a place mean together.
fn target(snapshot: &Snapshot, names: &[&Entry]) -> Result<Target, Refusal> {
    let mut targets: Vec<Target> = names.iter().map(|entry| entry.target).collect();
    targets.dedup();
    let &[target] = &targets[..] else {
        return Err("this name is the text of a macro and means several things".to_owned());
    };
    let Target::Declared(_) = target else {
        let what = names.iter().find_map(|entry| snapshot.use_of(entry)).map(|used| used.sort);
        return Err(match what {
            Some(Sort::Swizzle) => "these are components of a vector".to_owned(),
            _ => "this name is built in".to_owned(),
        });
    };
    Ok(target)
}

/// The edits that give what a name means another name. `programs` are all programs that may read it, the one that the editor shows
/// first.
pub fn rename(host: &Host, programs: &[Context], file: &str, offset: usize, name: &str) -> Result<Vec<Edit>, Refusal> {
    check_name(name)?;
    let mut edits: BTreeMap<Place, String> = BTreeMap::new();
    let mut before: Vec<Snapshot> = Vec::new();
    let mut old = String::new();
    for (at, context) in programs.iter().enumerate() {
        let Some(snapshot) = Snapshot::new(host, context) else { continue };
        let names = snapshot.names_at(file, offset);
        if names.is_empty() && at > 0 {
            continue;
        }
        if names.is_empty() {
            return Err("there is no name here".to_owned());
        }
        let target = target(&snapshot, &names)?;
        if !snapshot.is_complete {
            return Err("an included file is missing, so not all uses are known".to_owned());
        }
        collect(&snapshot, target, name, &mut old, &mut edits)?;
        if names_macro(&snapshot.context.words, &old) {
            return Err(format!("`-rootsig-define {old}` of the program names it"));
        }
        before.push(snapshot);
    }
    // A place that one program renames is renamed for all of them.
    for snapshot in &before {
        refuse_inactive(snapshot, &before, &old)?;
    }
    let changed = apply(host, &edits)?;
    for snapshot in &before {
        let Some(after) = Snapshot::new(&changed, &snapshot.context) else { continue };
        compare(snapshot, &after, &old, name)?;
    }
    Ok(edits.into_iter().map(|(place, text)| Edit { place, text }).collect())
}

/// Whether a command line names a macro of the source.
fn names_macro(words: &[String], name: &str) -> bool {
    let is_option = |word: &str| word.trim_start_matches(['-', '/']) == "rootsig-define";
    words.windows(2).any(|pair| is_option(&pair[0]) && pair[1] == name)
}

/// Whether a word can be the name of something.
#[expect(clippy::wildcard_enum_match_arm, reason = "any other word has a meaning in the language")]
fn check_name(name: &str) -> Result<(), Refusal> {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    if !starts || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Err(format!("`{name}` is no name"));
    }
    match word(name) {
        Word::Plain => Ok(()),
        Word::Modifier { contextual: true, .. } => Ok(()),
        // These have their meaning after a colon only.
        Word::Keyword(Keyword::Register | Keyword::PackOffset | Keyword::Read | Keyword::Write) => Ok(()),
        _ => Err(format!("`{name}` is a word of the language")),
    }
}

/// The edits for the names of one program.
fn collect(
    snapshot: &Snapshot,
    target: Target,
    name: &str,
    old: &mut String,
    edits: &mut BTreeMap<Place, String>,
) -> Result<(), Refusal> {
    for entry in snapshot.index().of_target(target) {
        let place = snapshot.place_of(entry);
        if place.file.starts_with('<') {
            return Err(format!("it is declared in {}", place.file));
        }
        let text = snapshot.file_text(&place.file).and_then(|text| text.get(place.range.start..place.range.end));
        let written = text.unwrap_or_default();
        if old.is_empty() {
            written.clone_into(old);
        }
        if written != old {
            let line = line_of(snapshot, &place);
            return Err(format!("`{written}` at {}:{line} makes this name, as `##` does", place.file));
        }
        // In the text of a macro a name may mean something else in another expansion.
        let id = snapshot.file(&place.file);
        let here = id.map_or(&[][..], |id| snapshot.index().of_file(id));
        let others = here.iter().filter(|other| other.range == entry.range && other.target != target);
        if others.clone().next().is_some() {
            let line = line_of(snapshot, &place);
            return Err(format!("in the text of a macro at {}:{line} the name also means something else", place.file));
        }
        edits.insert(place, name.to_owned());
    }
    Ok(())
}

fn line_of(snapshot: &Snapshot, place: &Place) -> usize {
    let text = snapshot.file_text(&place.file).map_or("", |text| text.get(..place.range.start).unwrap_or_default());
    text.matches('\n').count() + 1
}

/// Rejects a rename if the name stands in text of a file that no program compiles: what it means there is not known.
fn refuse_inactive(snapshot: &Snapshot, all: &[Snapshot], name: &str) -> Result<(), Refusal> {
    for file in snapshot.files() {
        let Some(text) = snapshot.file_text(&file) else { continue };
        for range in snapshot.inactive(&file) {
            let Some(part) = text.get(range.start..range.end) else { continue };
            let Some(at) = find_word(part, name).map(|at| range.start + at) else { continue };
            let is_compiled = all.iter().any(|other| {
                other.file(&file).is_some() && !other.inactive(&file).iter().any(|range| range.touches(at))
            });
            if !is_compiled {
                let line = text[..at].matches('\n').count() + 1;
                return Err(format!("`{name}` also stands at {file}:{line}, in a branch that no program compiles"));
            }
        }
    }
    Ok(())
}

fn find_word(text: &str, name: &str) -> Option<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).map(|(at, _)| at).find(|&at| {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        !line.contains("//") && !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word)
    })
}

/// The files with the edits made.
fn apply(host: &Host, edits: &BTreeMap<Place, String>) -> Result<Host, Refusal> {
    let mut changed = host.clone();
    let mut files: Vec<&Arc<str>> = edits.keys().map(|place| &place.file).collect();
    files.dedup();
    for file in files {
        let Some(text) = host.text(file) else { return Err(format!("{file} cannot be read")) };
        let mut text = text.to_string();
        for (place, new) in edits.iter().rev().filter(|(place, _)| place.file == *file) {
            if text.get(place.range.start..place.range.end).is_none() {
                return Err(format!("{file} has changed"));
            }
            text.replace_range(std::ops::Range::from(place.range), new);
        }
        changed.set(file, text, 0);
    }
    Ok(changed)
}

/// What each name means, in the order of the names: the number of the name that declares it first, or what is built in.
#[expect(clippy::wildcard_enum_match_arm, reason = "any other meaning is built in")]
fn meanings(snapshot: &Snapshot) -> Vec<(u32, Option<usize>, &'static str)> {
    let entries = &snapshot.index().entries;
    let declares: std::collections::HashMap<Target, usize> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.is_declaration)
        .rev()
        .map(|(at, entry)| (entry.target, at))
        .collect();
    let builtin = |entry: &Entry| match entry.source {
        Source::Use(at) => match snapshot.uses.list[at as usize].sort {
            Sort::Builtin(id) => id.row().name(),
            Sort::Swizzle => "components",
            _ => "built in",
        },
        Source::MacroUse(_) | Source::MacroDefinition(_) => "macro",
    };
    let meaning = |entry: &Entry| match entry.target {
        Target::Declared(_) => (entry.file, declares.get(&entry.target).copied(), ""),
        Target::BuiltIn => (entry.file, None, builtin(entry)),
    };
    entries.iter().map(meaning).collect()
}

/// Rejects a rename unless everything means what it meant.
fn compare(before: &Snapshot, after: &Snapshot, old: &str, name: &str) -> Result<(), Refusal> {
    let reported = |snapshot: &Snapshot| {
        let found = snapshot.diagnostics();
        found.into_iter().filter(|found| found.severity != Severity::Note).collect::<Vec<_>>()
    };
    let (known, found) = (reported(before), reported(after));
    let is_new = |new: &&crate::Diagnostic| {
        let count = |list: &[crate::Diagnostic]| list.iter().filter(|other| other.info.code == new.info.code).count();
        count(&found) > count(&known)
    };
    if let Some(new) = found.iter().find(is_new) {
        let line = line_of(after, &new.place);
        let what = new.message.lines().next().unwrap_or_default();
        return Err(format!("with `{name}` there is an error at {}:{line}: {what}", new.place.file));
    }
    let (was, is) = (meanings(before), meanings(after));
    let first = was.iter().zip(&is).position(|(was, is)| was != is);
    let first = first.or((was.len() != is.len()).then_some(was.len().min(is.len())));
    if let Some(at) = first {
        let entries = &after.index().entries;
        let place = entries.get(at.min(entries.len().saturating_sub(1))).map(|entry| after.place_of(entry));
        let shown = place.map_or_else(String::new, |place| format!("{}:{}", place.file, line_of(after, &place)));
        return Err(format!("as `{name}` the name would mean something else at {shown} than `{old}` does"));
    }
    Ok(())
}
