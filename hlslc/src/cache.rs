//! What came of command lines, kept in a folder for when they come again (`--cache`).
//!
//! A compilation depends on its command line, the text of its input, the answers that it got to its includes, and the compiler.
//! All of them are in the name of what is kept, as SHA-256, and nothing else is: no times, no paths of the folder. Which
//! includes there are is known only afterwards; so beside the results there is, for a command line and a text, what was asked
//! for last. It is asked again, in the same order: a file that has changed, is gone, or is found in another place now gives
//! another name. What is damaged is as if it were not there. Several may use a folder at once: files get their names when they
//! are whole.
//!
//! Only what went well is kept, with its warnings.

use crate::console::Effects;
use hlslc::args::{Action, CommandLine};
use hlslc::{IncludeResolver, IncludedFile};
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A name in the cache.
pub type Key = [u8; 32];

/// An include that was asked for, and what was found: its name and text, as a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    path: String,
    from: String,
    is_angled: bool,
    answer: Option<(String, Key)>,
}

/// The folder.
pub struct Cache {
    folder: PathBuf,
}

/// Whether what comes of a command line is nothing but a function of its text and what it includes.
pub fn is_for(line: &CommandLine) -> bool {
    let reads_more =
        line.set_root_signature.is_some() || line.set_private.is_some() || line.verify_root_signature.is_some();
    let says_times = line.time_report || line.time_trace.is_some();
    // Diagnostics go to that file also if nothing else is written.
    let writes_before = line.diagnostics_file.is_some();
    matches!(line.action, Action::Compile | Action::Dependencies) && !reads_more && !says_times && !writes_before
}

/// The name of a command line and a text.
pub fn key(line: &CommandLine, name: &str, bytes: &[u8], is_coloured: bool) -> Key {
    let mut sum = Sum::default();
    sum.add(compiler().as_bytes());
    let mut words = line.words.iter();
    while let Some(word) = words.next() {
        // How many at once, and where this is, is of no matter.
        if matches!(word.trim_start_matches(['-', '/']), "cache" | "jobs") {
            words.next();
        } else {
            sum.add(word.as_bytes());
        }
    }
    sum.add(name.as_bytes());
    sum.add(&[u8::from(is_coloured)]);
    sum.add(bytes);
    sum.end()
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

fn sum_of(bytes: &[u8]) -> Key {
    Sha256::digest(bytes).into()
}

impl Cache {
    /// A cache in a folder, which need not be there yet.
    pub fn new(folder: &str) -> Self {
        Self { folder: PathBuf::from(folder) }
    }

    /// What came of a command line, and the names of the files that it included.
    pub fn find(&self, key: &Key, includes: &dyn IncludeResolver) -> Option<(Effects, Vec<String>)> {
        let asked = questions(&self.read(key, "asked")?)?;
        let mut again = Vec::with_capacity(asked.len());
        for question in asked {
            let found = includes.resolve(&question.path, &question.from, question.is_angled).ok()?;
            again.push(Question { answer: found.as_ref().map(answer), ..question });
        }
        let effects = effects(&self.read(&with_answers(key, &again), "done")?)?;
        let names = again.into_iter().filter_map(|question| question.answer).map(|(name, _)| name);
        Some((effects, names.collect()))
    }

    /// Keeps what came of a command line.
    pub fn keep(&self, key: &Key, asked: &[Question], effects: &Effects) -> Result<(), String> {
        let mut out = Vec::new();
        put(&mut out, effects.told.as_bytes());
        put(&mut out, effects.printed.as_bytes());
        for (path, bytes) in &effects.files {
            put(&mut out, path.as_bytes());
            put(&mut out, bytes);
        }
        self.write(&with_answers(key, asked), "done", &out)?;
        let mut out = Vec::new();
        for question in asked {
            put(&mut out, question.path.as_bytes());
            put(&mut out, question.from.as_bytes());
            put(&mut out, &[u8::from(question.is_angled)]);
        }
        self.write(key, "asked", &out)
    }

    fn place(&self, key: &Key, kind: &str) -> PathBuf {
        let mut name = String::with_capacity(2 * key.len());
        for byte in key {
            let _ = write!(name, "{byte:02x}");
        }
        self.folder.join(&name[..2]).join(format!("{}.{kind}", &name[2..]))
    }

    /// What is kept under a name, if it is whole.
    fn read(&self, key: &Key, kind: &str) -> Option<Vec<u8>> {
        let mut bytes = std::fs::read(self.place(key, kind)).ok()?;
        let sum: Key = bytes.get(..32)?.try_into().ok()?;
        bytes.drain(..32);
        (sum_of(&bytes) == sum).then_some(bytes)
    }

    fn write(&self, key: &Key, kind: &str, bytes: &[u8]) -> Result<(), String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let place = self.place(key, kind);
        let folder = place.parent().unwrap_or(Path::new(""));
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = place.with_extension(format!("{}-{number}.tmp", std::process::id()));
        let all = [&sum_of(bytes)[..], bytes].concat();
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&temporary, all))
            .and_then(|()| std::fs::rename(&temporary, &place));
        written.map_err(|error| {
            // If it is there at all; nobody will ask for it.
            let _ = std::fs::remove_file(&temporary);
            format!("cannot write `{}`: {error}", place.display())
        })
    }
}

