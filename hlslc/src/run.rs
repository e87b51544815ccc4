//! `hlslc run`: compiles a compute shader and runs it on the interpreter, or runs a container.
//!
//! In: the options of a compilation and what lies in the resources, by their names. Out: what the shader left in the resources that are to be shown, a line
//! of values each, and what it did that is undefined.

use std::collections::BTreeMap;

use dxil::bitcode;
use dxil::container::program::Program as Part;
use dxil::container::{Container, FourCc};
use dxil::shader::Shader;
use dxil::signature::ComponentType;
use hlslc::args::CommandLine;
use hlslc::{Compiler, Style};
use hlslc_interp::{
    Binding, BoundRange, BufferView, Checks, Counter, Machine, MemoryId, Options, Program, Schedule, View,
};
use std::sync::Arc;

use crate::files::{FileIncludes, print_text, read_input, say};
use crate::run_trace::{self as trace, Trace};

pub const USAGE: &str = "\
hlslc run FILE [options of a compilation] [--dispatch X,Y,Z] [resources] [--wave-size N] [--check LIST]
FILE is a shader, or a container that is run as it is.
  --dispatch X,Y,Z      groups of threads; 1,1,1 if not said
  --set NAME=V,V,…      what lies in a resource: whole numbers, floats (with a point), 0x for bits
  --fill NAME=V*N       the same value N times (256 times if not said)
  --file NAME=PATH      the bytes of a file
  --show NAME[:TYPE]    prints what lies there afterwards, as int, uint, float or hex
  --wave-size N         lanes of a wave, 4 to 128
  --check LIST          looks for races, bounds, uninit, arithmetic, portable
  --trace [GROUP:]N     tells each instruction that thread N of a group executes, with what it reads and what it gives,
                        and where it stands in the source (a source is compiled with -Zi for it); a group is a number
                        or X,Y,Z, and the first if not said
  --trace-lines N       how many instructions are told at most; 10000 if not said
  --seed N              runs waves in an order that follows from N
  --budget N            instructions of all threads at most
";

/// Words that a resource has when nothing is said of it.
const WORDS: usize = 256;

/// What the command line asks for.
#[derive(Default)]
struct Request {
    compile: Vec<String>,
    dispatch: [u32; 3],
    content: BTreeMap<String, Vec<u8>>,
    show: Vec<(String, Option<String>)>,
    options: Options,
    /// The group, as its number or its place, and the thread in it.
    trace: Option<(Vec<u32>, u32)>,
    trace_lines: u64,
}

/// Runs the command; false if the shader was not accepted or did something undefined.
pub fn command(args: &[String], response_file: &dyn Fn(&str) -> Result<String, String>) -> Result<bool, String> {
    let request = parse(args)?;
    let line = CommandLine::parse(&request.compile, response_file);
    if !line.errors.is_empty() {
        return Err(format!("{}\n{USAGE}", line.errors.join("; ")));
    }
    let [input] = &line.inputs[..] else { return Err(format!("it takes one file\n{USAGE}")) };
    let bytes = read_input(input)?;
    let container = if bytes.starts_with(b"DXBC") {
        bytes
    } else {
        let compiler = Compiler::new(line.options.clone());
        let output = compiler.compile(input, &bytes, &FileIncludes::new(&line.include_dirs, Arc::default()));
        say(&output.render(Style::Excerpt, false));
        match output.object {
            Some(object) => object,
            None => return Ok(false),
        }
    };
    let decode = if request.trace.is_some() { Program::decode_for_trace } else { Program::decode };
    let program = decode(&container).map_err(|error| format!("{input}: {error}"))?;
    let names = names(&container);
    let mut machine = Machine::default();
    let mut memories: BTreeMap<&str, (MemoryId, &BoundRange)> = BTreeMap::new();
    let unnamed = String::new();
    for (at, range) in program.ranges().iter().enumerate() {
        let name = names.get(at).unwrap_or(&unnamed);
        let data = request.content.get(name).cloned().unwrap_or_else(|| vec![0; 4 * WORDS]);
        let memory = machine.add_memory(data);
        let counter = range.has_counter.then(|| Counter { memory: machine.add_memory(vec![0; 4]), offset: 0 });
        let bytes = machine.memory(memory).len() as u32;
        let view = machine.add_view(View::Buffer(BufferView { memory, start: 0, bytes, format: None, counter }));
        machine.bind(Binding { class: range.class, space: range.space, register: range.first, view });
        memories.insert(name, (memory, range));
    }
    let known = || memories.keys().copied().collect::<Vec<_>>().join(", ");
    for name in request.content.keys().chain(request.show.iter().map(|(name, _)| name)) {
        if !memories.contains_key(name.as_str()) {
            return Err(format!("the shader has no resource `{name}`; it has {}", known()));
        }
    }
    let outcome = match &request.trace {
        None => program.dispatch(&mut machine, request.dispatch, &request.options),
        Some(asked) => {
            let thread = trace::thread(asked, program.group_size(), request.dispatch)?;
            let mut trace = Trace::new(request.trace_lines);
            let outcome =
                program.trace(&mut machine, request.dispatch, &request.options, thread, &mut |step| trace.tell(step));
            trace.finish()?;
            outcome
        }
    };
    let outcome = outcome.map_err(|error| format!("{input}: {error}"))?;
    for (name, ty) in &request.show {
        let (memory, range) = memories[name.as_str()];
        let ty = ty.as_deref().unwrap_or(match range.element {
            Some(ComponentType::F32) => "float",
            Some(ComponentType::I32) => "int",
            _ => "uint",
        });
        let words = machine.memory(memory).chunks_exact(4).map(|word| shown([word[0], word[1], word[2], word[3]], ty));
        let words = words.collect::<Result<Vec<_>, _>>()?;
        print_text(&format!("{name}: {}\n", words.join(", ")))?;
    }
    for finding in &outcome.findings {
        say(&format!("hlslc run: {finding}\n"));
    }
    Ok(outcome.findings.is_empty())
}

