//! Describes a command line so that it can be run on another machine, and runs what is so described: `hlslc perform FILE`.
//!
//! Input: a command line that is a function of its text and its includes. Output: a description, in which each include that the
//! preprocessor asks for stands with its answer, and which names texts by their SHA-256. Nothing of the file system takes part: paths
//! are words of messages, wherever they lead, so what comes of it is the same to the byte. The result holds the effects, and the hash of
//! the description, so that a result of something else is noticed.
//!
//! `hlslc perform` is what a worker runs. It reads texts from the folder `files` beside the description, and writes one file, `result`.

use crate::cache::{self, Question, put, put_effects, put_questions, take, take_effects, take_text};
use crate::console::{Console, Effects};
use crate::files::{FileIncludes, Key, read_input, write_output};
use crate::job;
use crate::requested::{self, Place};
use hlslc::args::CommandLine;
use hlslc::{IncludeResolver, IncludedFile};
use sha2::{Digest as _, Sha256};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;

/// The file that a worker is given, and the one that it writes.
pub const DESCRIPTION: &str = "job";
pub const RESULT: &str = "result";
/// The folder with the texts.
pub const TEXTS: &str = "files";

/// What a description begins with, and a result: the last digit is a version.
const MAGIC: &[u8] = b"hlslc job 1";
const MAGIC_OF_RESULT: &[u8] = b"hlslc result 1";

/// A command line with all that it depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Portable {
    /// The words.
    pub words: Vec<String>,
    /// Whether messages have colours.
    pub is_coloured: bool,
    /// The input, as output files are named after it.
    pub input: String,
    /// The name of the input.
    pub name: String,
    /// Its text.
    pub text: Key,
    /// What it includes.
    pub questions: Vec<Question>,
}

impl Portable {
    /// The bytes of the description.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put(&mut out, &[u8::from(self.is_coloured)]);
        put(&mut out, self.input.as_bytes());
        put(&mut out, self.name.as_bytes());
        put(&mut out, &self.text);
        put(&mut out, &(self.words.len() as u64).to_le_bytes());
        self.words.iter().for_each(|word| put(&mut out, word.as_bytes()));
        put_questions(&mut out, &self.questions);
        out
    }

    /// Reads a description. None if it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = bytes.strip_prefix(MAGIC)?;
        let is_coloured = take(&mut from)? == [1];
        let (input, name) = (take_text(&mut from)?, take_text(&mut from)?);
        let text = Key::try_from(take(&mut from)?).ok()?;
        let count = u64::from_le_bytes(take(&mut from)?.try_into().ok()?);
        let mut words = Vec::new();
        for _ in 0..count {
            words.push(take_text(&mut from)?);
        }
        let (questions, rest) = cache::questions(from)?;
        rest.is_empty().then_some(Self { words, is_coloured, input, name, text, questions })
    }

    /// The texts it needs.
    pub fn texts(&self) -> impl Iterator<Item = &Key> {
        let included = self.questions.iter().filter_map(|question| Some(&question.answer.as_ref()?.1));
        std::iter::once(&self.text).chain(included)
    }
}

/// The bytes of what came of a description.
pub fn result(description: &[u8], places: &[Place], effects: &Effects) -> Result<Vec<u8>, String> {
    let mut out = MAGIC_OF_RESULT.to_vec();
    put(&mut out, &Sha256::digest(description));
    put_effects(&mut out, places, effects)?;
    Ok(out)
}

/// What came of a description that asks for files at these places. None if it is not of this one, or damaged.
pub fn read_result(bytes: &[u8], description: &[u8], places: &[Place]) -> Option<Effects> {
    let mut from = bytes.strip_prefix(MAGIC_OF_RESULT)?;
    if take(&mut from)? != Sha256::digest(description).as_slice() {
        return None;
    }
    take_effects(&mut from, places)
}

/// The name of a text in the folder of texts.
pub fn text_name(key: &Key) -> String {
    hlslc_variants::pack::hex(key)
}

