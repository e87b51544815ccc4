//! Compiles as DXC's library does: the input is a list of arguments and a source, the output all kinds of output,
//! without I/O.
//!
//! What differs from the command is stated here: options of the command alone are unknown, outputs are returned rather than written, a
//! file with debug information is one of them, messages are in DXC's form, and included files come from one function, which is asked
//! for the name of each candidate, such as `./folder/file.h`.

mod optimising;
#[cfg(feature = "rewrite")]
mod rewriting;

pub use optimising::{NotOptimised, optimise, passes};
#[cfg(feature = "rewrite")]
pub use rewriting::{RewriteRequest, rewrite};

use crate::args::{Action, CommandLine, find, pairs};
use crate::compiler::Compiler;
use crate::flags::Takes;
use crate::link::LinkInput;
use crate::options::{Backend, BindingTable, Emit, Input, Options, StatedCompiler};
use crate::output::Output;
use crate::session::Clock;
use dxil::container::{Container, FourCc};
use hlslc_base::render::Style;
use hlslc_base::source::{IncludeResolver, IncludedFile, NoIncludes};
use hlslc_base::target::{OptLevel, ShaderModel, Target, ValidatorVersion};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

/// The name of a source without a name.
const UNNAMED: &str = "hlsl.hlsl";

/// The name of a preprocessed text without a name.
const UNNAMED_TEXT: &str = ".i";

/// A request.
pub struct Request<'a> {
    /// Options, and the name of the source.
    pub arguments: &'a [String],
    /// The source.
    pub source: &'a [u8],
    /// The files that there are, if any.
    pub files: Option<&'a dyn Files>,
    /// Which compiler containers state, where it is to be another than this one.
    pub stated_compiler: Option<StatedCompiler>,
    /// By which time is measured, if an option asks for that.
    pub clock: Option<Clock>,
}

/// Files by their names: candidates for an include, or as an option names them.
pub trait Files {
    /// The text of one, in UTF-8.
    fn text(&self, name: &str) -> Option<Vec<u8>>;
    /// The bytes of one.
    fn bytes(&self, name: &str) -> Option<Vec<u8>>;
}

/// The outcome of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There is everything that was asked for.
    Done,
    /// The source has errors.
    Failed,
    /// The arguments have.
    Rejected,
}

/// The kinds of output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The container, or the words of SPIR-V.
    Object,
    /// Messages.
    Errors,
    /// A file with debug information.
    DebugFile,
    /// The hash of the shader.
    Hash,
    /// A preprocessed source.
    Hlsl,
    /// Another text.
    Text,
    /// The reflection of the shader.
    Reflection,
    /// The root signature by itself.
    RootSignature,
    /// The text that the command prints besides messages.
    Remarks,
    /// Times, as a table.
    TimeReport,
    /// Times, as a trace.
    TimeTrace,
}

/// An output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The kind.
    pub kind: Kind,
    /// The name that the arguments give it, or its own.
    pub name: Option<String>,
    /// Bytes, or the bytes of a text in UTF-8.
    pub bytes: Vec<u8>,
}

/// The result of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The outcome.
    pub status: Status,
    /// Which output is the one that was asked for.
    pub primary: Option<Kind>,
    /// The outputs, in the order of their kinds.
    pub outputs: Vec<Made>,
    /// Whether an option asks for texts in wide characters.
    pub wide_text: bool,
}

impl Answer {
    fn new(status: Status, primary: Option<Kind>) -> Self {
        Self { status, primary, outputs: Vec::new(), wide_text: false }
    }

    fn add(&mut self, kind: Kind, name: Option<&String>, bytes: impl Into<Vec<u8>>) {
        self.outputs.push(Made { kind, name: name.cloned(), bytes: bytes.into() });
    }

    /// Nothing but a message.
    fn message(status: Status, text: String) -> Self {
        let mut answer = Self::new(status, None);
        answer.add(Kind::Errors, None, text);
        answer
    }
}

/// Does what is asked for.
pub fn answer(request: &Request<'_>) -> Answer {
    let words: Vec<String> = request.arguments.iter().filter(|word| !word.is_empty()).cloned().collect();
    Answer { wide_text: wants_wide(&words), ..answer_words(words, request) }
}

