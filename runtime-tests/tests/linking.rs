//! Links libraries as the cases of `data/linking` say, and beside DXC's linker.
//!
//! A case is a few sources, under `//==== NAME: OPTIONS`: what is linked, and for what. Each source begins with `//---- NAME OPTIONS`; without
//! options it is a source of the link itself, with options it is compiled before, to the IR. Lines between the two say
//! what is to be seen:
//!
//! ```text
//! //! fails E1020           the link ends with this error; DXC's ends with one too
//! //! not as DXC: why       DXC links it, and does not as we do
//! //! without DXC: why      its linker is not asked
//! //! not run: why          the shader is not executed
//! //! not of containers: why    nothing is compared if the libraries are containers
//! //! not of DXC's containers: why    nor if they are of DXC
//! //! not in SPIR-V: why    what is linked of containers is not translated
//! ```
//!
//! Every other case is accepted. What comes of it is valid by our rules and by DXC's validator, exports what DXC's linker exports of the same
//! libraries, and if it is a shader, it leaves on the interpreter what DXC's leaves.

use std::collections::BTreeSet;
use std::path::Path;

use dxc_oracle::{CompileRequest, Dxc};
use dxil::container::rdat::RuntimeData;
use dxil::container::{Container, FourCc};
use hlslc::args::CommandLine;
use hlslc::link::LinkInput;
use hlslc::options::{Emit, Input};
use hlslc::{Compiler, NoIncludes, Options, Output, Stage};
use hlslc_interp::Options as RunOptions;
use hlslc_runtime_tests::agreement::{self, Agreement};
use hlslc_runtime_tests::spirv::{Verdict, validate};

/// The inputs that a shader is executed with.
const SEEDS: u64 = 4;

/// What DXC compiles a source for that says nothing else.
const LIBRARY: &str = "lib_6_x";

struct Part<'a> {
    name: &'a str,
    options: Vec<&'a str>,
    source: &'a str,
}

struct Case<'a> {
    name: &'a str,
    options: Vec<&'a str>,
    /// What is to be seen, with the reason.
    says: Vec<(&'a str, &'a str)>,
    parts: Vec<Part<'a>>,
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').filter(|word| !word.is_empty()).collect()
}

impl<'a> Case<'a> {
    fn read(text: &'a str) -> Self {
        let (head, parts) = text.split_once("\n//---- ").expect("a case has sources");
        let (title, rest) = head.split_once('\n').unwrap_or((head, ""));
        let (name, options) = title.split_once(": ").expect("a case has a name and options");
        let says = rest.lines().filter_map(|line| line.strip_prefix("//! "));
        let says = says.map(|line| match line.split_once(": ") {
            Some(said) => said,
            None => line.split_once(' ').expect("it says something"),
        });
        let parts = parts.split("\n//---- ").map(|part| {
            let (title, source) = part.split_once('\n').expect("a source");
            let (name, options) = title.split_once(' ').unwrap_or((title, ""));
            Part { name, options: words(options), source }
        });
        Self { name, options: words(options), says: says.collect(), parts: parts.collect() }
    }

    fn says(&self, what: &str) -> Option<&'a str> {
        self.says.iter().find(|(said, _)| *said == what).map(|(_, why)| *why)
    }

    fn option(&self, name: &str) -> &'a str {
        let at = self.options.iter().position(|option| *option == name);
        at.and_then(|at| self.options.get(at + 1)).copied().unwrap_or_default()
    }
}

fn parsed(options: &[&str]) -> Options {
    let words: Vec<String> = options.iter().map(|word| (*word).to_owned()).collect();
    let mut line = CommandLine::parse(&words, &|_| Err("there are no files here".to_owned()));
    line.errors.retain(|error| !error.contains("-exports"));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    line.options
}

/// What our linker makes.
fn ours(case: &Case<'_>) -> Output {
    let texts: Vec<Option<String>> = case.parts.iter().map(lowered).collect();
    let libraries = case.parts.iter().zip(&texts).map(|(part, text)| match text {
        Some(text) => LinkInput { name: part.name, bytes: text.as_bytes(), kind: Input::Ir },
        None => LinkInput { name: part.name, bytes: part.source.as_bytes(), kind: Input::Hlsl },
    });
    Compiler::new(parsed(&case.options)).link(&libraries.collect::<Vec<_>>(), &NoIncludes)
}

/// The IR of a source with options of its own.
fn lowered(part: &Part<'_>) -> Option<String> {
    if part.options.is_empty() {
        return None;
    }
    let target = if part.options.contains(&"-T") { vec![] } else { vec!["-T", "lib_6_6"] };
    let mut options = parsed(&[target, part.options.clone()].concat());
    options.emit = Emit::Ir;
    let output = Compiler::new(options).compile(part.name, part.source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Excerpt, false));
    output.text
}

