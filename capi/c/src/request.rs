//! Compiles a request to a result: options as values become words of a command line, before those of the caller, so
//! that one reader knows what options mean and which contradict each other.

use hlslc::args::{Action, CommandLine};
use hlslc::options::{Backend, BindingTable};
use hlslc::parts::{Strip, strip};
use hlslc::{Compiler, Output};

use crate::abi::*;
use crate::includes::{Callback, Finder, Includes};
use crate::memory;
use crate::result::HlslcResult;

/// The name of a source that has none.
const UNNAMED: &str = "hlsl.hlsl";

/// The flags that are options of the command line.
const FLAGS: [(u32, &str); 6] = [
    (HLSLC_DEBUG_INFO, "-Zi"),
    (HLSLC_WARNINGS_ARE_ERRORS, "-WX"),
    (HLSLC_NO_WARNINGS, "-no-warnings"),
    (HLSLC_ROW_MAJOR, "-Zpr"),
    (HLSLC_16BIT_TYPES, "-enable-16bit-types"),
    (HLSLC_NO_VALIDATION, "-Vd"),
];

/// Those that are none.
const OTHER_FLAGS: u32 = HLSLC_FULL_REFLECTION | HLSLC_INCLUDE_FROM_DISK;

/// The levels of `HlslcOptimization`.
const LEVELS: [(HlslcOptimization, Option<&str>); 5] = [
    (HlslcOptimization::Default, None),
    (HlslcOptimization::None, Some("-Od")),
    (HlslcOptimization::Level1, Some("-O1")),
    (HlslcOptimization::Level2, Some("-O2")),
    (HlslcOptimization::Level3, Some("-O3")),
];

/// A request of which nothing is left to read.
struct Request<'a> {
    source: &'a [u8],
    name: &'a str,
    words: Vec<String>,
    flags: u32,
    finder: Finder,
}

/// Compiles.
///
/// # Safety
///
/// The pointer is null, or leads to a request as the header describes it.
pub unsafe fn compile(request: *const HlslcRequest) -> Result<HlslcResult, HlslcStatus> {
    // SAFETY: what the caller of this function promises.
    let request = unsafe { take(request) }?;
    let read_none = |path: &str| Err(format!("there are no files, `{path}` is not read"));
    let line = CommandLine::of_words(request.words, &read_none).with_results_as_data();
    let faults = faults(&line);
    if !faults.is_empty() {
        return Ok(HlslcResult::of_options(&line, faults));
    }
    let mut options = line.options.clone();
    options.input = line.kind_of(request.name);
    options.reflect |= request.flags & HLSLC_FULL_REFLECTION != 0;
    if let Some(path) = line.binding_table_file.as_ref().filter(|_| options.backend == Backend::Dxil) {
        match binding_table(request.finder, path) {
            Ok(text) => options.binding_table = Some(BindingTable::Text(text)),
            Err(why) => return Ok(HlslcResult::of_options(&line, vec![why])),
        }
    }
    let includes = Includes { finder: request.finder, dirs: line.include_dirs.clone() };
    let compiler = Compiler::new(options);
    let output = match line.root_signature_target {
        Some(version) => compiler.compile_root_signature(request.name, request.source, version, &includes),
        None => compiler.compile(request.name, request.source, &includes),
    };
    Ok(match stripped(&line, output) {
        Ok(output) => HlslcResult::of_output(&line, output),
        Err(why) => HlslcResult::of_options(&line, vec![why]),
    })
}

/// Takes out of the object what `-Qstrip_…` names and a compilation does not leave out by itself.
fn stripped(line: &CommandLine, mut output: Output) -> Result<Output, String> {
    let wanted = [(line.strip_debug, Strip::Debug), (line.strip_private, Strip::Private)];
    for (_, part) in wanted.into_iter().filter(|row| row.0 && line.options.backend == Backend::Dxil) {
        if let Some(object) = &output.object {
            output.object = Some(strip(object, part)?);
        }
    }
    Ok(output)
}

/// What is wrong with the words.
fn faults(line: &CommandLine) -> Vec<String> {
    let mut faults = line.errors.clone();
    let of_command = |what: &str| format!("{what} is for the command: this library compiles a source");
    if !matches!(line.action, Action::Compile) {
        faults.push(of_command("an option that asks for something else than compiling"));
    }
    let files = [
        (&line.set_root_signature, "`-setrootsignature`"),
        (&line.set_private, "`-setprivate`"),
        (&line.private_file, "`-getprivate`"),
        (&line.verify_root_signature, "`-verifyrootsignature`"),
    ];
    faults.extend(files.into_iter().filter(|row| row.0.is_some()).map(|row| of_command(row.1)));
    if let Some(input) = line.inputs.first() {
        faults.push(format!("`{input}` is no option: the source is given as text, and its name in `source_name`"));
    }
    faults
}