fn answer_words(words: Vec<String>, request: &Request<'_>) -> Answer {
    if let Some(fault) = fault_of(&words) {
        return Answer::message(Status::Rejected, fault);
    }
    let profile = pairs(&words).into_iter().rfind(|pair| pair.0 == "T").map(|pair| pair.1).unwrap_or_default();
    let mut line = CommandLine::parse(&words, &|_| Err("there are no files here".to_owned()));
    let is_preprocessing = line.options.preprocess_only;
    if !is_preprocessing && !is_profile(&profile) {
        // What else is wrong is said first, and an option that a profile does not have is not.
        let rest = without_profile(&words);
        let others = CommandLine::parse(&rest, &|_| Err("there are no files here".to_owned())).errors;
        if others.is_empty() {
            return without_object(&line, format!("error: invalid profile {profile}\n"));
        }
        line.errors = others;
    }
    if !line.errors.is_empty() {
        return Answer::message(Status::Rejected, line.errors.join("\n"));
    }
    let least = line.options.target.filter(|target| target.model != ShaderModel::OFFLINE);
    let least = least.map(|target| ValidatorVersion::minor(target.model.minor));
    if let (Some(given), Some(least)) = (line.options.validator, least)
        && line.options.backend == Backend::Dxil
        && given.validates()
        && given < least
    {
        let (major, minor) = (given.0.major, given.0.minor);
        let why = format!("error: validator version {major},{minor} does not support target profile.\n");
        return without_object(&line, why);
    }
    match settle(&mut line, &words, request.files) {
        Ok(read) => compile(&line, read, request),
        Err(why) => Answer::message(Status::Failed, why),
    }
}

/// The answer of a compilation that did not begin.
fn without_object(line: &CommandLine, why: String) -> Answer {
    let mut answer = Answer::new(Status::Failed, Some(Kind::Object));
    answer.add(Kind::Object, line.object_file.as_ref(), []);
    answer.add(Kind::Errors, line.diagnostics_file.as_ref(), why);
    answer.add(Kind::Remarks, None, []);
    answer
}

/// Whether arguments request debug information and no place for it. Callers of the interfaces that precede PDB outputs expect it in the
/// container, and a warning.
pub fn has_loose_debug(arguments: &[String]) -> bool {
    let given = pairs(arguments);
    let has = |name: &str| given.iter().any(|pair| pair.0 == name);
    has("Zi") && !has("Qembed_debug") && !has("Qstrip_debug") && !has("spirv")
}

/// Whether arguments say that texts are in wide characters: those without a mark that come in, and those that go out.
pub fn wants_wide(arguments: &[String]) -> bool {
    let given = pairs(arguments).into_iter().rfind(|pair| pair.0 == "encoding");
    given.and_then(|pair| crate::flags::is_wide_encoding(&pair.1)).unwrap_or(false)
}

/// The error in the words by themselves, in DXC's wording.
fn fault_of(words: &[String]) -> Option<String> {
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let Some(name) = word.strip_prefix(['-', '/']).filter(|name| !name.is_empty()) else { continue };
        let Some((flag, glued)) = find(name) else {
            // An absolute path looks like an option that is unknown.
            if word.starts_with('/') {
                continue;
            }
            return Some(format!("Unknown argument: '{word}'"));
        };
        if flag.is_of_command {
            return Some(format!("Unknown argument: '{word}'"));
        }
        let wanted = flag.further(glued);
        if rest.by_ref().take(wanted).count() < wanted {
            return Some(format!("Argument to '{word}' is missing."));
        }
    }
    None
}

/// Whether DXC's library knows the profile; its command raises older ones to 6.0 first.
fn is_profile(text: &str) -> bool {
    let is_current = text.rsplit_once('_').and_then(|(head, _)| head.rsplit_once('_')).is_some_and(|row| row.1 == "6");
    let is_root_signature = matches!(text, "rootsig_1_0" | "rootsig_1_1" | "rootsig_1_2");
    is_root_signature || is_current && text.parse::<Target>().is_ok()
}

fn without_profile(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let found = word.strip_prefix(['-', '/']).and_then(find);
        match found {
            Some((flag, glued)) if flag.names.contains(&"T") => {
                if flag.takes == Takes::Either && glued.is_empty() {
                    rest.next();
                }
            }
            _ => kept.push(word.clone()),
        }
    }
    kept
}

/// What goes into an object beside what is compiled, as options name it.
#[derive(Default)]
struct Read {
    root_signature: Option<Vec<u8>>,
    private: Option<Vec<u8>>,
}