/// What DXC's linker makes.
fn theirs(dxc: &Dxc, case: &Case<'_>) -> Result<Vec<u8>, String> {
    let mut libraries = Vec::new();
    for part in &case.parts {
        let own = part.options.iter().position(|option| *option == "-T").map(|at| part.options[at + 1]);
        let args = part.options.iter().filter(|option| **option != "-T" && Some(**option) != own);
        let request = CompileRequest {
            source: part.source,
            name: "part.hlsl",
            target: own.unwrap_or(LIBRARY),
            args: args.map(|option| (*option).to_owned()).collect(),
            ..CompileRequest::default()
        };
        let made = dxc.compile(&request);
        if !made.ok {
            return Err(format!("DXC does not compile `{}`: {}", part.name, made.diagnostics));
        }
        libraries.push((part.name, made.object));
    }
    let (entry, target) = (case.option("-E"), case.option("-T"));
    let args =
        case.options.iter().filter(|option| ![&"-T", &"-E", &entry, &target, &"-enable-16bit-types"].contains(option));
    let libraries: Vec<(&str, &[u8])> = libraries.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    // The first character of a symbol cannot be typed.
    let entry = entry.replace("\\01", "\u{1}");
    let made = dxc.link(&libraries, &entry, target, &args.copied().collect::<Vec<_>>());
    if made.ok { Ok(made.object) } else { Err(made.diagnostics) }
}

/// The functions that others see in a library.
fn exports(container: &[u8]) -> BTreeSet<String> {
    let container = Container::read(container).expect("a container");
    let Some(part) = container.part(FourCc::RDAT) else { return BTreeSet::new() };
    let data = RuntimeData::read(part).expect("runtime data");
    let names = data.tables.functions.rows.iter().map(|function| String::from_utf8_lossy(data.string(function.name)));
    // Constructors are named after files.
    names.filter(|name| !name.contains("_GLOBAL__")).map(std::borrow::Cow::into_owned).collect()
}

fn each_case(mut judge: impl FnMut(&Case<'_>) -> Result<(), String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/linking");
    let (mut count, mut faults) = (0, Vec::new());
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    let only = std::env::var("LINK_CASE").ok();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        for case in text.split("\n//==== ").skip(1) {
            let case = Case::read(case);
            if only.as_ref().is_some_and(|only| only != case.name) {
                continue;
            }
            count += 1;
            if let Err(why) = judge(&case) {
                faults.push(format!("{}: {why}", case.name));
            }
        }
    }
    println!("{count} cases");
    assert!(only.is_some() || count > 60, "only {count} cases were found");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}

/// The container, or the error that the case asks for.
fn container(case: &Case<'_>) -> Result<Option<Vec<u8>>, String> {
    let output = ours(case);
    let said = output.render(hlslc::Style::Caret, false);
    match (case.says("fails"), output.object) {
        (None, Some(object)) => Ok(Some(object)),
        (None, None) => Err(format!("it is not linked: {said}")),
        (Some(_), Some(_)) => Err("it is linked".to_owned()),
        (Some(code), None) if output.diagnostics.iter().any(|found| found.info.code.starts_with(code)) => Ok(None),
        (Some(code), None) => Err(format!("{code} is not among the errors: {said}")),
    }
}

fn is_library(case: &Case<'_>) -> bool {
    parsed(&case.options).target.is_some_and(|target| target.stage == Stage::Library)
}

#[test]
fn libraries_are_linked_as_the_cases_say() {
    each_case(|case| {
        let Some(object) = container(case)? else { return Ok(()) };
        let validation = hlslc::validation::validate(&object, None);
        if !validation.accepts {
            return Err(validation.text("the result"));
        }
        let again = container(case)?;
        if again.as_ref() == Some(&object) { Ok(()) } else { Err("it is another one the second time".to_owned()) }
    });
}