fn answer(file: &IncludedFile) -> (String, Key) {
    (file.name.clone(), sum_of(&file.bytes))
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
fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Takes a text off the front.
fn take<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = from.split_at_checked(8)?;
    let length = usize::try_from(u64::from_le_bytes(length.try_into().ok()?)).ok()?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    *from = rest;
    Some(bytes)
}

fn take_text(from: &mut &[u8]) -> Option<String> {
    String::from_utf8(take(from)?.to_vec()).ok()
}

fn questions(mut from: &[u8]) -> Option<Vec<Question>> {
    let mut all = Vec::new();
    while !from.is_empty() {
        let (path, name) = (take_text(&mut from)?, take_text(&mut from)?);
        all.push(Question { path, from: name, is_angled: take(&mut from)? == [1], answer: None });
    }
    Some(all)
}

fn effects(mut from: &[u8]) -> Option<Effects> {
    let mut found = Effects { told: take_text(&mut from)?, printed: take_text(&mut from)?, files: Vec::new() };
    while !from.is_empty() {
        found.files.push((take_text(&mut from)?, take(&mut from)?.to_vec()));
    }
    Some(found)
}

/// Finds included files and notes what was asked.
pub struct Watched<'a> {
    inner: &'a dyn IncludeResolver,
    asked: RefCell<Vec<Question>>,
}

impl<'a> Watched<'a> {
    pub fn new(inner: &'a dyn IncludeResolver) -> Self {
        Self { inner, asked: RefCell::default() }
    }

    /// What was asked, in order.
    pub fn asked(self) -> Vec<Question> {
        self.asked.into_inner()
    }
}

impl IncludeResolver for Watched<'_> {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        let found = self.inner.resolve(path, from, is_angled)?;
        let answer = found.as_ref().map(answer);
        self.asked.borrow_mut().push(Question { path: path.to_owned(), from: from.to_owned(), is_angled, answer });
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_is_not_there() {
        let folder = std::env::temp_dir().join(format!("hlslc-cache-unit-{}", std::process::id()));
        let cache = Cache::new(folder.to_str().expect("temporary folders have plain names"));
        let effects = Effects { told: "a".into(), printed: "b".into(), files: vec![("c".into(), vec![1, 2, 3])] };
        let key = sum_of(b"key");
        cache.keep(&key, &[], &effects).expect("it can be written");
        assert_eq!(cache.find(&key, &hlslc::NoIncludes), Some((effects, Vec::new())));
        let place = cache.place(&with_answers(&key, &[]), "done");
        let whole = std::fs::read(&place).expect("it is there");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            std::fs::write(&place, &damaged).expect("it can be written");
            assert_eq!(cache.find(&key, &hlslc::NoIncludes), None, "byte {at}");
            std::fs::write(&place, &whole[..at]).expect("it can be written");
            assert_eq!(cache.find(&key, &hlslc::NoIncludes), None, "{at} bytes");
        }
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