/// A file that an option names, as `read` has it.
fn named(
    files: Option<&dyn Files>,
    (what, name): (&str, &str),
    read: fn(&dyn Files, &str) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, String> {
    let Some(files) = files else {
        return Err(format!("{what} '{name}' specified, but no include handler was given."));
    };
    // DXC says so of private data too.
    let shown = if what.starts_with("Binding") { "binding table" } else { "root signature" };
    read(files, name).ok_or_else(|| format!("Could not load {shown} file '{name}'."))
}

/// Turns what the command would do into what the library does, and reads the files that options name.
fn settle(line: &mut CommandLine, words: &[String], files: Option<&dyn Files>) -> Result<Read, String> {
    if line.action == Action::Recompile {
        // The library has nothing to take sources from, and compiles what it is given.
        let rest: Vec<String> =
            words.iter().filter(|word| word.trim_start_matches(['-', '/']) != "recompile").cloned().collect();
        *line = CommandLine::parse(&rest, &|_| Err("there are no files here".to_owned()));
    }
    if !pairs(words).iter().any(|pair| pair.0.starts_with("fdiagnostics-format=")) {
        line.style = Style::Caret;
    }
    let is_dxil = line.options.backend == Backend::Dxil;
    if line.code_generation_only && line.options.emit == Emit::Ir {
        // The command prints what it has. The library's answer is an object, as DXC's is, which optimisers take and listings show.
        line.options.emit = Emit::Object;
        line.options.opt_level = OptLevel::Disabled;
    }
    let debug = &mut line.options.debug;
    debug.separate = is_dxil && (debug.wanted || debug.sources_only);
    line.options.separate_reflection = is_dxil;
    line.options.ignore_root_signature |= line.set_root_signature.is_some();
    if let Some(path) = line.binding_table_file.as_ref().filter(|_| is_dxil) {
        let text = named(files, ("Binding table binding file", path), |files, name| files.text(name))?;
        line.options.binding_table = Some(BindingTable::Text(String::from_utf8_lossy(&text).into_owned()));
    }
    let bytes = |what, path: &Option<String>| {
        path.as_ref().map(|path| named(files, (what, path), |files, name| files.bytes(name))).transpose()
    };
    Ok(Read {
        root_signature: bytes("Root Signature file", &line.set_root_signature)?,
        private: bytes("Private file", &line.set_private)?,
    })
}

fn compile(line: &CommandLine, read: Read, request: &Request<'_>) -> Answer {
    let name = line.inputs.last().map_or(UNNAMED, String::as_str);
    let includes = Candidates { dirs: &line.include_dirs, files: request.files, known: RefCell::default() };
    let mut options = line.options.clone();
    state(&mut options, request.stated_compiler.as_ref());
    options.input = line.kind_of(name);
    let mut compiler = Compiler::new(options);
    if let Some(clock) = request.clock.filter(|_| line.asks_for_times()) {
        compiler = compiler.with_clock(clock);
    }
    if line.action == Action::ListPasses {
        let mut answer = Answer::new(Status::Done, Some(Kind::Text));
        answer.add(Kind::Errors, None, []);
        answer.add(Kind::Text, None, optimising::pass_options(&line.options));
        answer.add(Kind::Remarks, None, []);
        return answer;
    }
    let output = match line.root_signature_target {
        Some(version) => compiler.compile_root_signature(name, request.source, version, &includes),
        None => compiler.compile(name, request.source, &includes),
    };
    finish(line, name, read, output)
}

/// Makes containers state a compiler, and written for its validator unless an option names one.
fn state(options: &mut Options, compiler: Option<&StatedCompiler>) {
    options.stated_compiler = compiler.cloned();
    // What the shader model needs is at least stated.
    let least = options.target.filter(|target| target.model != ShaderModel::OFFLINE);
    let least = least.map_or(ValidatorVersion::FIRST, |target| ValidatorVersion::minor(target.model.minor));
    options.validator = options.validator.or(compiler.map(|compiler| compiler.validator.max(least)));
}

/// The answer that an output is.
fn finish(line: &CommandLine, name: &str, read: Read, mut output: Output) -> Answer {
    let lists_dependencies = line.action == Action::Dependencies || line.write_dependencies;
    let primary = if line.options.preprocess_only {
        Kind::Hlsl
    } else if lists_dependencies || line.options.emit != Emit::Object {
        Kind::Text
    } else {
        Kind::Object
    };
    let status = if output.is_ok() { Status::Done } else { Status::Failed };
    let mut answer = Answer::new(status, Some(primary));
    answer.add(Kind::Errors, line.diagnostics_file.as_ref(), said(line, &output));
    match primary {
        Kind::Hlsl => {
            let name = line.preprocessed_file.clone().unwrap_or_else(|| UNNAMED_TEXT.to_owned());
            answer.add(Kind::Hlsl, Some(&name), output.text.take().unwrap_or_default());
        }
        Kind::Text if lists_dependencies => {
            answer.add(Kind::Text, line.object_file.as_ref(), rule(line, name, &output.dependencies));
        }
        Kind::Text => answer.add(Kind::Text, line.object_file.as_ref(), output.text.take().unwrap_or_default()),
        Kind::Object
        | Kind::Errors
        | Kind::DebugFile
        | Kind::Hash
        | Kind::Reflection
        | Kind::RootSignature
        | Kind::Remarks
        | Kind::TimeReport
        | Kind::TimeTrace => {
            if let Err(why) = add_object(line, &mut output, read, &mut answer) {
                return Answer::message(Status::Failed, why);
            }
        }
    }
    let opened = opened_files(&output.includes).filter(|_| line.show_includes);
    answer.add(Kind::Remarks, None, opened.map(|line| line + "\n").collect::<String>());
    if line.time_report {
        answer.add(Kind::TimeReport, None, time_report(&output.timings));
    }
    if let Some(trace) = &line.time_trace {
        answer.add(Kind::TimeTrace, trace.file.as_ref(), time_trace(&output.timings, trace.shortest));
    }
    answer.outputs.sort_by_key(|output| output.kind);
    answer
}

/// What there is to say of an output. Of a link it is in DXC's words, which programs look for.
fn said(line: &CommandLine, output: &Output) -> String {
    if output.link_errors.is_empty() {
        return output.render(line.style, false);
    }
    output.link_errors.iter().map(|error| format!("error: {}\n", error.dxc_text())).collect::<Vec<_>>().concat()
}

/// What DXC's linker is asked for.
pub struct LinkRequest<'a> {
    /// Options.
    pub arguments: &'a [String],
    /// The entry point; empty for a library.
    pub entry: &'a str,
    /// The profile.
    pub profile: &'a str,
    /// Containers of libraries, with their names.
    pub libraries: &'a [(&'a str, &'a [u8])],
    /// Which compiler containers state, where it is to be another than this one.
    pub stated_compiler: Option<StatedCompiler>,
}