#[test]
#[ignore = "needs DXC 1.9"]
fn what_is_linked_is_what_dxc_links() {
    let dxc = dxc_oracle::newer_oracle();
    let (mut executed, mut compared) = (0, 0);
    each_case(|case| {
        let object = container(case)?;
        if let Some(object) = &object {
            dxc.validate(object).map_err(|why| format!("DXC does not accept it: {why}"))?;
        }
        if case.says("without DXC").is_some() || case.says("not as DXC").is_some() {
            return Ok(());
        }
        let (object, theirs) = match (object, theirs(&dxc, case)) {
            (Some(object), Ok(theirs)) => (object, theirs),
            (Some(_), Err(why)) => return Err(format!("DXC does not link it: {why}")),
            (None, Ok(_)) => return Err("DXC links it".to_owned()),
            (None, Err(_)) => return Ok(()),
        };
        compared += 1;
        if is_library(case) {
            let (ours, theirs) = (exports(&object), exports(&theirs));
            return if ours == theirs { Ok(()) } else { Err(format!("exports {ours:?}, DXC's {theirs:?}")) };
        }
        if case.says("not run").is_some() {
            return Ok(());
        }
        for seed in 0..SEEDS {
            let containers = [object.clone(), theirs.clone()];
            match agreement::compare(&containers, seed, &RunOptions::default()) {
                Ok(Agreement::Same | Agreement::Close { .. }) => {}
                other => return Err(format!("seed {seed}: {other:?}")),
            }
        }
        executed += 1;
        Ok(())
    });
    println!("{compared} compared with DXC's, {executed} of them executed");
}

