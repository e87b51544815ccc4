//! `hlslc run`: compiles a compute shader and interprets it, or interprets a container.
//!
//! Input: the options of a compilation and the contents of resources, by their names. Output: the contents of the requested
//! resources afterwards, and the undefined behaviour that was observed.

use std::collections::BTreeMap;

use dxil::bitcode;
use dxil::container::program::Program as Part;
use dxil::container::{Container, FourCc};
use dxil::shader::{ResourceKind, Shader};
use hlslc::args::CommandLine;
use hlslc::{Compiler, Style};
use hlslc_base::shown::escaped;
use hlslc_interp::{
    Binding, BoundRange, BufferView, Checks, Counter, Format, Machine, MemoryId, Options, Program, RunError, Sampler,
    Schedule, TextureView, View,
};
use std::sync::Arc;

use crate::files::{FileIncludes, read_input, say, write_output};
use crate::run_content::{self, Content, Texture, empty_buffer};
use crate::run_show::Show;
use crate::run_trace::{self as trace, Trace};

pub const USAGE: &str = "\
hlslc run FILE [options of a compilation] [--dispatch X,Y,Z] [resources] [--wave-size N] [--check LIST]
FILE is a shader, or a container that is run as it is.
  --dispatch X,Y,Z      groups of threads; 1,1,1 if not said
  --set NAME=V,V,…      what lies in a resource: whole numbers, floats (with a point), 0x for bits
  --fill NAME=V,V,…*N   the same values N times (as often as there is room, or 256 words, if not said)
  --file NAME=PATH      the bytes of a file
  --size NAME=64x32     texels of a texture in each direction, and layers behind them: every texture needs it
  --sampler NAME=WORDS  point or linear, wrap, mirror, clamp or border; linear,clamp if not said
  --show NAME[:TYPE]    prints what lies there afterwards, as int, uint, float or hex; of a texture row by row
  --show NAME:csv       the same, a row an element or texel (NAME:float:csv for floats in structs)
  --show NAME:png=FILE  writes a texture as a picture: floats from 0 to 1, whole numbers from 0 to 255
  --save NAME=PATH      writes the bytes that lie there afterwards to a file
  --wave-size N         lanes of a wave, a power of two
  --check LIST          looks for races, bounds, uninit, arithmetic, portable
  --trace [GROUP:]N     tells each instruction that thread N of a group executes, with what it reads and what it gives,
                        where it stands in the source (a source is compiled with -Zi for it), and what variables are
                        from there on; a group is a number or X,Y,Z, and the first if not said
  --trace-lines N       how many instructions are reported at most; 10000 if not said
  --seed N              runs waves in an order that follows from N
  --budget N            instructions of all threads at most; 268435456 if not said
";

/// A resource of the shader.
struct Held<'a> {
    range: &'a BoundRange,
    is: Is,
}

/// The data that is bound for a resource.
enum Is {
    Buffer(MemoryId),
    Texture(TextureView),
    Sampler,
}

/// Instructions of all threads, unless `--budget` gives another number: a loop that does not end is over in seconds.
const BUDGET: u64 = 1 << 28;

/// The request of the command line.
#[derive(Default)]
struct Request {
    compile: Vec<String>,
    dispatch: [u32; 3],
    content: BTreeMap<String, Content>,
    sizes: BTreeMap<String, Vec<u32>>,
    samplers: BTreeMap<String, Sampler>,
    show: Vec<Show>,
    /// Resources whose bytes are written to files.
    save: Vec<(String, String)>,
    options: Options,
    /// The group, as its number or its place, and the thread in it.
    trace: Option<(Vec<u32>, u32)>,
    trace_lines: u64,
}

impl Request {
    /// The data that is bound for a resource.
    fn bound(
        &self,
        name: &str,
        range: &BoundRange,
        format: Format,
        machine: &mut Machine,
    ) -> Result<(View, Is), String> {
        let (content, size) = (self.content.get(name), self.sizes.get(name));
        if range.kind == ResourceKind::Sampler {
            let sampler = self.samplers.get(name).copied().unwrap_or_default();
            return Ok((View::Sampler(sampler), Is::Sampler));
        }
        if range.kind.is_texture() {
            let texture = Texture { name, kind: range.kind, format, size: size.map(Vec::as_slice), content };
            let view = texture.view(|bytes| machine.add_memory(bytes))?;
            return Ok((View::Texture(view), Is::Texture(view)));
        }
        if size.is_some() {
            return Err(format!("`{name}` is no texture: `--set`, `--fill` or `--file` say how large it is"));
        }
        let data = content.map_or_else(|| Ok(empty_buffer()), Content::of_buffer)?;
        let bytes = data.len() as u32;
        let memory = machine.add_memory(data);
        let counter = range.has_counter.then(|| Counter { memory: machine.add_memory(vec![0; 4]), offset: 0 });
        let view = BufferView { memory, start: 0, bytes, format: None, counter };
        Ok((View::Buffer(view), Is::Buffer(memory)))
    }

