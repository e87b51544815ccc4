//! Caches the results of command lines in a folder (`--cache`).
//!
//! A compilation depends on its command line, the text of its input, the results of its includes, and the compiler. No
//! times and no paths of the folder take part. Which includes there are is known only afterwards: a file named by the
//! SHA-256 of everything else holds the latest result, preceded by the includes in order with the hashes of their contents.
//! They are resolved again, in the same order: a file that has changed, is gone, or is found elsewhere is a miss. Results
//! for other include contents have those in their names. A damaged entry counts as absent, and so does one that is no
//! regular file or is longer than any result. Several processes may use a folder: files are renamed into place when they are
//! complete.
//!
//! The command line decides where files are written: an entry names the place among those that it asks for, never a path.
//!
//! Errors are cached, too, if they are diagnostics; internal errors are not.
//!
//! A command line that is not there may share most of its headers with one that was: for each target an entry says which functions
//! there is nothing to say about, by all that decides that ([`hlslc::Memory`]), so that those which the entry point does not reach
//! are not parsed and checked again.

use crate::console::Effects;
use crate::files::{Key, Text};
use crate::requested::Place;
use crate::temporary::create_beside;
use hlslc::args::{Action, CommandLine};
use hlslc::{IncludeResolver, IncludedFile, Memory};
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::fs::File;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// An include that was asked for, and what was found: its name and text, as a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub path: String,
    pub from: String,
    pub is_angled: bool,
    pub answer: Option<(String, Key)>,
}

/// Finds the file that an include means: its path, the file that it stands in, and whether it is in angle brackets.
pub type Asker<'a> = &'a dyn Fn(&str, &str, bool) -> Result<Option<Arc<Text>>, String>;

/// More than most results need.
const ENTRY_SIZE: usize = 16 << 10;

/// More than any result has.
const MOST: u64 = 1 << 30;

/// The check after a result.
const CHECK_SIZE: usize = 8;

/// The folder.
pub struct Cache {
    folder: PathBuf,
}

/// Whether what comes of a command line is nothing but a function of its text and what it includes.
pub fn is_for(line: &CommandLine) -> bool {
    let reads_more =
        line.set_root_signature.is_some() || line.set_private.is_some() || line.verify_root_signature.is_some();
    let reads_more = reads_more || line.binding_table_file.is_some();
    let says_times = line.asks_for_times();
    // Diagnostics go to that file also if nothing else is written.
    let writes_before = line.diagnostics_file.is_some();
    matches!(line.action, Action::Compile | Action::Dependencies) && !reads_more && !says_times && !writes_before
}

/// Less than this is not worth keeping: what 256 functions take.
const LEAST_LEARNT: usize = 256 * 16;

/// The name of what compilations for a target have learnt.
fn memory_key(target: &str) -> Key {
    let mut sum = Sum::default();
    sum.add(compiler().as_bytes());
    sum.add(b"learnt");
    sum.add(target.as_bytes());
    sum.end()
}

/// The name of a command line and a text, of which it takes the sum.
pub fn key(line: &CommandLine, name: &str, text: &Key, is_coloured: bool) -> Key {
    let mut sum = Sum::default();
    sum.add(compiler().as_bytes());
    deciding_words(line).for_each(|word| sum.add(word.as_bytes()));
    sum.add(name.as_bytes());
    sum.add(&[u8::from(is_coloured)]);
    sum.add(text);
    sum.end()
}

/// The words of a command line, without those that decide nothing: how many run at once, and where the cache is.
pub fn deciding_words(line: &CommandLine) -> impl Iterator<Item = &str> {
    let mut words = line.words.iter();
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            if !matches!(word.trim_start_matches(['-', '/']), "cache" | "jobs") {
                return Some(word.as_str());
            }
            words.next();
        }
    })
}

/// This compiler: its version, and which build of it.
fn compiler() -> &'static str {
    static COMPILER: OnceLock<String> = OnceLock::new();
    COMPILER.get_or_init(|| {
        let meta = std::env::current_exe().and_then(std::fs::metadata);
        let build = meta.map(|meta| (meta.len(), meta.modified().ok()));
        format!("{} {:?}", env!("CARGO_PKG_VERSION"), build.ok())
    })
}