/// `hlslc perform FILE`.
pub fn command(args: &[String]) -> Result<bool, String> {
    let [file] = args else { return Err("hlslc perform FILE: it takes the description of a job".to_owned()) };
    let description = read_input(file)?;
    let job = Portable::read(&description).ok_or_else(|| format!("`{file}` is no description of a job"))?;
    let no_response_files = |_: &str| Err("they are not carried".to_owned());
    let mut line = CommandLine::of_words(job.words.clone(), &no_response_files);
    line.colour = Some(job.is_coloured);
    if let Some(why) = line.errors.first() {
        return Err(why.clone());
    }
    if !cache::is_for(&line) {
        return Err("the command line depends on more than its text and its includes".to_owned());
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
    let read = |key: &Key| read_input(&folder.join(TEXTS).join(text_name(key)).to_string_lossy());
    let mut answers = HashMap::new();
    for question in &job.questions {
        let answer = match &question.answer {
            Some((name, key)) => Some(IncludedFile { name: name.clone(), bytes: read(key)? }),
            None => None,
        };
        answers.insert((question.path.clone(), question.from.clone(), question.is_angled), answer);
    }
    let folders = FileIncludes::new(&line.include_dirs, std::sync::Arc::default());
    let includes = Given { answers, folders, has_asked_more: Cell::new(false) };
    let mut console = Console::noting();
    let is_ok = job::perform(&line, &job.input, &job.name, &read(&job.text)?, &includes, &mut console)?;
    let effects = console.noted().filter(|_| !includes.has_asked_more.get());
    let effects = effects.ok_or("it did not come to a result that others may have")?;
    let places = requested::places(&line, &job.input);
    let bytes = result(&description, &places, &Effects { is_ok, ..effects })?;
    write_output(&folder.join(RESULT).to_string_lossy(), &bytes)?;
    Ok(true)
}

/// Answers what is included from a description.
struct Given {
    answers: HashMap<(String, String, bool), Option<IncludedFile>>,
    /// Says where was looked: a function of the words alone.
    folders: FileIncludes,
    has_asked_more: Cell<bool>,
}

impl IncludeResolver for Given {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        match self.answers.get(&(path.to_owned(), from.to_owned(), is_angled)) {
            Some(answer) => Ok(answer.clone()),
            None => {
                self.has_asked_more.set(true);
                Err("the description of the job does not have it".to_owned())
            }
        }
    }

    fn searched(&self, from: &str, is_angled: bool) -> Option<Vec<String>> {
        self.folders.searched(from, is_angled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn portable() -> Portable {
        let answer = Some(("inc/a.hlsli".to_owned(), [2; 32]));
        let found = Question { path: "a.hlsli".into(), from: "b.hlsl".into(), is_angled: true, answer };
        let missing = Question { answer: None, path: "c".into(), ..found.clone() };
        let words = ["-T", "ps_6_0", "b.hlsl", "-Fo", "b.dxo"].map(str::to_owned).to_vec();
        let (input, name) = ("b.hlsl".to_owned(), "b.hlsl".to_owned());
        Portable { words, is_coloured: true, input, name, text: [1; 32], questions: vec![found, missing] }
    }

    #[test]
    fn a_description_is_read_as_it_was_written_or_not_at_all() {
        let bytes = portable().bytes();
        assert_eq!(Portable::read(&bytes), Some(portable()));
        for end in 0..bytes.len() {
            assert_eq!(Portable::read(&bytes[..end]), None, "{end} bytes");
        }
        assert_eq!(Portable::read(&[&bytes[..], &[0]].concat()), None);
    }

    #[test]
    fn a_result_of_another_description_is_none() {
        let places = [Place::File("b.dxo".into())];
        let files = vec![("b.dxo".to_owned(), vec![1, 2])];
        let effects = Effects { is_ok: true, messages: "said".into(), printed: String::new(), files };
        let description = portable().bytes();
        let bytes = result(&description, &places, &effects).expect("its file has a place");
        assert_eq!(read_result(&bytes, &description, &places), Some(effects));
        let other = Portable { is_coloured: false, ..portable() }.bytes();
        assert_eq!(read_result(&bytes, &other, &places), None);
        assert_eq!(read_result(&bytes, &description, &[]), None);
        assert_eq!(read_result(&bytes[..bytes.len() - 1], &description, &places), None);
    }
}