fn binding_table(finder: Finder, path: &str) -> Result<String, String> {
    let file = finder.find(path).map_err(|why| format!("cannot read `{path}`: {why}"))?;
    let file = file.ok_or_else(|| format!("cannot read `{path}`: there is no such file"))?;
    String::from_utf8(file.bytes).map_err(|_| format!("{path}: this is no text"))
}

/// Reads a request.
///
/// # Safety
///
/// The pointer is null, or leads to a request as the header describes it, which stays as it is for as long as the result is used.
unsafe fn take<'a>(request: *const HlslcRequest) -> Result<Request<'a>, HlslcStatus> {
    // SAFETY: what the caller of this function promises, here and below: the header says of each pointer what it leads to.
    let request = unsafe { memory::read(request) }?;
    // SAFETY: see above.
    let source = unsafe { memory::list(request.source.cast::<u8>(), request.source_size) }?;
    // SAFETY: see above.
    let name = unsafe { memory::text(request.source_name) }?.unwrap_or(UNNAMED);
    let (mut words, flags) = if request.options.is_null() {
        (Vec::new(), 0)
    } else {
        // SAFETY: see above.
        let options = unsafe { memory::read(request.options) }?;
        // SAFETY: see above.
        (unsafe { words_of(&options) }?, options.flags)
    };
    // SAFETY: see above.
    words.extend(unsafe { texts(request.arguments, request.argument_count) }?);
    let finder = match request.include {
        Some(_) => Finder::Callback(Callback {
            find: request.include,
            release: request.include_release,
            user: request.include_user,
        }),
        None if flags & HLSLC_INCLUDE_FROM_DISK != 0 => Finder::Disk,
        None => Finder::Nothing,
    };
    Ok(Request { source, name, words, flags, finder })
}

/// The texts of a list of the caller's, of which none may be missing.
///
/// # Safety
///
/// The pointer is null, or leads to this many texts.
unsafe fn texts(from: *const *const std::ffi::c_char, count: usize) -> Result<Vec<String>, HlslcStatus> {
    // SAFETY: what the caller of this function promises.
    let list = unsafe { memory::list(from, count) }?;
    let mut texts = Vec::with_capacity(list.len());
    for &text in list {
        // SAFETY: as above.
        texts.push(unsafe { memory::text(text) }?.ok_or(HlslcStatus::InvalidArgument)?.to_owned());
    }
    Ok(texts)
}

/// Options as words of a command line.
///
/// # Safety
///
/// The pointers of the options are as the header describes them.
unsafe fn words_of(options: &HlslcOptions) -> Result<Vec<String>, HlslcStatus> {
    let known = FLAGS.iter().fold(OTHER_FLAGS, |all, row| all | row.0);
    if options.flags & !known != 0 {
        return Err(HlslcStatus::InvalidArgument);
    }
    let mut words = Vec::new();
    for (option, text) in [("-T", options.target), ("-E", options.entry)] {
        // SAFETY: what the caller of this function promises, here and below.
        if let Some(text) = unsafe { memory::text(text) }? {
            words.extend([option.to_owned(), text.to_owned()]);
        }
    }
    // SAFETY: see above.
    for define in unsafe { memory::list(options.defines, options.define_count) }? {
        // SAFETY: see above.
        let name = unsafe { memory::text(define.name) }?.ok_or(HlslcStatus::InvalidArgument)?;
        // SAFETY: see above.
        let value = unsafe { memory::text(define.value) }?.unwrap_or("1");
        words.extend(["-D".to_owned(), format!("{name}={value}")]);
    }
    // SAFETY: see above.
    for dir in unsafe { texts(options.include_dirs, options.include_dir_count) }? {
        words.extend(["-I".to_owned(), dir]);
    }
    match options.backend {
        backend if backend == HlslcBackend::Dxil as u32 => {}
        backend if backend == HlslcBackend::Spirv as u32 => words.push("-spirv".to_owned()),
        _ => return Err(HlslcStatus::InvalidArgument),
    }
    let level = LEVELS.into_iter().find(|row| row.0 as u32 == options.optimization);
    words.extend(level.ok_or(HlslcStatus::InvalidArgument)?.1.map(str::to_owned));
    if options.language != 0 {
        words.extend(["-HV".to_owned(), options.language.to_string()]);
    }
    words.extend(FLAGS.iter().filter(|row| options.flags & row.0 != 0).map(|row| row.1.to_owned()));
    Ok(words)
}
