//! Runs one command line, whose effects all go to its [`Console`].

use crate::cache::{self, Asker, Cache, Question, Watched};
use crate::console::{self, Console, Effects};
use crate::elsewhere::{Elsewhere, Texts};
use crate::files::{self, FileIncludes, Outputs, Reader, Text, read_input, write_output};
use crate::portable::Portable;
use crate::{requested, validation};
use hlslc::args::{Action, CommandLine, STANDARD_OUTPUT};
use hlslc::flags::help;
use hlslc::link::LinkInput;
use hlslc::options::{Backend, BindingTable, Emit};
use hlslc::parts::Strip;
use hlslc::{Compiler, Diagnostic, IncludeResolver, Memory, Output, PassTime, Threads};
use hlslc_base::shown::{ShownText, escaped_line};
use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The state that the command lines of one run share.
#[derive(Default)]
pub struct Shared {
    reader: Arc<Reader>,
    /// None where there is one command line.
    memory: Option<Arc<Memory>>,
    /// Threads for one large library.
    threads: Option<Threads>,
    /// A server that has results, and workers for others.
    elsewhere: Option<Arc<Elsewhere>>,
}

impl Shared {
    /// For many command lines.
    pub fn by_many() -> Self {
        Self { memory: Some(Arc::default()), ..Self::default() }
    }

    /// The same with a server, if there is one.
    pub fn with_elsewhere(self, elsewhere: Option<Arc<Elsewhere>>) -> Self {
        Self { elsewhere, ..self }
    }

    /// For one, which may have threads for itself.
    pub fn by_one(threads: Threads) -> Self {
        Self { threads: Some(threads), ..Self::default() }
    }
}

/// Reports the problems of the command line itself, with `at` before each; returns whether it can be executed.
pub fn tell_about(line: &CommandLine, at: &str, console: &mut Console) -> bool {
    for note in &line.notes {
        if !line.quiet_unused {
            console.tell(&format!("hlslc: note: {at}{note}\n"));
        }
    }
    for warning in line.warnings.iter().filter(|_| !line.options.warnings.none) {
        console.tell(&format!("hlslc: warning: {at}{warning}\n"));
    }
    for error in &line.errors {
        console.tell(&format!("hlslc: error: {at}{error}\n"));
    }
    line.errors.is_empty()
}

/// Does what the command line asks. `Ok(false)` if it was reported through diagnostics that something went wrong.
pub fn run(line: &CommandLine, shared: &Shared, console: &mut Console) -> Result<bool, String> {
    console.is_verbose = line.verbose;
    let done = do_it(line, shared, console);
    shared.reader.forget(console.written());
    done
}

