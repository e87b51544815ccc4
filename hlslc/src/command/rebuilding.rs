//! Finds results that edits of files do not concern, in one process (`hlslc variants --watch`) or in the next.
//!
//! Input: what the results of the build before were made of, and the texts of its files then and now. Output: for each variant whether its
//! result is taken over. See [`hlslc::leaves`]. For the next process this is written beside the manifest, to a file that names the packed
//! file as the manifest does; one that is damaged, or of another build, counts as absent.

use crate::building::Program;
use crate::cache::{check_of, put, take, take_text};
use crate::files::{Reader, Text};
use crate::previous::{Before, State, compiler};
use crate::spooling::Replacement;
use hlslc::Memory;
use hlslc::leaves::{Edits, Leaf, Leaves, Likeness, Verdict, macros_of};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The values of the macros of a group.
type Values = Vec<Option<String>>;

/// What is kept between builds.
#[derive(Default)]
pub struct Past {
    leaves: Arc<Leaves>,
    texts: HashMap<String, Arc<Text>>,
    made: Made,
    /// The hash of the packed file, by which the manifest of that build is known.
    pack: String,
}

/// What each variant was made of, by the name of its group.
#[derive(Default)]
pub struct Made(HashMap<String, HashMap<Values, Arc<Leaf>>>);

impl Past {
    /// What a build in another process has left, if it belongs to the packed file with this hash. Functions of which that knew that there
    /// is nothing to say are known to `memory` too.
    fn read(path: &Path, pack: &str, memory: &Memory) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        let (bytes, check) = bytes.split_last_chunk()?;
        let mut from = bytes;
        if check_of(bytes) != *check || take_text(&mut from)? != compiler() || take_text(&mut from)? != pack {
            return None;
        }
        let learnt = take(&mut from)?;
        let (leaves, all) = Leaves::of_bytes(take(&mut from)?)?;
        let mut texts = HashMap::new();
        for _ in 0..take_number(&mut from)? {
            let name = take_text(&mut from)?;
            let text = Text::new(name.clone(), take(&mut from)?.to_vec());
            texts.insert(name, Arc::new(text));
        }
        let mut made = Made::default();
        for _ in 0..take_number(&mut from)? {
            let mut variants = HashMap::new();
            let group = take_text(&mut from)?;
            for _ in 0..take_number(&mut from)? {
                let mut values = Vec::new();
                for _ in 0..take_number(&mut from)? {
                    values.push((take(&mut from)? == [1], take_text(&mut from)?));
                }
                let values = values.into_iter().map(|(is_defined, value)| is_defined.then_some(value)).collect();
                variants.insert(values, all.get(take_number(&mut from)?)?.clone());
            }
            made.0.insert(group, variants);
        }
        memory.learn(learnt);
        from.is_empty().then(|| Self { leaves: Arc::new(leaves), texts, made, pack: pack.to_owned() })
    }

    /// Takes up what a build in another process has left, if this one knows nothing of the packed file with this hash.
    pub fn take_up(&mut self, path: &Path, pack: &str, memory: &Memory) {
        if self.pack != pack
            && let Some(past) = Self::read(path, pack, memory)
        {
            *self = past;
        }
    }

    /// Leaves it for another process. What cannot be written is found out again.
    pub fn write(&self, path: &Path, memory: &Memory) -> Result<(), String> {
        let (mut all, mut numbers) = (Vec::new(), HashMap::new());
        let mut groups: Vec<_> = self.made.0.iter().collect();
        groups.sort_unstable_by_key(|group| group.0);
        let mut made = Vec::new();
        put_number(&mut made, groups.len());
        for (name, variants) in groups {
            put(&mut made, name.as_bytes());
            let mut variants: Vec<_> = variants.iter().collect();
            variants.sort_unstable_by_key(|variant| variant.0);
            put_number(&mut made, variants.len());
            for (values, leaf) in variants {
                put_number(&mut made, values.len());
                for value in values {
                    put(&mut made, &[u8::from(value.is_some())]);
                    put(&mut made, value.as_deref().unwrap_or_default().as_bytes());
                }
                let number = *numbers.entry(Arc::as_ptr(leaf)).or_insert_with(|| {
                    all.push(leaf.clone());
                    all.len() - 1
                });
                put_number(&mut made, number);
            }
        }
        let mut out = Vec::new();
        put(&mut out, compiler().as_bytes());
        put(&mut out, self.pack.as_bytes());
        put(&mut out, &memory.learnt().unwrap_or_default());
        put(&mut out, &self.leaves.to_bytes(&all));
        let mut texts: Vec<_> = self.texts.iter().collect();
        texts.sort_unstable_by_key(|text| text.0);
        put_number(&mut out, texts.len());
        for (name, text) in texts {
            put(&mut out, name.as_bytes());
            put(&mut out, &text.bytes);
        }
        out.extend_from_slice(&made);
        let check = check_of(&out);
        let mut file = Replacement::new(path)?;
        file.add(&out)?;
        file.add(&check)?;
        file.take_name()
    }

    /// What results are made of.
    pub fn leaves(&self) -> Arc<Leaves> {
        self.leaves.clone()
    }

    /// Takes the place of what was kept before.
    pub fn replace(&mut self, made: Made, pack: String, files: &[String], reader: &Reader) {
        (self.made, self.pack) = (made, pack);
        let text = |name: &String| Some((name.clone(), reader.as_read(name).ok()?));
        self.texts = files.iter().filter_map(text).collect();
    }
}

