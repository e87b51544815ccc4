//! Builds the variants of a project: `hlslc variants`, cold and again after a change.
//!
//! Input: the text of `hlslc.toml`. Output: the packed file and the manifest, which are renamed into place when they are complete, the
//! packed file first: a manifest names the packed file that it belongs to, so a build that is killed between the two starts anew.
//! Objects wait in a file of their own until their order is known, which follows from that of the variants and not from that
//! of the threads; memory holds a few bytes for each variant.
//!
//! A result of the build before is taken over if every file that it was made of has the same bytes, or if only comments changed and
//! there is no message, whose place could be another.

use crate::distributing;
use crate::elsewhere::Elsewhere;
use crate::files::{FileIncludes, Reader, Text};
use crate::previous::{Before, Validity, before, code_of, compiler};
use crate::rebuilding::{Asked, Next, Past};
use crate::spooling::{Replacement, Spool};
use crate::temporary::remove_left_in;
use hlslc::args::CommandLine;
use hlslc::options::{Backend, Emit};
use hlslc::variants::{self, Foreign, Found, ResultId, VariantSet};
use hlslc::{DiagInfo, Memory, Output};
use hlslc_project::{Level, OutputKind, Parsed, Project};
use hlslc_variants::manifest::{self, Manifest, Outcome, Variant};
use hlslc_variants::pack::{self, Hash, Object, Tables};
use hlslc_variants::{Combinations, Count, Group, plan};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Variants that are compiled without asking, where the file names no limit.
const LIMIT: u64 = 100_000;
/// As much as the main thread of a process has.
const STACK: usize = 8 << 20;

/// How to build.
#[derive(Clone, Default)]
pub struct How {
    /// The most variants.
    pub limit: Option<u64>,
    /// Threads; as many as there are processors if none is given.
    pub jobs: Option<usize>,
    /// Compile each variant by itself as well, and compare.
    pub verifies: bool,
    /// Take nothing over from the build before.
    pub is_cold: bool,
    /// Words that are added to the command line of every entry.
    pub words: Vec<String>,
    /// A server that has results, and workers for others.
    pub elsewhere: Option<Arc<Elsewhere>>,
}

/// What there is to say while building.
pub struct Progress {
    /// Variants that are done.
    pub done: u64,
    /// All variants.
    pub all: u64,
    /// Programs that were compiled so far.
    pub unique: u64,
}

/// What a build came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// All variants.
    pub variants: u64,
    /// Those that were taken over from the build before.
    pub taken_over: u64,
    /// Those whose macros agreed with another one's in everything that the source asks.
    pub by_questions: u64,
    /// Those whose object was found by the tokens that the entry reaches.
    pub by_tokens: u64,
    /// Those whose program was that of another one.
    pub by_program: u64,
    /// Programs that were compiled.
    pub compiled: u64,
    /// Variants whose results came from a server.
    pub elsewhere: u64,
    /// Objects that differ.
    pub objects: u64,
    /// Variants that failed.
    pub failed: u64,
    /// Names of variants that failed, and why, the first of each program.
    pub failures: Vec<(String, String)>,
    /// Programs with a message that is no error.
    pub with_messages: u64,
    /// Variants that came out otherwise by themselves, which is our fault.
    pub different: Vec<String>,
    /// The files that it depends on.
    pub files: Vec<String>,
}

/// What builds of one process share.
#[derive(Default)]
pub struct Shared {
    memory: Arc<Memory>,
    past: Mutex<Past>,
}

/// An entry with a target, ready to be compiled.
pub struct Program<'p> {
    pub group: Group<'p>,
    pub line: CommandLine,
    pub name: String,
    pub text: Arc<Text>,
    pub includes: FileIncludes,
    /// The hash of what decides its results but macros and files.
    pub options: String,
}

/// What came of one program.
struct Made {
    object: Option<Hash>,
    messages: String,
    files: Vec<String>,
    /// The variant that it was compiled for.
    first: u64,
    twin_of: Option<ResultId>,
    /// The result of the build before that has all of it.
    old: Option<u32>,
}