fn do_it(line: &CommandLine, shared: &Shared, console: &mut Console) -> Result<bool, String> {
    match &line.action {
        Action::Help { hidden } => {
            console.print(&help(*hidden))?;
            return Ok(true);
        }
        Action::Version => {
            console.print(&hlslc::flags::version())?;
            return Ok(true);
        }
        Action::Explain(code) => {
            console.print(&hlslc::explain::explain(code)?)?;
            return Ok(true);
        }
        Action::ListWarnings => {
            console.print(&hlslc::flags::warnings(&line.options.warnings))?;
            return Ok(true);
        }
        Action::ListBudgets => {
            console.print(&hlslc::flags::budgets())?;
            return Ok(true);
        }
        Action::ListPasses => {
            console.print(&hlslc::list_passes(&line.options))?;
            return Ok(true);
        }
        Action::Validate => return validation::run(line, console),
        Action::Compile | Action::Disassemble | Action::Recompile | Action::Dependencies | Action::Link => {}
    }
    if line.wide_text {
        return Err("option `-encoding`: files are written in utf8".to_owned());
    }
    if line.action == Action::Link {
        return link(line, shared, console);
    }
    let [input] = &line.inputs[..] else {
        return Err(match line.inputs.len() {
            0 => "no input file; `hlslc --help` shows how to call it".to_owned(),
            n => format!("{n} input files in one place: {}", line.inputs.join(", ")),
        });
    };
    let text = shared.reader.input(input)?;
    let bytes = &text.bytes;
    console.remark(|| format!("reads `{input}`, {} bytes", bytes.len()));
    let of_input = |why: String| format!("{input}: {why}");
    match line.action {
        Action::Disassemble => {
            let bytes = hlslc::parts::open(bytes).map_err(of_input)?;
            hlslc::check_container(&bytes).map_err(of_input)?;
            // Private data is written as it was, whatever takes its place.
            let private = line.private_file.as_ref().map(|_| hlslc::parts::private_data(&bytes)).transpose();
            let private = private.map_err(of_input)?;
            let object = strip(line, bytes).map_err(of_input)?;
            let finished = Finished { object, private, ..Finished::default() };
            // A container may take the place of the one that was read.
            finish(line, finished, Outputs::default(), &[], console).map_err(of_input).map(|()| true)
        }
        Action::Recompile => {
            let again = hlslc::recompile::recompilation(bytes).map_err(of_input)?;
            let words = again.words(&line.words).map_err(of_input)?;
            let line = CommandLine::parse(&words, &|_| Err("response files cannot be carried".to_owned()));
            let mut includes = again.includes;
            includes.dirs.clone_from(&line.include_dirs);
            Ok(tell_about(&line, "", console)
                && compile(&line, input, &again.name, &again.text, &includes, shared, console)?)
        }
        Action::Compile
        | Action::Link
        | Action::Validate
        | Action::Dependencies
        | Action::ListPasses
        | Action::ListBudgets
        | Action::ListWarnings
        | Action::Explain(_)
        | Action::Version
        | Action::Help { .. } => {
            let name = if input == "-" { "<stdin>" } else { input };
            let includes = FileIncludes::new(&line.include_dirs, shared.reader.clone());
            let remembers = line.cache_dir.is_some() || shared.elsewhere.is_some();
            if remembers && cache::is_for(line) {
                compile_or_repeat(line, input, name, &text, &includes, shared, console)
            } else {
                compile(line, input, name, bytes, &includes, shared, console)
            }
        }
    }
}

/// The container without the parts that `-Qstrip_…` names.
fn strip(line: &CommandLine, mut object: Vec<u8>) -> Result<Vec<u8>, String> {
    let wanted = [
        (line.options.strip_root_signature, Strip::RootSignature),
        (line.strip_debug, Strip::Debug),
        (line.strip_private, Strip::Private),
        (line.options.strip_reflection, Strip::Reflection),
    ];
    for (_, part) in wanted.iter().filter(|row| row.0) {
        needs_object(line, "taking parts out")?;
        object = hlslc::parts::strip(&object, *part)?;
    }
    Ok(object)
}

/// Returns an error if the container is not written anywhere.
fn needs_object(line: &CommandLine, what: &str) -> Result<(), String> {
    let is_written = line.object_file.is_some() && !line.extract_root_signature || line.header_file.is_some();
    if is_written { Ok(()) } else { Err(format!("{what} needs -Fo FILE to write the container to")) }
}