/// Whether bytes end in their check.
fn is_whole(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(bytes, check)| check_of(bytes) == *check)
}

/// It detects damage, not malice: who may write to the folder may write anything there. The hash of the standard library
/// may be another in its next release, of which another build of this compiler comes.
pub fn check_of(bytes: &[u8]) -> [u8; CHECK_SIZE] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// A sum of several texts, which cannot run into each other.
#[derive(Default)]
struct Sum(Sha256);

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn end(self) -> Key {
        self.0.finalize().into()
    }
}

impl Cache {
    /// A cache in a folder, which need not be there yet.
    pub fn new(folder: &str) -> Self {
        Self { folder: PathBuf::from(folder) }
    }

    /// The result of a command line that writes files at these places, and the names of the files that it included.
    pub fn find(&self, key: &Key, places: &[Place], asker: Asker<'_>) -> Option<(Effects, Vec<String>)> {
        let bytes = self.read(key)?;
        let (asked, mut last) = questions(&bytes)?;
        let mut again = Vec::with_capacity(asked.len());
        let mut is_same = true;
        for question in asked {
            let found = asker(&question.path, &question.from, question.is_angled).ok()?;
            let now = found.map(|text| (text.name.clone(), text.sum()));
            is_same &= now == question.answer;
            again.push(Question { answer: now, ..question });
        }
        let effects = if is_same {
            take_effects(&mut last, places)?
        } else {
            let bytes = self.read(&with_answers(key, &again))?;
            take_effects(&mut questions(&bytes)?.1, places)?
        };
        let names = again.into_iter().filter_map(|question| question.answer).map(|(name, _)| name);
        Some((effects, names.collect()))
    }

    /// Keeps what came of a command line that asks for files at these places.
    pub fn keep(&self, key: &Key, places: &[Place], asked: &[Question], effects: &Effects) -> Result<(), String> {
        // What came of other answers goes where it is found by them.
        if let Some(bytes) = self.read(key)
            && let Some((before, _)) = questions(&bytes)
            && before != asked
        {
            // If that cannot be, it is compiled again when it is asked for.
            let _ = std::fs::rename(self.place(key), self.place_made(&with_answers(key, &before)));
        }
        let mut out = Vec::new();
        put_questions(&mut out, asked);
        put_effects(&mut out, places, effects)?;
        self.write(key, &out)
    }

    /// What compilations for a target have learnt.
    pub fn memory(&self, target: &str) -> Memory {
        self.read(&memory_key(target)).map_or_else(Memory::default, |bytes| Memory::with_learnt(&bytes))
    }

    /// Keeps what they have learnt. That little, which costs less to find out than to read, is not kept, and neither is what
    /// cannot be written: it is found out again.
    pub fn keep_memory(&self, target: &str, memory: &Memory) {
        if let Some(bytes) = memory.learnt().filter(|bytes| bytes.len() >= LEAST_LEARNT) {
            let _ = self.write(&memory_key(target), &bytes);
        }
    }

    fn place(&self, key: &Key) -> PathBuf {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut name = String::with_capacity(2 * key.len() + 1);
        for (at, byte) in key.iter().enumerate() {
            if at == 1 {
                name.push('/');
            }
            for digit in [byte >> 4, byte & 15] {
                name.push(char::from(DIGITS[usize::from(digit)]));
            }
        }
        self.folder.join(name)
    }

    /// The same in a folder that is there.
    fn place_made(&self, key: &Key) -> PathBuf {
        let place = self.place(key);
        // If that cannot be, writing to it says why.
        let _ = std::fs::create_dir_all(place.parent().unwrap_or(Path::new("")));
        place
    }