/// Where the result of a variant is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    /// No thread has come to it.
    None,
    /// In the set of its group.
    Of(ResultId),
    /// In the manifest of the build before.
    Old(u32),
}

/// Reads the file of a project. The error shows every problem.
pub fn read_project(path: &str) -> Result<Project, String> {
    let bytes = crate::files::read_input(path)?;
    let text = String::from_utf8(bytes).map_err(|_| format!("`{path}` is no text"))?;
    let Parsed { project, problems } = hlslc_project::parse(&text);
    if problems.is_empty() {
        return Ok(project);
    }
    let shown: String = problems.iter().map(|problem| problem.render(path, &text)).collect();
    Err(format!("{} problems in `{path}`\n{shown}", problems.len()))
}

/// The words of the command line of an entry.
pub fn words(project: &Project, group: &Group<'_>, root: &Path, how: &How) -> Result<Vec<String>, String> {
    let place = |path: &str| root.join(path).to_string_lossy().into_owned();
    let mut words = Vec::new();
    if let Some(language) = &project.general.language {
        words.extend(["-HV".to_owned(), language.value.name().to_owned()]);
    }
    for folder in &project.general.include {
        words.extend(["-I".to_owned(), place(&folder.value)]);
    }
    words.extend(project.general.options.iter().map(|word| word.value.clone()));
    words.extend(group.entry.options.iter().map(|word| word.value.clone()));
    words.extend(how.words.iter().cloned());
    for lint in &project.lints {
        let code = &lint.code.value;
        let is_named = |row: &DiagInfo| row.code == code.as_str() || row.group == *code && !row.group.is_empty();
        let Some(row) = hlslc::diagnostics().find(is_named) else {
            return Err(format!("[lint]: there is no message `{code}`"));
        };
        if row.group.is_empty() {
            return Err(format!("[lint]: `{code}` is in no group of warnings, so its level is fixed"));
        }
        words.push(match lint.level.value {
            Level::Allow => format!("-Wno-{}", row.group),
            Level::Warn => format!("-W{}", row.group),
            Level::Deny => format!("-Werror={}", row.group),
        });
    }
    if group.target == OutputKind::Spirv {
        words.push("-spirv".to_owned());
    }
    words.extend([
        "-T".to_owned(),
        group.entry.profile.value.to_string(),
        "-E".to_owned(),
        group.entry.entry.value.clone(),
    ]);
    for (name, value) in &group.defines {
        words.extend(["-D".to_owned(), format!("{name}={value}")]);
    }
    words.push(place(&group.entry.file.value));
    Ok(words)
}

impl<'p> Program<'p> {
    fn new(project: &Project, group: Group<'p>, root: &Path, reader: &Arc<Reader>, how: &How) -> Result<Self, String> {
        let words = words(project, &group, root, how)?;
        let name = root.join(&group.entry.file.value).to_string_lossy().into_owned();
        let mut line = CommandLine::of_words(words.clone(), &crate::files::response_file);
        let of_entry = |why: String| format!("entry `{}`: {why}", group.entry.name.value);
        if let Some(output) = hlslc::many::outputs(&line).next() {
            return Err(of_entry(format!(
                "the options name the output `{output}`: everything goes to the packed file"
            )));
        }
        let makes_object =
            line.options.emit == Emit::Object && !line.options.preprocess_only && !line.options.syntax_only;
        if line.action != hlslc::args::Action::Compile || !makes_object {
            return Err(of_entry("the options ask for something else than an object".to_owned()));
        }
        if let Some(why) = line.errors.first() {
            return Err(of_entry(why.clone()));
        }
        let is_right = (line.options.backend == Backend::Spirv) == (group.target == OutputKind::Spirv);
        if line.inputs != [name.clone()] || !is_right {
            return Err(of_entry("the options name another input or target".to_owned()));
        }
        line.options.input = line.kind_of(&name);
        let text = reader.input(&name).map_err(of_entry)?;
        let includes = FileIncludes::new(&line.include_dirs, reader.clone());
        let options = pack::hex(&pack::hash(words.join("\0").as_bytes()));
        Ok(Self { group, line, name, text, includes, options })
    }