    /// Rejects names that the shader does not have, and what does not go with what they name.
    fn check_names(&self, held: &BTreeMap<&str, Held<'_>>) -> Result<(), String> {
        let shown = self.show.iter().map(|show| &show.name).chain(self.save.iter().map(|save| &save.0));
        for name in self.content.keys().chain(self.sizes.keys()).chain(self.samplers.keys()).chain(shown) {
            if !held.contains_key(name.as_str()) {
                let known = held.keys().copied().collect::<Vec<_>>().join(", ");
                return Err(format!("the shader has no resource `{name}`; it has {known}"));
            }
        }
        for (name, Held { is, .. }) in held {
            let is_sampler = matches!(is, Is::Sampler);
            if is_sampler && (self.content.contains_key(*name) || self.sizes.contains_key(*name)) {
                return Err(format!("`{name}` is a sampler: `--sampler {name}=point,wrap`"));
            }
            if !is_sampler && self.samplers.contains_key(*name) {
                return Err(format!("`{name}` is no sampler"));
            }
        }
        Ok(())
    }
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
    let mut held: BTreeMap<&str, Held<'_>> = BTreeMap::new();
    let unnamed = String::new();
    for (at, range) in program.ranges().iter().enumerate() {
        let name = names.get(at).unwrap_or(&unnamed);
        let (view, is) = request.bound(name, range, program.format(range), &mut machine)?;
        let view = machine.add_view(view);
        machine.bind(Binding { class: range.class, space: range.space, register: range.first, view });
        held.insert(name, Held { range, is });
    }
    request.check_names(&held)?;
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
    let outcome = outcome.map_err(|error| match error {
        RunError::Budget { .. } => format!("{input}: {error}; `--budget N` takes another number"),
        error @ (RunError::Stage(_)
        | RunError::TooLarge
        | RunError::WaveSize(_)
        | RunError::Recursion
        | RunError::Unsupported(_)) => format!("{input}: {error}"),
    })?;
    for show in &request.show {
        let Held { range, is } = &held[show.name.as_str()];
        let format = program.format(range);
        match is {
            Is::Buffer(memory) => show.buffer(machine.memory(*memory), range, format)?,
            Is::Texture(view) => show.texture(machine.memory(view.memory), view, format)?,
            Is::Sampler => return Err(format!("`{}` is a sampler, in which nothing lies", show.name)),
        }
    }
    for (name, path) in &request.save {
        let bytes = match &held[name.as_str()].is {
            Is::Buffer(memory) => machine.memory(*memory),
            Is::Texture(view) => machine.memory(view.memory),
            Is::Sampler => return Err(format!("`{name}` is a sampler, in which nothing lies")),
        };
        write_output(path, bytes)?;
    }
    for finding in &outcome.findings {
        say(&escaped(&format!("hlslc run: {finding}\n")));
    }
    Ok(outcome.findings.is_empty())
}

fn parse(args: &[String]) -> Result<Request, String> {
    let mut request = Request { dispatch: [1; 3], trace_lines: trace::LINES, ..Request::default() };
    request.options.budget = BUDGET;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if !arg.starts_with("--") {
            request.compile.push(arg.clone());
            continue;
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
                request.content.insert(name.to_owned(), Content::values(values));
            }
            "--fill" => {
                let (name, value) = pair()?;
                request.content.insert(name.to_owned(), Content::fill(value)?);
            }
            "--file" => {
                let (name, path) = pair()?;
                request.content.insert(name.to_owned(), Content::Bytes(read_input(path)?));
            }
            "--size" => {
                let (name, size) = pair()?;
                request.sizes.insert(name.to_owned(), run_content::size(size)?);
            }
            "--sampler" => {
                let (name, what) = pair()?;
                request.samplers.insert(name.to_owned(), run_content::sampler(what)?);
            }
            "--show" => request.show.push(Show::parse(value)?),
            "--save" => {
                let (name, path) = pair()?;
                request.save.push((name.to_owned(), path.to_owned()));
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