/// Compiles, unless the cache has what came of the same before, or a server does.
fn compile_or_repeat(
    line: &CommandLine,
    input: &str,
    name: &str,
    text: &Arc<Text>,
    includes: &FileIncludes,
    shared: &Shared,
    console: &mut Console,
) -> Result<bool, String> {
    let cache = line
        .cache_dir
        .as_deref()
        .map(|folder| (Cache::new(folder), cache::key(line, name, &text.sum(), is_coloured(line))));
    let asker: Asker<'_> = &|path, from, is_angled| includes.find(path, from, is_angled);
    let places = requested::places(line, input);
    let repeat = |effects: Effects, read: &[String], console: &mut Console| {
        let inputs: Vec<&str> = std::iter::once(input).chain(read.iter().map(String::as_str)).collect();
        console.repeat(effects, &inputs)
    };
    if let Some((cache, key)) = &cache
        && let Some((effects, read)) = cache.find(key, &places, asker)
    {
        console.remark(|| "the cache has what comes of it".to_owned());
        return repeat(effects, &read, console);
    }
    let keep = |asked: &[Question], effects: &Effects, console: &mut Console| {
        if let Some((cache, key)) = &cache
            && let Err(why) = cache.keep(key, &places, asked, effects)
        {
            console.tell(&format!("hlslc: note: the cache does not keep it: {why}\n"));
        }
    };
    let elsewhere = shared.elsewhere.as_deref();
    let described = elsewhere.and_then(|_| describe(line, input, name, text, includes, shared));
    if let (Some(elsewhere), Some((portable, texts))) = (elsewhere, &described)
        && let Some(effects) = elsewhere.ask(portable, texts, &places, console)
    {
        console.remark(|| "the server has what comes of it".to_owned());
        keep(&portable.questions, &effects, console);
        let read = portable.questions.iter().filter_map(|question| Some(question.answer.as_ref()?.0.clone()));
        return repeat(effects, &read.collect::<Vec<_>>(), console);
    }
    let _turn = elsewhere.map(|elsewhere| elsewhere.turns().take());
    let watched = Watched::new(asker, includes);
    console.note();
    // What many command lines share they have already.
    let learnt = cache.as_ref().filter(|_| shared.memory.is_none()).map(|(cache, _)| {
        let target = options_target(line);
        (cache, Arc::new(cache.memory(&target)), target)
    });
    let memory = learnt.as_ref().map(|(_, memory, _)| memory.clone()).or_else(|| shared.memory.clone());
    let with_memory = Shared { memory, threads: shared.threads, ..Shared::default() };
    let done = compile(line, input, name, &text.bytes, &watched, &with_memory, console);
    if let Some((cache, memory, target)) = &learnt {
        cache.keep_memory(target, memory);
    }
    if let (Ok(is_ok), Some(effects), Some(asked)) = (&done, console.noted(), watched.asked()) {
        let effects = Effects { is_ok: *is_ok, ..effects };
        keep(&asked, &effects, console);
        // What was asked may be more than the preprocessor alone asks; that would be another description.
        if let (Some(elsewhere), Some((portable, texts))) = (elsewhere, &described)
            && portable.questions == asked
        {
            elsewhere.keep(portable, texts, &places, &effects, console);
        }
    }
    done
}

/// Describes a command line for another machine, with the texts that its preprocessor asks for. None if a file cannot be read, or the options
/// do not allow it: then it is reported where it is compiled.
pub fn describe(
    line: &CommandLine,
    input: &str,
    name: &str,
    text: &Arc<Text>,
    includes: &FileIncludes,
    shared: &Shared,
) -> Option<(Portable, Texts)> {
    let texts = RefCell::new(Texts::from([(text.sum(), text.clone())]));
    let asker: Asker<'_> = &|path, from, is_angled| {
        let found = includes.find(path, from, is_angled)?;
        texts.borrow_mut().extend(found.iter().map(|text| (text.sum(), text.clone())));
        Ok(found)
    };
    let watched = Watched::new(asker, includes);
    if line.kind_of(name) == hlslc::options::Input::Hlsl {
        let mut line = line.clone();
        (line.options.preprocess_only, line.options.emit, line.options.reflect) = (true, Emit::Object, false);
        compiler(&line, name, shared).ok()?.compile(name, &text.bytes, &watched);
    }
    let portable = Portable {
        words: cache::deciding_words(line).map(str::to_owned).collect(),
        is_coloured: is_coloured(line),
        input: input.to_owned(),
        name: name.to_owned(),
        text: text.sum(),
        questions: watched.asked()?,
    };
    Some((portable, texts.into_inner()))
}

/// Compiles what another machine has described. Nothing is shared, as a worker does one thing.
pub fn perform(
    line: &CommandLine,
    input: &str,
    name: &str,
    bytes: &[u8],
    includes: &dyn IncludeResolver,
    console: &mut Console,
) -> Result<bool, String> {
    compile(line, input, name, bytes, includes, &Shared::default(), console)
}

/// Whether diagnostics have colours.
fn is_coloured(line: &CommandLine) -> bool {
    line.colour.unwrap_or_else(console::is_coloured)
}

/// The time since this was asked first.
fn clock() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Links the inputs.
fn link(line: &CommandLine, shared: &Shared, console: &mut Console) -> Result<bool, String> {
    let Some(first) = line.inputs.first() else {
        return Err("no library to link; `hlslc --help` shows how to call it".to_owned());
    };
    let texts = line.inputs.iter().map(|input| shared.reader.input(input)).collect::<Result<Vec<_>, _>>()?;
    let libraries = line.inputs.iter().zip(&texts);
    let libraries = libraries.map(|(name, text)| LinkInput { name, bytes: &text.bytes, kind: line.kind_of(name) });
    let libraries: Vec<LinkInput<'_>> = libraries.collect();
    let compiler = compiler(line, &line.inputs[0], shared)?;
    console.remark(|| format!("links {} libraries for {}", libraries.len(), options_target(line)));
    let includes = FileIncludes::new(&line.include_dirs, shared.reader.clone());
    reported(line, first, compiler.link(&libraries, &includes), console)
}