fn parse(args: &[String]) -> Result<Request, String> {
    let mut request = Request { dispatch: [1; 3], trace_lines: trace::LINES, ..Request::default() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with("--") {
            request.compile.push(arg.clone());
            continue;
        }
        if arg == "--help" {
            return Err(USAGE.to_owned());
        }
        let value = args.next().ok_or_else(|| format!("`{arg}` needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is no number, for `{arg}`"));
        let pair = || value.split_once('=').ok_or_else(|| format!("`{arg}` takes NAME=…, not `{value}`"));
        match arg.as_str() {
            "--dispatch" => {
                let mut groups = [1; 3];
                let counts: Vec<&str> = value.split(',').collect();
                if counts.len() > groups.len() {
                    return Err("`--dispatch` takes one to three counts".to_owned());
                }
                for (group, count) in groups.iter_mut().zip(counts) {
                    *group = count.trim().parse().map_err(|_| format!("`{count}` is no count of groups"))?;
                }
                request.dispatch = groups;
            }
            "--set" => {
                let (name, values) = pair()?;
                let words = values.split(',').map(word).collect::<Result<Vec<_>, _>>()?;
                request.content.insert(name.to_owned(), words.concat());
            }
            "--fill" => {
                let (name, value) = pair()?;
                let (value, count) = match value.split_once('*') {
                    Some((value, count)) => {
                        (value, count.trim().parse().map_err(|_| format!("`{count}` is no count of words"))?)
                    }
                    None => (value, WORDS),
                };
                if count > 1 << 26 {
                    return Err(format!("{count} words are too many"));
                }
                request.content.insert(name.to_owned(), word(value)?.repeat(count));
            }
            "--file" => {
                let (name, path) = pair()?;
                request.content.insert(name.to_owned(), read_input(path)?);
            }
            "--show" => {
                let (name, ty) = value.split_once(':').map_or((value.as_str(), None), |(name, ty)| (name, Some(ty)));
                request.show.push((name.to_owned(), ty.map(str::to_owned)));
            }
            "--wave-size" => request.options.wave_size = number()? as u32,
            "--seed" => request.options.schedule = Schedule::Seeded(number()?),
            "--trace" => request.trace = Some(trace::parse(value)?),
            "--trace-lines" => request.trace_lines = number()?,
            "--budget" => request.options.budget = number()?,
            "--check" => {
                let mut checks = Checks::NONE;
                for name in value.split(',') {
                    match name {
                        "races" => checks.races = true,
                        "bounds" => checks.bounds = true,
                        "uninit" => checks.uninitialized = true,
                        "arithmetic" => checks.arithmetic = true,
                        "portable" => checks.portable = true,
                        other => {
                            return Err(format!(
                                "`--check` knows races, bounds, uninit, arithmetic, portable, not `{other}`"
                            ));
                        }
                    }
                }
                request.options.checks = checks;
            }
            other => return Err(format!("unknown option `{other}`\n{USAGE}")),
        }
    }
    if request.trace.is_some() {
        trace::ask_for_lines(&mut request.compile);
    }
    Ok(request)
}

/// The bytes of a number: bits, a float if it is written as one, or a whole number.
fn word(text: &str) -> Result<[u8; 4], String> {
    let text = text.trim();
    let bad = || format!("`{text}` is no number of 32 bits");
    if let Some(digits) = text.strip_prefix("0x") {
        return Ok(u32::from_str_radix(digits, 16).map_err(|_| bad())?.to_le_bytes());
    }
    if let Ok(number) = text.parse::<i64>() {
        let fits = i64::from(i32::MIN) <= number && number <= i64::from(u32::MAX);
        return if fits { Ok((number as u32).to_le_bytes()) } else { Err(bad()) };
    }
    text.parse::<f32>().map(f32::to_le_bytes).map_err(|_| bad())
}

fn shown(word: [u8; 4], ty: &str) -> Result<String, String> {
    let bits = u32::from_le_bytes(word);
    Ok(match ty {
        "float" => format!("{:?}", f32::from_bits(bits)),
        "int" => bits.cast_signed().to_string(),
        "uint" => bits.to_string(),
        "hex" => format!("{bits:#010x}"),
        other => return Err(format!("`--show` knows int, uint, float and hex, not `{other}`")),
    })
}

/// The names of the resources, in the order of the program's ranges: from the part for reflection, which has them.
fn names(container: &[u8]) -> Vec<String> {
    let read = |container: &Container, name: FourCc| -> Option<Vec<String>> {
        let part = Part::read(name, container.part(name)?).ok()?;
        let module = bitcode::read(&part.bitcode).ok()?;
        let shader = Shader::read(&module).ok()?;
        let classes = shader.resources.classes();
        let names = classes.into_iter().flatten().map(|one| String::from_utf8_lossy(one.name.as_bytes()).into_owned());
        Some(names.collect())
    };
    let Ok(container) = Container::read(container) else { return Vec::new() };
    [FourCc::STAT, FourCc::ILDB, FourCc::DXIL].into_iter().find_map(|name| read(&container, name)).unwrap_or_default()
}