    /// The contents of an entry, if its checksum is right.
    fn read(&self, key: &Key) -> Option<Vec<u8>> {
        let place = self.place(key);
        // What it is is asked before it is opened: a pipe would wait, a link may lead to a device that does not end.
        let meta = std::fs::symlink_metadata(&place).ok()?;
        if !meta.is_file() || meta.len() > MOST {
            return None;
        }
        let mut file = File::open(place).ok()?.take(MOST);
        // Most are not longer and come at once; that they are whole says their check, so their end is not asked for.
        let mut bytes = vec![0; ENTRY_SIZE];
        let count = file.read(&mut bytes).ok()?;
        bytes.truncate(count);
        let mut is_all = is_whole(&bytes);
        if !is_all {
            file.read_to_end(&mut bytes).ok()?;
            is_all = is_whole(&bytes);
        }
        bytes.truncate(bytes.len().saturating_sub(CHECK_SIZE));
        is_all.then_some(bytes)
    }

    fn write(&self, key: &Key, bytes: &[u8]) -> Result<(), String> {
        let place = self.place(key);
        let cannot = |error: std::io::Error| format!("cannot write `{}`: {error}", place.display());
        let made = create_beside(&place).or_else(|_| create_beside(&self.place_made(key)));
        let (temporary, mut file) = made.map_err(cannot)?;
        let written = file.write_all(&[bytes, &check_of(bytes)].concat());
        written.and_then(|()| std::fs::rename(&temporary, &place)).map_err(|error| {
            // Nothing will ask for it.
            let _ = std::fs::remove_file(&temporary);
            cannot(error)
        })
    }
}

/// The name of a result: the command line and what its includes are.
fn with_answers(key: &Key, asked: &[Question]) -> Key {
    let mut sum = Sum::default();
    sum.add(key);
    for question in asked {
        sum.add(question.path.as_bytes());
        sum.add(question.from.as_bytes());
        sum.add(&[u8::from(question.is_angled), u8::from(question.answer.is_some())]);
        if let Some((name, text)) = &question.answer {
            sum.add(name.as_bytes());
            sum.add(text);
        }
    }
    sum.end()
}

/// Appends a text with its length before it.
pub fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Takes a text off the front.
pub fn take<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = from.split_at_checked(8)?;
    let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    *from = rest;
    Some(bytes)
}

pub fn take_text(from: &mut &[u8]) -> Option<String> {
    str::from_utf8(take(from)?).ok().map(ToOwned::to_owned)
}

pub fn put_questions(out: &mut Vec<u8>, asked: &[Question]) {
    out.extend_from_slice(&(asked.len() as u64).to_le_bytes());
    for question in asked {
        put(out, question.path.as_bytes());
        put(out, question.from.as_bytes());
        put(out, &[u8::from(question.is_angled)]);
        let (name, sum) = question.answer.as_ref().map_or(("", &[][..]), |(name, sum)| (name, sum));
        put(out, name.as_bytes());
        put(out, sum);
    }
}

/// The questions that stand at the beginning, and the rest.
pub fn questions(mut from: &[u8]) -> Option<(Vec<Question>, &[u8])> {
    let (count, rest) = from.split_at_checked(8)?;
    from = rest;
    let mut all = Vec::new();
    for _ in 0..u64::from_le_bytes(count.try_into().ok()?) {
        let (path, place) = (take_text(&mut from)?, take_text(&mut from)?);
        let is_angled = take(&mut from)? == [1];
        let name = take_text(&mut from)?;
        // Without a sum nothing was found.
        let answer = Key::try_from(take(&mut from)?).ok().map(|sum| (name, sum));
        all.push(Question { path, from: place, is_angled, answer });
    }
    Some((all, from))
}

/// Appends effects, whose files stand at some of these places.
pub fn put_effects(out: &mut Vec<u8>, places: &[Place], effects: &Effects) -> Result<(), String> {
    put(out, &[u8::from(effects.is_ok)]);
    put(out, effects.messages.as_bytes());
    put(out, effects.printed.as_bytes());
    for (path, bytes) in &effects.files {
        let place = places.iter().enumerate().find_map(|(at, place)| Some((at, place.name_of(path)?)));
        let (at, name) = place.ok_or_else(|| format!("the command line does not name `{path}`"))?;
        out.extend_from_slice(&(at as u64).to_le_bytes());
        put(out, name.as_bytes());
        put(out, bytes);
    }
    Ok(())
}