/// Compiles a text with a name; `input` is the path that output files are named after.
fn compile(
    line: &CommandLine,
    input: &str,
    name: &str,
    bytes: &[u8],
    includes: &dyn IncludeResolver,
    shared: &Shared,
    console: &mut Console,
) -> Result<bool, String> {
    let compiler = compiler(line, name, shared)?;
    console.remark(|| {
        let target = options_target(line);
        format!("compiles `{}` of `{name}` for {target} to {}", line.options.entry, line.options.backend.name())
    });
    let output = match line.root_signature_target {
        Some(version) => compiler.compile_root_signature(name, bytes, version, includes),
        None => compiler.compile(name, bytes, includes),
    };
    reported(line, input, output, console)
}

/// The compiler that a command line asks for, of a source with a name.
fn compiler(line: &CommandLine, name: &str, shared: &Shared) -> Result<Compiler, String> {
    let mut options = line.options.clone();
    // What is about to be replaced need not serve the shader.
    options.input = line.kind_of(name);
    options.ignore_root_signature |= line.set_root_signature.is_some();
    options.debug.embed |= line.embeds_debug;
    if let Some(path) = line.binding_table_file.as_ref().filter(|_| options.backend == Backend::Dxil) {
        let text = String::from_utf8(read_input(path)?).map_err(|_| format!("{path}: this is no text"))?;
        options.binding_table = Some(BindingTable::Text(text));
    }
    let mut compiler = Compiler::new(options);
    if let Some(memory) = &shared.memory {
        compiler = compiler.with_memory(memory.clone());
    }
    if let Some(threads) = shared.threads {
        compiler = compiler.with_threads(threads);
    }
    if line.asks_for_times() {
        compiler = compiler.with_clock(clock);
    }
    Ok(compiler)
}

/// Says what there is to say of an output, and writes it if it is one.
fn reported(line: &CommandLine, input: &str, output: Output, console: &mut Console) -> Result<bool, String> {
    for (_, file) in &output.includes {
        console.remark(|| format!("it includes `{file}`"));
    }
    tell(line, &output, console)?;
    if output.diagnostics.iter().any(Diagnostic::is_internal) {
        // It may go well the next time.
        console.noted();
    }
    if !output.is_ok() {
        return Ok(false);
    }
    write_all(line, input, output, console)?;
    Ok(true)
}

/// The target, in words.
fn options_target(line: &CommandLine) -> String {
    let profile = line.options.target.map(|target| target.to_string());
    line.root_signature_target
        .map(|version| version.profile().to_owned())
        .or(profile)
        .unwrap_or_else(|| "no profile".to_owned())
}

/// Diagnostics, dumps and remarks, to standard error or where `-Fe` says.
fn tell(line: &CommandLine, output: &Output, console: &mut Console) -> Result<(), String> {
    for (pass, text) in &output.dumps {
        console.tell(&format!("; IR {pass}\n{text}\n"));
    }
    for (at, run) in output.pass_runs.iter().enumerate() {
        let what = if run.has_run { "running pass" } else { "NOT running pass" };
        console.tell(&format!("BISECT: {what} ({}) {} on function ({})\n", at + 1, run.pass, run.function));
    }
    if line.options.stats {
        console.say(&stats(&output.stats));
    }
    console.say(&pass_times(&output.pass_times));
    for (stage, seconds) in output.timings.iter().filter(|_| line.time_report) {
        console.say(&format!("{:>10.3} ms  {stage}\n", seconds * 1e3));
    }
    if let Some(trace) = &line.time_trace {
        let text = hlslc::request::time_trace(&output.timings, trace.shortest);
        match &trace.file {
            Some(path) if path != STANDARD_OUTPUT => write_output(path, text.as_bytes())?,
            _ => console.print(&text)?,
        }
    }
    if line.show_includes {
        for line in hlslc::request::opened_files(&output.includes) {
            console.say(&format!("; {}\n", escaped_line(&line)));
        }
    }
    if let Some(path) = &line.diagnostics_file {
        if path == STANDARD_OUTPUT {
            return console.print(&output.render(line.style, false));
        }
        return write_output(path, output.render(line.style, false).as_bytes());
    }
    let text = output.render(line.style, is_coloured(line));
    console.say(&text);
    Ok(())
}