/// Links as DXC's linker does.
pub fn link(request: &LinkRequest<'_>) -> Answer {
    let mut words: Vec<String> = request.arguments.iter().filter(|word| !word.is_empty()).cloned().collect();
    if let Some(fault) = fault_of(&words) {
        return Answer::message(Status::Rejected, fault);
    }
    words.extend(["-T".to_owned(), request.profile.to_owned()]);
    if !request.entry.is_empty() {
        words.extend(["-E".to_owned(), request.entry.to_owned()]);
    }
    let mut line = CommandLine::parse(&words, &|_| Err("there are no files here".to_owned()));
    if !line.errors.is_empty() {
        return Answer::message(Status::Rejected, line.errors.join("\n"));
    }
    let target = line.options.target;
    let too_old = |given: ValidatorVersion, target: Target| {
        given.validates() && given < ValidatorVersion::minor(target.model.minor)
    };
    if let (Some(given), Some(target)) = (line.options.validator, target)
        && too_old(given, target)
    {
        let why = format!("error: Validator version does not support target profile {}\n", request.profile);
        return Answer::message(Status::Failed, why);
    }
    if let Some(why) = conflict(request.libraries) {
        return Answer::message(Status::Failed, why);
    }
    let read = match settle(&mut line, &words, None) {
        Ok(read) => read,
        Err(why) => return Answer::message(Status::Failed, why),
    };
    let mut options = line.options.clone();
    state(&mut options, request.stated_compiler.as_ref());
    let libraries = request.libraries.iter().map(|&(name, bytes)| LinkInput { name, bytes, kind: Input::Hlsl });
    let libraries: Vec<LinkInput<'_>> = libraries.collect();
    let output = Compiler::new(options).link_bound(&libraries, &NoIncludes, true);
    finish(&line, UNNAMED, read, output)
}