/// What our linker makes of containers, each library compiled by `compile` before, with these options besides.
fn of_containers(
    case: &Case<'_>,
    more: &[&str],
    compile: impl Fn(&Part<'_>) -> Result<Vec<u8>, String>,
) -> Result<Output, String> {
    let containers = case.parts.iter().map(compile).collect::<Result<Vec<_>, _>>()?;
    let libraries = case.parts.iter().zip(&containers);
    let libraries = libraries.map(|(part, bytes)| LinkInput { name: part.name, bytes, kind: Input::Hlsl });
    let options = parsed(&[&case.options, more].concat());
    Ok(Compiler::new(options).link(&libraries.collect::<Vec<_>>(), &NoIncludes))
}

/// What a part is compiled for: only libraries that are to be linked have the root signatures of their entry points.
fn target_of(part: &Part<'_>) -> &'static str {
    if part.source.contains("[RootSignature(") { LIBRARY } else { "lib_6_6" }
}

/// A part as a container of ours.
fn library(part: &Part<'_>) -> Result<Vec<u8>, String> {
    let target = if part.options.contains(&"-T") { vec![] } else { vec!["-T", target_of(part)] };
    let options = parsed(&[target, part.options.clone()].concat());
    let output = Compiler::new(options).compile(part.name, part.source.as_bytes(), &NoIncludes);
    output.object.clone().ok_or_else(|| output.render(hlslc::Style::Caret, false))
}

/// A part as a container of DXC's.
fn library_of_dxc(dxc: &Dxc, part: &Part<'_>) -> Result<Vec<u8>, String> {
    let own = part.options.iter().position(|option| *option == "-T").map(|at| part.options[at + 1]);
    let args = part.options.iter().filter(|option| **option != "-T" && Some(**option) != own);
    let made = dxc.compile(&CompileRequest {
        source: part.source,
        name: "part.hlsl",
        target: own.unwrap_or(target_of(part)),
        args: args.map(|option| (*option).to_owned()).collect(),
        ..CompileRequest::default()
    });
    if made.ok { Ok(made.object) } else { Err(format!("DXC does not compile `{}`: {}", part.name, made.diagnostics)) }
}

/// Compares what is linked of containers with what is linked of the sources. Returns how many cases were linked and executed.
fn compare_with_sources(compile: impl Fn(&Part<'_>) -> Result<Vec<u8>, String>, dxc: Option<&Dxc>) -> (usize, usize) {
    let (mut linked, mut executed) = (0, 0);
    each_case(|case| {
        if case.says("not of containers").is_some() || dxc.is_some() && case.says("not of DXC's containers").is_some() {
            return Ok(());
        }
        let of_sources = container(case)?;
        let output = match (of_containers(case, &[], &compile), of_sources.is_some()) {
            (Ok(output), _) => output,
            (Err(_), false) => return Ok(()),
            (Err(why), true) => return Err(why),
        };
        let said = output.render(hlslc::Style::Caret, false);
        let (object, of_sources) = match (output.object, of_sources) {
            (Some(object), Some(of_sources)) => (object, of_sources),
            (None, None) => return Ok(()),
            (Some(_), None) => return Err("it is linked".to_owned()),
            (None, Some(_)) => return Err(format!("it is not linked: {said}")),
        };
        linked += 1;
        let validation = hlslc::validation::validate(&object, None);
        if !validation.accepts {
            return Err(validation.text("the result"));
        }
        if let Some(dxc) = dxc {
            dxc.validate(&object).map_err(|why| format!("DXC does not accept it: {why}"))?;
        }
        if is_library(case) {
            let (found, wanted) = (exports(&object), exports(&of_sources));
            if found != wanted {
                return Err(format!("exports {found:?}, of sources {wanted:?}"));
            }
            let (found, wanted) = (subobjects(&object), subobjects(&of_sources));
            return if found == wanted { Ok(()) } else { Err(format!("subobjects {found:?}, of sources {wanted:?}")) };
        }
        if case.says("not run").is_some() {
            return Ok(());
        }
        for seed in 0..SEEDS {
            let containers = [object.clone(), of_sources.clone()];
            match agreement::compare(&containers, seed, &RunOptions::default()) {
                Ok(Agreement::Same | Agreement::Close { .. }) => {}
                other => return Err(format!("seed {seed}: {other:?}")),
            }
        }
        executed += 1;
        Ok(())
    });
    println!("{linked} linked of containers, {executed} of them executed");
    (linked, executed)
}

/// The subobjects of a library, without the texts of root signatures, which containers do not have.
fn subobjects(container: &[u8]) -> Vec<String> {
    let container = Container::read(container).expect("a container");
    let Some(part) = container.part(FourCc::RDAT) else { return Vec::new() };
    let data = RuntimeData::read(part).expect("runtime data");
    let mut all: Vec<String> = data.subobjects().map(|subobject| format!("{subobject:?}")).collect();
    all.sort();
    all
}

#[test]
fn containers_are_linked_as_their_sources_are() {
    let (linked, executed) = compare_with_sources(library, None);
    assert!(std::env::var("LINK_CASE").is_ok() || linked > 60 && executed > 40, "{linked} linked, {executed} executed");
}

#[test]
#[ignore = "needs DXC 1.9"]
fn containers_of_dxc_are_linked_as_their_sources_are() {
    let dxc = dxc_oracle::newer_oracle();
    compare_with_sources(|part| library_of_dxc(&dxc, part), Some(&dxc));
}

/// Containers have the form of DXIL, which is not the one that SPIR-V is written from.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn what_containers_are_linked_to_is_written_as_spirv() {
    let mut linked = 0;
    each_case(|case| {
        if ["fails", "not of containers"].iter().any(|what| case.says(what).is_some()) || is_library(case) {
            return Ok(());
        }
        let is_translated = case.says("not in SPIR-V").is_none();
        let output = of_containers(case, &["-spirv", "-fspv-target-env=vulkan1.3"], library)?;
        match (output.object.as_deref().map(|module| validate(module, "vulkan1.3")), is_translated) {
            (Some(Verdict::Valid), true) => linked += 1,
            (None, false) => {}
            (Some(other), true) => return Err(format!("spirv-val says {other:?}")),
            (Some(_), false) => return Err("it is translated".to_owned()),
            (None, true) => return Err(output.render(hlslc::Style::Caret, false)),
        }
        Ok(())
    });
    assert!(std::env::var("LINK_CASE").is_ok() || linked > 30, "{linked} linked");
}

/// The names and profiles of the entry points that a library has.
fn entry_points(source: &str) -> Vec<(String, String)> {
    let mut options = parsed(&["-T", "lib_6_6"]);
    options.emit = Emit::Ir;
    let text = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes).text.unwrap_or_default();
    let entries = text.lines().filter_map(|line| line.strip_prefix("entry \""));
    let entries = entries.filter_map(|line| {
        let (name, rest) = line.split_once('"')?;
        let stage = rest.split('"').nth(1)?;
        let profile = Stage::all().find(|known| known.to_string() == stage)?.profile_prefix();
        Some((name.to_owned(), format!("{profile}_6_6")))
    });
    entries.collect()
}

#[test]
fn a_library_that_is_linked_alone_is_its_source_compiled_at_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/libraries");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let source = std::fs::read_to_string(&path).expect("it can be read");
        for (name, profile) in entry_points(&source) {
            if parsed_target(&profile).is_none() {
                continue;
            }
            let compiler = Compiler::new(parsed(&["-T", &profile, "-E", &name]));
            let at_once = compiler.compile("a.hlsl", source.as_bytes(), &NoIncludes);
            let Some(object) = at_once.object else { continue };
            let library = LinkInput { name: "a.hlsl", bytes: source.as_bytes(), kind: Input::Hlsl };
            let linked = compiler.link(&[library], &NoIncludes);
            let said = linked.render(hlslc::Style::Excerpt, false);
            assert!(linked.object == Some(object), "`{name}` of {} is another shader: {said}", path.display());
            count += 1;
        }
    }
    println!("{count} entry points");
    assert!(count > 5, "only {count} entry points were linked");
}

/// Whether shaders of a profile are compiled by themselves.
fn parsed_target(profile: &str) -> Option<hlslc::Target> {
    profile.parse().ok()
}