/// The times of passes, one per line, the longest first; empty if not requested.
fn pass_times(times: &[PassTime]) -> String {
    let all: Duration = times.iter().map(|pass| pass.time).sum();
    let mut times = times.to_vec();
    times.sort_by_key(|pass| std::cmp::Reverse(pass.time));
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
    let line = |time: Duration, runs: &str, name: &str| {
        format!("{:>10.3} ms {:>5.1} % {runs:>5}  {name}\n", time.as_secs_f64() * 1e3, share(time))
    };
    let mut lines: Vec<String> = times.iter().map(|pass| line(pass.time, &pass.runs.to_string(), pass.name)).collect();
    lines.extend((!times.is_empty()).then(|| line(all, "", "all passes")));
    lines.concat()
}

/// The statistics, one per line: rules that fired, then passes.
fn stats(stats: &hlslc::Stats) -> String {
    let rules = stats.rules().iter().filter(|(_, count)| *count > 0);
    let mut lines: Vec<String> = rules.map(|(name, count)| format!("{count:>8}  rule {name}\n")).collect();
    let passes = stats.passes().iter();
    lines.extend(passes.map(|pass| format!("{:>8}  pass {}, of {} runs\n", pass.changes, pass.name, pass.runs)));
    lines.concat()
}

/// Writes every file asked for; the listing to standard output if none was.
fn write_all(line: &CommandLine, input: &str, output: Output, console: &mut Console) -> Result<(), String> {
    if line.options.syntax_only {
        return Ok(());
    }
    // What is compiled again comes out of a container, whose place the new one may take; its sources are on no disk.
    let dependencies = output.dependencies.iter().filter(|_| !line.inputs.is_empty());
    let inputs: Vec<&str> = line.inputs.iter().chain(dependencies).map(String::as_str).collect();
    let mut outputs = Outputs::default();
    if line.action == Action::Dependencies || line.write_dependencies {
        let rule = files::make_rule(input, line, &output.dependencies)?;
        match &line.dependency_file {
            Some(path) => outputs.add(path, rule),
            None if line.action == Action::Dependencies => console.print(&rule)?,
            None => outputs.add(files::with_extension(input, "d"), rule),
        }
        if line.action == Action::Dependencies {
            return console.write(outputs, &inputs);
        }
    }
    if let Some(text) = &output.text {
        if line.options.preprocess_only {
            let path = line.preprocessed_file.clone();
            match path.or_else(|| (input != "-").then(|| files::with_extension(input, "i"))) {
                Some(path) => outputs.add(path, text.as_bytes()),
                None => console.print(text)?,
            }
        } else {
            listing(line, text, &mut outputs, console)?;
        }
        return console.write(outputs, &inputs);
    }
    if let (Some(path), Some(found)) = (&line.reflection_json_file, &output.reflection) {
        outputs.add(path, found.json());
    }
    if let (Some(path), Some(file)) = (&line.debug_file, output.debug_file) {
        let path = if hlslc::args::is_directory(path) { format!("{path}{}", file.name) } else { path.clone() };
        outputs.add(path, file.bytes);
    }
    let finished = Finished {
        object: output.object.unwrap_or_default(),
        root_signature: output.root_signature,
        reflection: output.reflection_part,
        private: None,
    };
    finish(line, finished, outputs, &inputs, console)
}

/// A finished object and what goes beside it.
#[derive(Default)]
struct Finished {
    object: Vec<u8>,
    /// The root signature it was compiled with, in a container of its own.
    root_signature: Option<Vec<u8>>,
    /// The part for reflection that was made with it.
    reflection: Option<Vec<u8>>,
    /// Its private data, if it is not that of the object.
    private: Option<Vec<u8>>,
}