/// Libraries that say that they are of two compilers, which DXC's linker does not take.
fn conflict(libraries: &[(&str, &[u8])]) -> Option<String> {
    let version = |bytes: &[u8]| Container::read(bytes).ok()?.part(FourCc::VERS).map(<[u8]>::to_vec);
    let (first, rest) = libraries.split_first()?;
    let known = version(first.1);
    let other = rest.iter().find(|(_, bytes)| version(bytes) != known)?;
    Some(format!(
        "error: Cannot link libraries with conflicting compiler versions.\nnote: library \"{}\" and library \"{}\"\n",
        first.0, other.0
    ))
}

/// What `-Vi` says of included files, each when it is opened first; how many were opened before it besides the source.
pub fn opened_files(includes: &[(u32, String)]) -> impl Iterator<Item = String> {
    let mut opened: Vec<&str> = Vec::new();
    for (_, name) in includes {
        if !opened.contains(&name.as_str()) {
            opened.push(name);
        }
    }
    opened.into_iter().enumerate().map(|(at, name)| format!("Opening file [{name}], stack top [{at}]"))
}

/// Stages and how long they took, under the heading of DXC's table, by which clients find it.
fn time_report(timings: &[(String, f64)]) -> String {
    let all: f64 = timings.iter().map(|(_, seconds)| seconds).sum();
    let rule = format!("==={}===", "-".repeat(73));
    let row = |name: &str, seconds: f64| {
        let share = if all > 0.0 { 100.0 * seconds / all } else { 100.0 };
        format!("   {seconds:>7.4} ({share:>5.1}%)  {name}\n")
    };
    let rows: String = timings.iter().map(|(stage, seconds)| row(stage, *seconds)).collect();
    format!(
        "{rule}\n                      ... Pass execution timing report ...\n{rule}\n  \
         Total Execution Time: {all:.4} seconds ({all:.4} wall clock)\n\n   \
         ---Wall Time---  --- Name ---\n{rows}{}\n",
        row("Total", all)
    )
}

/// Adds the object, and what goes beside it.
fn add_object(line: &CommandLine, output: &mut Output, read: Read, answer: &mut Answer) -> Result<(), String> {
    let mut object = output.object.take().unwrap_or_default();
    let is_done = answer.status == Status::Done;
    let mut root_signature = output.root_signature.take();
    if let Some(signature) = read.root_signature.filter(|_| is_done) {
        object = crate::rootsig::set(&object, &signature)?;
        root_signature = Some(signature);
    }
    if let Some(data) = read.private.filter(|_| is_done) {
        object = crate::parts::set_private(&object, &data)?;
    }
    if let Some(file) = output.debug_file.take().filter(|_| is_done) {
        answer.add(Kind::DebugFile, Some(&file.name), file.bytes);
    }
    let is_shader = line.root_signature_target.is_none() && line.options.backend == Backend::Dxil;
    if is_done && is_shader && line.options.emit == Emit::Object && !object.is_empty() {
        // Containers for validators before 1.5 have no hash.
        if let Ok(hash) = crate::shader_hash(&object) {
            answer.add(Kind::Hash, line.hash_file.as_ref(), hash);
        }
        if let Some(part) = output.reflection_part.take() {
            answer.add(Kind::Reflection, line.reflection_file.as_ref(), part);
        }
        if let Some(signature) = root_signature {
            answer.add(Kind::RootSignature, line.root_signature_file.as_ref(), signature);
        }
    }
    answer.add(Kind::Object, line.object_file.as_ref(), object);
    Ok(())
}

/// The rule of `-M`, as DXC's library writes it.
fn rule(line: &CommandLine, name: &str, dependencies: &[String]) -> String {
    let mut rule = format!("{}: {name}", line.object_file.as_deref().unwrap_or_default());
    for dependency in dependencies {
        let _ = write!(rule, " \\\n {}", dependency.strip_prefix("./").unwrap_or(dependency));
    }
    rule.push('\n');
    rule
}

/// Stages in sequence as a trace that browsers show; those shorter than this many microseconds are left out.
pub fn time_trace(timings: &[(String, f64)], shortest: u32) -> String {
    let mut events = Vec::new();
    let mut at = 0.0;
    for (stage, seconds) in timings {
        let length = seconds * 1e6;
        if length >= f64::from(shortest) {
            let event = format!(r#"{{"name":"{stage}","ph":"X","pid":1,"tid":1,"ts":{at:.0},"dur":{length:.0}}}"#);
            events.push(event);
        }
        at += length;
    }
    format!("{{ \"traceEvents\": [\n{}\n] }}\n", events.join(",\n"))
}

/// Finds included files by their candidate names.
struct Candidates<'a> {
    dirs: &'a [String],
    files: Option<&'a dyn Files>,
    /// The requested files and their contents: each is requested once.
    known: RefCell<HashMap<String, Option<Vec<u8>>>>,
}