    fn set(&self, memory: &Arc<Memory>) -> VariantSet<'_> {
        let names: Vec<String> = self.group.macros.iter().map(|&name| name.to_owned()).collect();
        VariantSet::new(self.line.options.clone(), &self.name, &self.text.bytes, &self.includes, &names, memory.clone())
    }

    /// A variant, as people read it.
    fn label(&self, values: &[Option<String>]) -> String {
        let one = |(name, value): (&&str, &Option<String>)| match value {
            Some(value) => format!(" {name}={value}"),
            None => format!(" !{name}"),
        };
        let macros: String = self.group.macros.iter().zip(values).map(one).collect();
        format!("{} ({}){macros}", self.group.entry.name.value, self.group.target.name())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in it is whole between any two steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn borrowed(values: &[Option<String>]) -> Vec<Option<&str>> {
    values.iter().map(Option::as_deref).collect()
}

/// The paths of the packed file and the manifest.
pub fn outputs(project: &Project, root: &Path) -> (PathBuf, PathBuf) {
    let folder = project.general.output.as_ref().map_or_else(|| root.to_owned(), |folder| root.join(&folder.value));
    let place = |given: &hlslc_project::Setting<String>, name: &str| {
        given.as_ref().map_or_else(|| folder.join(name), |path| root.join(&path.value))
    };
    (place(&project.variants.pack, "variants.hlslpack"), place(&project.variants.manifest, "variants.json"))
}

/// The next variants to be compiled, for threads that take them in turn.
struct Queue<'g, 'p> {
    programs: &'g [Program<'p>],
    group: usize,
    combinations: Option<Combinations<'g, 'p>>,
    /// The number of the next variant in its group.
    at: u64,
}

impl Queue<'_, '_> {
    fn take(&mut self) -> Option<(usize, u64, Vec<Option<String>>)> {
        loop {
            let program = self.programs.get(self.group)?;
            let combinations = self.combinations.get_or_insert_with(|| program.group.combinations());
            if let Some(values) = combinations.next() {
                self.at += 1;
                return Some((self.group, self.at - 1, values));
            }
            (self.group, self.combinations, self.at) = (self.group + 1, None, 0);
        }
    }
}

/// What threads write to.
struct Sink {
    spool: Spool,
    /// For each group: the results, and where that of each variant is.
    groups: Vec<(HashMap<ResultId, Made>, Vec<Mark>)>,
    /// What verifying has found of each variant: the hash of all that came of it.
    alone: HashMap<(usize, u64), Hash>,
    failure: Option<String>,
    /// What a server is given once the results are known that have its objects: of these groups.
    waiting: Vec<(usize, ResultId, distributing::Waiting)>,
}

/// Everything that comes of a variant, as one hash.
fn whole(object: Option<&Hash>, messages: &str) -> Hash {
    let mut bytes = object.map_or_else(Vec::new, |hash| hash.to_vec());
    bytes.extend_from_slice(messages.as_bytes());
    pack::hash(&bytes)
}