/// Takes effects, all that is left.
pub fn take_effects(from: &mut &[u8], places: &[Place]) -> Option<Effects> {
    let is_ok = take(from)? == [1];
    let mut found = Effects { is_ok, messages: take_text(from)?, printed: take_text(from)?, files: Vec::new() };
    while !from.is_empty() {
        let (at, rest) = from.split_at_checked(8)?;
        *from = rest;
        let place = places.get(usize::try_from(u64::from_le_bytes(at.try_into().ok()?)).ok()?)?;
        let path = place.path(&take_text(from)?)?;
        found.files.push((path, take(from)?.to_vec()));
    }
    Some(found)
}

/// Finds included files and notes what was asked.
pub struct Watched<'a> {
    asker: Asker<'a>,
    /// Says where was looked.
    folders: &'a dyn IncludeResolver,
    /// None once there was no answer.
    asked: RefCell<Option<Vec<Question>>>,
}

impl<'a> Watched<'a> {
    pub fn new(asker: Asker<'a>, folders: &'a dyn IncludeResolver) -> Self {
        Self { asker, folders, asked: RefCell::new(Some(Vec::new())) }
    }

    /// The requests, in order; none if a file could not be read, as that cannot be reproduced.
    pub fn asked(self) -> Option<Vec<Question>> {
        self.asked.into_inner()
    }
}

impl IncludeResolver for Watched<'_> {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        let found = (self.asker)(path, from, is_angled).inspect_err(|_| drop(self.asked.take()))?;
        let answer = found.as_ref().map(|text| (text.name.clone(), text.sum()));
        if let Some(asked) = &mut *self.asked.borrow_mut() {
            asked.push(Question { path: path.to_owned(), from: from.to_owned(), is_angled, answer });
        }
        Ok(found.map(|text| IncludedFile { name: text.name.clone(), bytes: text.bytes.clone() }))
    }

    fn searched(&self, from: &str, is_angled: bool) -> Option<Vec<String>> {
        self.folders.searched(from, is_angled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_is_not_there() {
        let folder = std::env::temp_dir().join(format!("hlslc-cache-unit-{}", std::process::id()));
        let cache = Cache::new(folder.to_str().expect("temporary folders have plain names"));
        let files = vec![("c".into(), vec![1, 2, 3])];
        let effects = Effects { is_ok: true, messages: "a".into(), printed: "b".into(), files };
        let key = [7; 32];
        let nothing: Asker<'_> = &|_, _, _| Ok(None);
        let asked = Question { path: "d".into(), from: "e".into(), is_angled: true, answer: None };
        let places = [Place::File("b".into()), Place::File("c".into())];
        cache.keep(&key, &places, &[asked], &effects).expect("it can be written");
        assert_eq!(cache.find(&key, &places, nothing), Some((effects.clone(), Vec::new())));
        let place = cache.place(&key);
        let whole = std::fs::read(&place).expect("it is there");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&place, &damaged).expect("it can be written");
            assert_eq!(cache.find(&key, &places, nothing), None, "byte {at}");
            std::fs::write(&place, &whole[..at]).expect("it can be written");
            assert_eq!(cache.find(&key, &places, nothing), None, "{at} bytes");
        }
        // The place is the command line's, whatever was asked for when it was kept.
        std::fs::write(&place, &whole).expect("it can be written");
        let elsewhere = ["b", "d"].map(|path| Place::File(path.into()));
        let found = cache.find(&key, &elsewhere, nothing).expect("it is whole");
        assert_eq!(found.0.files, [("d".to_owned(), vec![1, 2, 3])]);
        assert_eq!(cache.find(&key, &places[..1], nothing), None);
        assert_eq!(cache.find(&key, &["b/", "c/"].map(|path| Place::Folder(path.into())), nothing), None);
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