impl IncludeResolver for Candidates<'_> {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        for name in candidates(path, from, angled, self.dirs) {
            let mut known = self.known.borrow_mut();
            let found = known.entry(name.clone()).or_insert_with(|| self.files?.text(&name));
            if let Some(bytes) = found {
                return Ok(Some(IncludedFile { name, bytes: bytes.clone() }));
            }
        }
        Ok(None)
    }
}

/// The names that a file could have which is included as `path` from the file named `from`: beside that one if it stands in quotes,
/// then in each folder. What is relative starts with `./`.
pub fn candidates(path: &str, from: &str, is_angled: bool, dirs: &[String]) -> Vec<String> {
    let path = path.replace('\\', "/");
    if is_absolute(&path) {
        return vec![normalised(&path)];
    }
    let beside = match from.rfind(['/', '\\']) {
        Some(end) => &from[..=end],
        None => "./",
    };
    let beside = (!is_angled).then(|| beside.to_owned());
    let folders = beside.into_iter().chain(dirs.iter().map(|dir| format!("{dir}/")));
    folders.map(|folder| normalised(&format!("{folder}{path}"))).collect()
}

fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes();
    path.starts_with('/') || drive.len() > 2 && drive[0].is_ascii_alphabetic() && drive[1] == b':'
}

/// With `/` between its parts, each once, and `./` before what is relative.
pub fn normalised(path: &str) -> String {
    let mut text = String::with_capacity(path.len() + 2);
    if !is_absolute(path) && !path.starts_with("./") && !path.starts_with(".\\") {
        text.push_str("./");
    }
    for c in path.chars() {
        let c = if c == '\\' { '/' } else { c };
        // Two at the start name a share.
        if c != '/' || !text.ends_with('/') || text.len() == 1 {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_named_as_dxc_names_them() {
        let dirs = ["x", "./y/", "/z", "../w"].map(str::to_owned);
        let cases: [(&str, &str, bool, &[&str]); 6] = [
            ("one.h", "hlsl.hlsl", false, &["./one.h", "./x/one.h", "./y/one.h", "/z/one.h", "./../w/one.h"]),
            (
                "one.h",
                "my/dir/a.hlsl",
                false,
                &["./my/dir/one.h", "./x/one.h", "./y/one.h", "/z/one.h", "./../w/one.h"],
            ),
            ("../b.h", "./sub/a.h", false, &["./sub/../b.h", "./x/../b.h", "./y/../b.h", "/z/../b.h", "./../w/../b.h"]),
            (
                "s\\one.h",
                "/abs/a.hlsl",
                false,
                &["/abs/s/one.h", "./x/s/one.h", "./y/s/one.h", "/z/s/one.h", "./../w/s/one.h"],
            ),
            ("one.h", "hlsl.hlsl", true, &["./x/one.h", "./y/one.h", "/z/one.h", "./../w/one.h"]),
            ("/abs/one.h", "hlsl.hlsl", true, &["/abs/one.h"]),
        ];
        for (path, from, is_angled, names) in cases {
            assert_eq!(candidates(path, from, is_angled, &dirs), names, "{path} from {from}");
        }
    }

    #[test]
    fn words_that_the_library_does_not_know_are_refused_in_dxcs_words() {
        let fault = |line: &str| fault_of(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(fault("-T cs_6_0 -bogus").as_deref(), Some("Unknown argument: '-bogus'"));
        assert_eq!(fault("-nologo").as_deref(), Some("Unknown argument: '-nologo'"));
        assert_eq!(fault("/Fc x").as_deref(), Some("Unknown argument: '/Fc'"));
        assert_eq!(fault("-T cs_6_0 -D").as_deref(), Some("Argument to '-D' is missing."));
        assert_eq!(fault("/T cs_6_0 /abs/a.hlsl -DX=1 -Zi"), None);
    }

    #[test]
    fn profiles_of_before_6_0_are_none() {
        for (profile, is_one) in
            [("cs_6_0", true), ("lib_6_3", true), ("rootsig_1_1", true), ("cs_5_0", false), ("", false)]
        {
            assert_eq!(is_profile(profile), is_one, "{profile}");
        }
    }
}