/// Builds a project whose file is in the folder `root`.
pub fn build(
    project: &Project,
    root: &Path,
    how: &How,
    shared: &Shared,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Result<Built, String> {
    let reader = Arc::new(Reader::default());
    let groups = plan(project);
    if groups.is_empty() {
        return Err("the file has no entry".to_owned());
    }
    let all = count(project, &groups, how)?;
    let programs = groups.into_iter().map(|group| Program::new(project, group, root, &reader, how));
    let programs: Vec<Program<'_>> = programs.collect::<Result<_, _>>()?;
    let (pack_path, manifest_path) = outputs(project, root);
    for folder in [&pack_path, &manifest_path].into_iter().filter_map(|path| path.parent()) {
        remove_left_in(folder);
    }
    let before = if how.is_cold { None } else { before(&pack_path, &manifest_path, &programs, &reader) };
    let mut past = lock(&shared.past);
    let pieces = manifest_path.with_extension("pieces");
    if let Some(before) = before.as_ref().filter(|before| !before.is_same()) {
        past.take_up(&pieces, &before.manifest.pack, &shared.memory);
    }
    // What another machine compiles is made of pieces that are not known here.
    let leaves = how.elsewhere.is_none().then(|| past.leaves());
    let set = |program| {
        let set = Program::set(program, &shared.memory);
        match &leaves {
            Some(leaves) => set.noting(leaves.clone()),
            None => set,
        }
    };
    let sets: Vec<VariantSet<'_>> = programs.iter().map(set).collect();
    let next = leaves.as_deref().map(|leaves| Next::new(&past, leaves, before.as_ref(), &programs, &reader));
    let mut out = Replacement::new(&pack_path)?;
    let sink = Sink {
        spool: Spool::new(&pack_path)?,
        groups: programs.iter().map(|_| Default::default()).collect(),
        alone: HashMap::new(),
        failure: None,
        waiting: Vec::new(),
    };
    let sink = Mutex::new(sink);
    let queue = Mutex::new(Queue { programs: &programs, group: 0, combinations: None, at: 0 });
    let (done, unique, taken, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let Some((group, at, values)) = lock(&queue).take() else { return };
            let old = before.as_ref().and_then(|before| {
                let result = before.variants.get(&(group as u32, values.clone())).copied()?;
                Some((result, before.validity[result as usize]))
            });
            let old = old.filter(|(_, validity)| *validity != Validity::Invalid);
            let asked = old.zip(next.as_ref()).map(|((_, validity), next)| {
                next.ask(&programs[group], group, at, &values, validity == Validity::Valid)
            });
            let is_same = match (old, &asked) {
                (Some((_, Validity::Valid)), _) => true,
                (Some(_), Some(asked)) => asked.is_same(),
                _ => false,
            };
            let mark = match old.filter(|_| is_same) {
                Some((result, _)) => {
                    taken.fetch_add(1, Ordering::Relaxed);
                    Mark::Old(result)
                }
                None => {
                    let (found, waits) = match &how.elsewhere {
                        Some(elsewhere) => distributing::compile(elsewhere, &programs[group], &sets[group], &values),
                        None => (
                            compile(&programs[group], &sets[group], &values, asked.as_ref(), old, before.as_ref()),
                            None,
                        ),
                    };
                    if let (Found::Twin { of, .. }, Some(waits)) = (&found, waits) {
                        lock(&sink).waiting.push((group, *of, waits));
                    }
                    let id = found.id();
                    if let (Some(next), Some(asked)) = (&next, asked) {
                        let said = old.zip(before.as_ref()).map(|((result, _), before)| before.said_by(result));
                        let says_the_same = match &found {
                            Found::Before(_) => true,
                            Found::New(_, output) | Found::Twin { output, .. } => {
                                output.is_ok() && said == Some(&*messages(&programs[group], output))
                            }
                            Found::Known(_) | Found::Foreign(..) => false,
                        };
                        next.settle(asked, says_the_same, sets[group].leaf(id));
                    }
                    match keep(&sink, &programs[group], group, at, found, old.map(|old| old.0)) {
                        Ok(is_new) => _ = unique.fetch_add(u64::from(is_new), Ordering::Relaxed),
                        Err(why) => {
                            lock(&sink).failure.get_or_insert(why);
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Mark::Of(id)
                }
            };
            if how.verifies {
                let output = sets[group].compile_alone(&borrowed(&values));
                let object = output.object.as_deref().map(pack::hash);
                let sum = whole(object.as_ref(), &messages(&programs[group], &output));
                lock(&sink).alone.insert((group, at), sum);
            }
            let marks = &mut lock(&sink).groups[group].1;
            if marks.len() <= at as usize {
                marks.resize(at as usize + 1, Mark::None);
            }
            marks[at as usize] = mark;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(&Progress { done, all, unique: unique.load(Ordering::Relaxed) });
        }
    };
    // With a server most of the threads wait for it.
    let jobs = how.jobs.or(how.elsewhere.as_ref().map(|elsewhere| elsewhere.jobs())).unwrap_or(0);
    on_threads(jobs, &work);
    drop(queue);
    let is_waited_for = !lock(&sink).waiting.is_empty();
    if let Some(elsewhere) = how.elsewhere.as_ref().filter(|_| is_waited_for) {
        on_threads(jobs, &|| give_twins(elsewhere, &sets, &sink));
    }
    let mut sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(why) = sink.failure {
        return Err(why);
    }
    let mut built = Built { variants: all, taken_over: taken.into_inner(), ..Built::default() };
    for set in &sets {
        let shares = set.shares();
        built.by_questions += shares.by_questions;
        built.by_tokens += shares.by_tokens;
        built.by_program += shares.by_program;
        built.compiled += shares.compiled;
        built.taken_over += shares.checked;
        built.elsewhere += shares.elsewhere;
    }
    let leaf_of = |group: usize, mark: Mark| if let Mark::Of(id) = mark { sets[group].leaf(id) } else { None };
    let marks = |group: usize, at: u64| sink.groups[group].1.get(at as usize).copied().unwrap_or(Mark::None);
    let made = next.map(|next| next.finish(&programs, &|group, at| leaf_of(group, marks(group, at))));
    let numbered = number(&programs, &sets, &mut sink, before.as_ref(), &mut built)?;
    let finished = finish(&programs, numbered, &mut sink, before.as_ref(), &reader, &mut built, &mut out)?;
    let mut text = Replacement::new(&manifest_path)?;
    text.add(finished.manifest.begin().as_bytes())?;
    let mut is_first = true;
    for (group, program) in programs.iter().enumerate() {
        for (at, values) in program.group.combinations().enumerate() {
            let result = finished.variants[group][at];
            text.add(Variant { group: group as u32, values, result }.line(is_first).as_bytes())?;
            is_first = false;
        }
    }
    text.add(Manifest::END.as_bytes())?;
    out.take_name()?;
    text.take_name()?;
    let is_untouched = built.taken_over == all && before.as_ref().is_some_and(Before::is_same);
    if let Some(made) = made.filter(|_| !is_untouched) {
        past.replace(made, finished.manifest.pack, &built.files, &reader);
        // Without it the next process compiles what may be another.
        let _ = past.write(&pieces, &shared.memory);
    }
    Ok(built)
}

/// Does the same work on this many threads.
fn on_threads(jobs: usize, work: &(dyn Fn() + Sync)) {
    match rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build() {
        Ok(pool) => drop(pool.broadcast(|_| work())),
        // Without threads there is still this one.
        Err(_) => work(),
    }
}

/// Gives the server results whose object is that of another one, once everything is compiled. One that does not have it is left out.
fn give_twins(elsewhere: &Elsewhere, sets: &[VariantSet<'_>], sink: &Mutex<Sink>) {
    loop {
        let next = {
            let mut sink = lock(sink);
            let Some((group, of, waits)) = sink.waiting.pop() else { return };
            let of = sets[group].shared_object(of);
            let hash = of.and_then(|of| sink.groups[group].0.get(&of)).and_then(|made| made.object);
            hash.and_then(|hash| Some((waits, sink.spool.read(&hash).ok()?)))
        };
        if let Some((waits, object)) = next {
            waits.keep(elsewhere, object);
        }
    }
}

fn count(project: &Project, groups: &[Group<'_>], how: &How) -> Result<u64, String> {
    let limit = how.limit.or(project.variants.limit.as_ref().map(|limit| limit.value)).unwrap_or(LIMIT);
    let mut all = 0u64;
    for group in groups {
        match group.count(limit - all) {
            Count::Exactly(count) => all += count,
            Count::MoreThan { .. } => {
                let most = groups.iter().map(Group::at_most).fold(0, u64::saturating_add);
                return Err(format!(
                    "there are more than {limit} variants, and up to {most} without exclusions: `--limit {most}` compiles them"
                ));
            }
        }
    }
    Ok(all)
}

/// The messages of an output as text.
fn messages(program: &Program<'_>, output: &Output) -> String {
    output.render(program.line.style, false)
}

/// Compiles a variant. One that is compiled for those like it need not go on where it says what it said before.
fn compile(
    program: &Program<'_>,
    set: &VariantSet<'_>,
    values: &[Option<String>],
    asked: Option<&Asked>,
    old: Option<(u32, Validity)>,
    before: Option<&Before>,
) -> Found {
    let (Some(Asked::For(_, leaf)), Some((result, _)), Some(before)) = (asked, old, before) else {
        return set.compile(&borrowed(values));
    };
    let says_the_same = |output: &Output| messages(program, output) == before.said_by(result);
    set.compile_after(&borrowed(values), &variants::Before { leaf, says_the_same: &says_the_same })
}

/// Records the result of a variant, which had the result `old` in the previous build. Returns whether a program was compiled for it.
fn keep(
    sink: &Mutex<Sink>,
    program: &Program<'_>,
    group: usize,
    at: u64,
    found: Found,
    old: Option<u32>,
) -> Result<bool, String> {
    let (id, output, twin_of) = match found {
        Found::Known(_) => return Ok(false),
        Found::New(id, output) => (id, output, None),
        Found::Twin { id, output, of } => (id, output, Some(of)),
        Found::Foreign(id, foreign) => {
            let Foreign { object, messages, dependencies: files } = *foreign;
            let mut sink = lock(sink);
            let object = object.map(|object| sink.spool.add(&object)).transpose()?;
            sink.groups[group].0.insert(id, Made { object, messages, files, first: at, twin_of: None, old: None });
            return Ok(true);
        }
        Found::Before(id) => {
            let (messages, files) = (String::new(), Vec::new());
            let made = Made { object: None, messages, files, first: at, twin_of: None, old };
            lock(sink).groups[group].0.insert(id, made);
            return Ok(false);
        }
    };
    let made = Made {
        object: None,
        messages: messages(program, &output),
        files: output.dependencies.clone(),
        first: at,
        twin_of,
        old: None,
    };
    let mut sink = lock(sink);
    let object = output.object.as_ref().filter(|_| output.is_ok()).map(|object| sink.spool.add(object)).transpose()?;
    sink.groups[group].0.insert(id, Made { object, ..made });
    Ok(twin_of.is_none())
}

/// A result, as it will be in the manifest.
#[derive(PartialEq, Eq, Hash)]
struct Row {
    object: Option<Hash>,
    messages: String,
    files: Vec<String>,
}

/// All results in the order in which variants have them first, and for each group those of its variants.
struct Numbered {
    rows: Vec<Row>,
    variants: Vec<Vec<u32>>,
}

/// Numbers results in the order of the variants, and compiles again what was shared and should not have been.
fn number(
    programs: &[Program<'_>],
    sets: &[VariantSet<'_>],
    sink: &mut Sink,
    before: Option<&Before>,
    built: &mut Built,
) -> Result<Numbered, String> {
    let mut numbers: HashMap<Row, u32> = HashMap::new();
    let mut variants = Vec::new();
    for (group, program) in programs.iter().enumerate() {
        let (made, marks) = std::mem::take(&mut sink.groups[group]);
        let mut of_marks: HashMap<Mark, u32> = HashMap::new();
        let mut of_group = Vec::with_capacity(marks.len());
        for (at, values) in program.group.combinations().enumerate() {
            let mark = marks.get(at).copied().unwrap_or(Mark::None);
            let is_own = match mark {
                // Messages may be those of the variant alone that it was compiled for.
                Mark::Of(id) => {
                    !sets[group].is_shared_result(id) && made.get(&id).is_none_or(|made| made.first != at as u64)
                }
                Mark::None | Mark::Old(_) => false,
            };
            let known = of_marks.get(&mark).copied().filter(|_| !is_own);
            let number = match known {
                Some(number) => number,
                None => {
                    let row = row(program, &sets[group], &made, mark, is_own, &values, sink, before)?;
                    if row.object.is_none() {
                        built.failures.push((program.label(&values), row.messages.clone()));
                    }
                    built.with_messages += u64::from(row.object.is_some() && !row.messages.is_empty());
                    let next = numbers.len() as u32;
                    let number = *numbers.entry(row).or_insert(next);
                    if !is_own {
                        of_marks.insert(mark, number);
                    }
                    number
                }
            };
            of_group.push(number);
        }
        variants.push(of_group);
    }
    let mut rows: Vec<(u32, Row)> = numbers.into_iter().map(|(row, number)| (number, row)).collect();
    rows.sort_unstable_by_key(|row| row.0);
    let rows: Vec<Row> = rows.into_iter().map(|row| row.1).collect();
    built.failed = variants.iter().flatten().filter(|&&number| rows[number as usize].object.is_none()).count() as u64;
    for ((group, at), alone) in &sink.alone {
        let row = &rows[variants[*group][*at as usize] as usize];
        if whole(row.object.as_ref(), &row.messages) != *alone {
            let values = programs[*group].group.combinations().nth(*at as usize).unwrap_or_default();
            built.different.push(programs[*group].label(&values));
        }
    }
    built.different.sort_unstable();
    Ok(Numbered { rows, variants })
}

#[expect(clippy::too_many_arguments, reason = "these are what a result may come from")]
fn row(
    program: &Program<'_>,
    set: &VariantSet<'_>,
    made: &HashMap<ResultId, Made>,
    mark: Mark,
    is_own: bool,
    values: &[Option<String>],
    sink: &mut Sink,
    before: Option<&Before>,
) -> Result<Row, String> {
    let missing = || "a variant was left out".to_owned();
    let id = match mark {
        Mark::None => return Err(missing()),
        Mark::Of(id) => id,
        Mark::Old(result) => return old_row(result, sink, before.ok_or_else(missing)?),
    };
    let found = made.get(&id).ok_or_else(missing)?;
    if let Some(result) = found.old.filter(|_| !is_own) {
        return old_row(result, sink, before.ok_or_else(missing)?);
    }
    let origin = found.twin_of.map(|of| set.shared_object(of));
    if is_own || origin == Some(None) {
        let output = set.compile_alone(&borrowed(values));
        let object = output.object.as_deref().map(|object| sink.spool.add(object)).transpose()?;
        return Ok(Row { object, messages: messages(program, &output), files: output.dependencies });
    }
    let object = match origin.flatten() {
        Some(of) => made.get(&of).ok_or_else(missing)?.object,
        None => found.object,
    };
    Ok(Row { object, messages: found.messages.clone(), files: found.files.clone() })
}

/// A result of the build before.
fn old_row(result: u32, sink: &mut Sink, before: &Before) -> Result<Row, String> {
    let old = &before.manifest.results[result as usize];
    let object = old.object.map(|object| before.tables.objects[object as usize]);
    let bytes = object.map(|at| &before.pack[at.offset as usize..(at.offset + at.length) as usize]);
    let object = bytes.map(|bytes| sink.spool.add(bytes)).transpose()?;
    let files = old.files.iter().map(|&file| before.manifest.files[file as usize].name.clone());
    // The source itself comes first, and is added again.
    Ok(Row { object, messages: old.messages.clone(), files: files.skip(1).collect() })
}

struct Finished {
    manifest: Manifest,
    variants: Vec<Vec<u32>>,
}

/// Writes the packed file, and makes the manifest without its variants.
fn finish(
    programs: &[Program<'_>],
    numbered: Numbered,
    sink: &mut Sink,
    before: Option<&Before>,
    reader: &Reader,
    built: &mut Built,
    out: &mut Replacement,
) -> Result<Finished, String> {
    let Numbered { rows, variants } = numbered;
    let mut tables = Tables::default();
    let mut objects: HashMap<Hash, u32> = HashMap::new();
    out.add(&pack::head())?;
    let mut end = pack::HEAD as u64;
    for hash in rows.iter().filter_map(|row| row.object) {
        let next = objects.len() as u32;
        if *objects.entry(hash).or_insert(next) == next && tables.objects.len() == next as usize {
            let bytes = sink.spool.read(&hash)?;
            tables.objects.push(Object { hash, offset: end, length: bytes.len() as u64 });
            end += bytes.len() as u64;
            out.add(&bytes)?;
        }
    }
    built.objects = objects.len() as u64;
    // Files in the order of their names, so that their numbers depend on nothing else; a result lists its source first.
    let mut names: BTreeSet<String> = rows.iter().flat_map(|row| row.files.iter().cloned()).collect();
    names.extend(programs.iter().map(|program| program.text.name.clone()));
    let missing = reader.missing();
    let old: HashMap<&str, &manifest::File> =
        before.iter().flat_map(|before| &before.manifest.files).map(|file| (file.name.as_str(), file)).collect();
    let mut files: Vec<manifest::File> = Vec::new();
    for name in &names {
        let text = reader.as_read(name);
        let text = text.map_err(|_| format!("`{name}` was removed while it was used"))?;
        let sha256 = pack::hex(&text.sum());
        let known = old.get(name.as_str()).filter(|file| file.sha256 == sha256);
        let code = known.map_or_else(|| code_of(&text.bytes), |file| file.code.clone());
        files.push(manifest::File { name: name.clone(), sha256, code });
    }
    let mut absent: BTreeSet<String> = missing.into_iter().collect();
    // Results that were taken over have looked in these places.
    absent.extend(old.values().filter(|file| file.sha256.is_empty()).map(|file| file.name.clone()));
    absent.retain(|name| !names.contains(name));
    built.files = names.iter().cloned().collect();
    files.extend(absent.into_iter().map(|name| manifest::File { name, sha256: String::new(), code: String::new() }));
    let number_of: HashMap<&str, u32> =
        files.iter().enumerate().map(|(at, file)| (file.name.as_str(), at as u32)).collect();
    let mut source_of = vec![None; rows.len()];
    for (group, numbers) in variants.iter().enumerate() {
        for number in numbers {
            source_of[*number as usize].get_or_insert(programs[group].text.name.as_str());
        }
    }
    let outcome = |(at, row): (usize, &Row)| Outcome {
        object: row.object.and_then(|hash| objects.get(&hash).copied()),
        sha256: row.object.map(|hash| pack::hex(&hash)),
        messages: row.messages.clone(),
        files: source_of[at]
            .into_iter()
            .chain(row.files.iter().map(String::as_str))
            .filter_map(|name| number_of.get(name).copied())
            .collect(),
    };
    let results = rows.iter().enumerate().map(outcome).collect();
    for (program, numbers) in programs.iter().zip(&variants) {
        for (number, values) in numbers.iter().zip(program.group.combinations()) {
            let Some(object) = rows[*number as usize].object.and_then(|hash| objects.get(&hash)) else { continue };
            let macros = program.group.macros.iter().copied().zip(values.iter().map(Option::as_deref));
            let name = pack::variant_name(&program.group.entry.name.value, program.group.target.name(), macros);
            tables.variants.push((name, *object));
        }
    }
    let (tail, id) = tables.write(end);
    out.add(&tail)?;
    let group = |program: &Program<'_>| manifest::Group {
        entry: program.group.entry.name.value.clone(),
        target: program.group.target.name().to_owned(),
        macros: program.group.macros.iter().map(|&name| name.to_owned()).collect(),
        options: program.options.clone(),
    };
    let manifest = Manifest {
        version: manifest::VERSION,
        compiler: compiler(),
        pack: pack::hex(&id),
        files,
        groups: programs.iter().map(group).collect(),
        results,
        variants: Vec::new(),
    };
    Ok(Finished { manifest, variants })
}