/// Does what is asked for with a finished object: one that was compiled, or that `-dumpbin` has read. All that is to be
/// written is made before the first file is; `outputs` has what is made already.
fn finish(
    line: &CommandLine,
    finished: Finished,
    mut outputs: Outputs,
    inputs: &[&str],
    console: &mut Console,
) -> Result<(), String> {
    let Finished { mut object, root_signature, reflection, private } = finished;
    let is_spirv = line.options.backend == Backend::Spirv;
    let of_containers = [
        (line.set_root_signature.is_some(), "-setrootsignature", "root signature"),
        (line.verify_root_signature.is_some(), "-verifyrootsignature", "root signature"),
        (line.extract_root_signature, "-extractrootsignature", "root signature"),
        (line.set_private.is_some(), "-setprivate", "private data"),
        (line.private_file.is_some(), "-getprivate", "private data"),
        (line.hash_file.is_some(), "-Fsh", "hash"),
    ];
    if let Some((_, option, what)) = of_containers.iter().find(|row| row.0 && is_spirv) {
        return Err(format!("{option}: a SPIR-V module has no {what}"));
    }
    if line.extract_root_signature && line.object_file.is_none() {
        return Err("-extractrootsignature needs -Fo FILE to write to".to_owned());
    }
    if let Some(path) = &line.set_root_signature {
        needs_object(line, "-setrootsignature")?;
        object = hlslc::rootsig::set(&object, &read_input(path)?)?;
    }
    if let Some(path) = &line.set_private {
        needs_object(line, "-setprivate")?;
        object = hlslc::parts::set_private(&object, &read_input(path)?)?;
    }
    if let Some(path) = &line.verify_root_signature {
        hlslc::rootsig::verify(&object, &read_input(path)?)?;
        console.say("hlslc: note: the root signature serves the shader\n");
    }
    // What goes to standard output must not run into the listing.
    let is_taken = outputs.files().iter().any(|file| file.0 == STANDARD_OUTPUT);
    let mut is_silent = is_taken || line.debug_file.is_some() || line.verify_root_signature.is_some();
    let mut add = |path: &Option<String>, bytes: &dyn Fn() -> Result<Vec<u8>, String>| {
        let Some(path) = path else { return Ok::<(), String>(()) };
        outputs.add(path, bytes()?);
        is_silent = true;
        Ok(())
    };
    let text = || {
        let text = if is_spirv {
            hlslc::disassemble_spirv(&object)
        } else if line.action == Action::Disassemble {
            hlslc::list_container(&object)
        } else {
            hlslc::disassemble(&object)
        }?;
        Ok::<_, String>(ShownText::new(&text).text.into_owned())
    };
    if line.extract_root_signature {
        add(&line.object_file, &|| hlslc::rootsig::extract(&object))?;
    } else {
        add(&line.object_file, &|| Ok(object.clone()))?;
    }
    add(&line.root_signature_file, &|| {
        let none = || "-Frs asks for a root signature, but the shader has none".to_owned();
        root_signature.clone().or_else(|| hlslc::rootsig::extract(&object).ok()).ok_or_else(none)
    })?;
    add(&line.private_file, &|| match &private {
        Some(bytes) => Ok(bytes.clone()),
        None => hlslc::parts::private_data(&object),
    })?;
    add(&line.hash_file, &|| hlslc::shader_hash(&object))?;
    add(&line.reflection_file, &|| match &reflection {
        Some(part) => Ok(part.clone()),
        None => hlslc::reflection_part(&object),
    })?;
    add(&line.header_file, &|| {
        let of_entry = || format!("g_{}", line.options.entry).replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let name = line.header_variable.clone().unwrap_or_else(of_entry);
        Ok(files::c_header(&name, &text().unwrap_or_default(), &object).into_bytes())
    })?;
    add(&line.listing_file, &|| text().map(String::into_bytes))?;
    console.write(outputs, inputs)?;
    if is_silent { Ok(()) } else { console.print(&text()?) }
}

/// Writes a listing, to the file of `-Fc` or to standard output.
fn listing(line: &CommandLine, text: &str, outputs: &mut Outputs, console: &mut Console) -> Result<(), String> {
    let path = if line.options.emit == Emit::Object { &line.listing_file } else { &line.object_file };
    match path {
        Some(path) => {
            outputs.add(path, ShownText::new(text).text.as_bytes());
            Ok(())
        }
        None => console.print_shown(text),
    }
}