/// A build that follows one.
pub struct Next<'p> {
    made: &'p Made,
    edits: Option<Edits<'p>>,
    /// By the leaf of the build before: what it is now.
    judged: Mutex<HashMap<usize, Option<Arc<Leaf>>>>,
    /// What variants that were taken over are made of.
    carried: Mutex<HashMap<(usize, u64), Arc<Leaf>>>,
}

/// What is known of a variant before it is compiled.
pub enum Asked {
    /// Its result is what it was.
    Same,
    /// It is compiled for those like it.
    For(Likeness, Arc<Leaf>),
    /// It may be another.
    Other,
}

impl Asked {
    /// Whether the result is what it was.
    pub fn is_same(&self) -> bool {
        matches!(self, Self::Same)
    }
}

fn put_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u64).to_le_bytes());
}

fn take_number(from: &mut &[u8]) -> Option<usize> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    usize::try_from(u64::from_le_bytes(*bytes)).ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in it is whole between any two steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn group_name(program: &Program<'_>) -> String {
    format!("{}\0{}\0{}", program.group.entry.name.value, program.group.target.name(), program.options)
}

/// The edits since the build before, if they are known.
fn edits<'p>(
    past: &Past,
    leaves: &'p Leaves,
    before: &Before,
    programs: &[Program<'_>],
    reader: &Reader,
) -> Option<Edits<'p>> {
    let text = |text: &Arc<Text>| String::from_utf8(text.bytes.clone()).ok();
    let mut texts = Vec::new();
    for (file, state) in before.manifest.files.iter().zip(&before.states) {
        if *state != State::Same {
            let (old, new) = (text(past.texts.get(&file.name)?)?, text(&reader.input(&file.name).ok()?)?);
            texts.push((file.name.as_str(), old, new));
        }
    }
    let mut macros: HashSet<String> = HashSet::new();
    for program in programs {
        macros.extend(program.group.macros.iter().map(|&name| name.to_owned()));
        macros.extend(program.line.options.defines.iter().map(|(name, _)| name.clone()));
    }
    let mut has_lines = false;
    for old in past.texts.values().filter_map(text).chain(texts.iter().map(|(.., new)| new.clone())) {
        has_lines |= old.contains("__LINE__");
        macros.extend(macros_of(&old)?);
    }
    let texts: Vec<(&str, &str, &str)> =
        texts.iter().map(|(name, old, new)| (*name, old.as_str(), new.as_str())).collect();
    leaves.edits(&texts, &|word| word.starts_with("__") || word == "_Pragma" || macros.contains(word), has_lines)
}

impl<'p> Next<'p> {
    /// A build after the one before, if there was one.
    pub fn new(
        past: &'p Past,
        leaves: &'p Leaves,
        before: Option<&Before>,
        programs: &[Program<'_>],
        reader: &Reader,
    ) -> Self {
        // Another process may have built meanwhile.
        let before = before.filter(|before| before.manifest.pack == past.pack);
        let edits = before.and_then(|before| edits(past, leaves, before, programs, reader));
        Self { made: &past.made, edits, judged: Mutex::default(), carried: Mutex::default() }
    }

    /// Asks what became of a variant, the number `at` of its group. One that `is_valid` is what it was.
    pub fn ask(&self, program: &Program<'_>, group: usize, at: u64, values: &Values, is_valid: bool) -> Asked {
        let leaf = self.made.0.get(&group_name(program)).and_then(|group| group.get(values));
        let (Some(leaf), Some(edits)) = (leaf, &self.edits) else { return Asked::Other };
        let key = Arc::as_ptr(leaf) as usize;
        let known = lock(&self.judged).get(&key).cloned();
        let now = match known {
            Some(now) => now,
            None => {
                let now = match edits.judge(leaf) {
                    Verdict::Same(now) => Some(now),
                    Verdict::Like(likeness) if !is_valid => return Asked::For(likeness, leaf.clone()),
                    Verdict::Like(_) | Verdict::Other => None,
                };
                lock(&self.judged).insert(key, now.clone());
                now
            }
        };
        match now {
            Some(now) => {
                lock(&self.carried).insert((group, at), now);
                Asked::Same
            }
            None => Asked::Other,
        }
    }

    /// Notes what came of a variant that was compiled, and whether it says what it did before.
    pub fn settle(&self, asked: Asked, says_the_same: bool, leaf: Option<Arc<Leaf>>) {
        if let (Asked::For(likeness, old), Some(edits)) = (asked, &self.edits) {
            edits.settle(likeness, &old, leaf.as_deref().filter(|_| says_the_same));
        }
    }

    /// What the variants are made of now: those that were compiled as `leaf` has it.
    pub fn finish(self, programs: &[Program<'_>], leaf: &dyn Fn(usize, u64) -> Option<Arc<Leaf>>) -> Made {
        let mut carried = self.carried.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut made = Made::default();
        for (group, program) in programs.iter().enumerate() {
            let variants = program.group.combinations().zip(0..).filter_map(|(values, at)| {
                let leaf = carried.remove(&(group, at)).or_else(|| leaf(group, at))?;
                Some((values, leaf))
            });
            made.0.insert(group_name(program), variants.collect());
        }
        made
    }
}
