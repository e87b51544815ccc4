//! Handles root signatures of finished containers, and runs the command `hlslc rootsig`: dump, build, suggest.
//!
//! In and out are bytes and text; files are reached through [`Files`], which the binary implements. What a shader uses is
//! read from its `PSV0` part, so all of this works on containers of any compiler.

use crate::args::CommandLine;
use crate::targets::containers::root_signature_container;
use crate::{Compiler, IncludeResolver, Options};
use dxil::container::{Container, FourCc, Signing, rts0};
#[cfg(feature = "rootsig-yaml")]
use hlslc_base::render::{Style, render};
#[cfg(feature = "rootsig-yaml")]
use hlslc_base::{Span, source::SourceMap};
use hlslc_rootsig::shader::{Finding, Shader, Suggestion, check};
use hlslc_rootsig::{DWORD_LIMIT, RootSignature, Severity, Version, binary, print, suggest, validate};
#[cfg(feature = "rootsig-yaml")]
use hlslc_rootsig_syntax::yaml;

/// The files of the command.
pub trait Files {
    /// The bytes of a file.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
    /// Writes a file whole.
    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), String>;
    /// Finds included files, beside the including file and in the given folders.
    fn includes(&self, dirs: &[String]) -> Box<dyn IncludeResolver>;
}

/// The output of the command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// For standard output.
    pub text: String,
    /// For standard error: warnings.
    pub notes: String,
}

const USAGE: &str = "\
hlslc rootsig dump FILE [--source] [-o FILE]     the root signature of a container as YAML, or as source
hlslc rootsig build FILE.yaml -Fo FILE           a container out of YAML
hlslc rootsig suggest FILE… [-T PROFILE -E ENTRY …]
                                                 the smallest root signature that serves these shaders: containers, or
                                                 sources, which are compiled as the other options say
";

/// Runs `hlslc rootsig ARGUMENTS`.
pub fn command(arguments: &[String], files: &dyn Files) -> Result<Answer, String> {
    let asks_for_help = |argument: &String| matches!(argument.as_str(), "--help" | "-help" | "-h" | "-?" | "/?");
    let (verb, rest) = match arguments.split_first() {
        Some((verb, rest)) if verb != "help" && !arguments.iter().any(asks_for_help) => (verb, rest),
        _ => return Ok(Answer { text: USAGE.to_owned(), ..Answer::default() }),
    };
    if verb == "suggest" {
        return suggest_for(rest, files);
    }
    let mut arguments = rest.iter().map(String::as_str);
    let (mut inputs, mut output, mut source) = (Vec::new(), None, false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` needs a value"));
        match argument {
            "--source" => source = true,
            "-o" | "-Fo" => output = Some(value()?),
            _ if argument.starts_with('-') && argument != "-" => {
                return Err(format!("unknown option `{argument}`\n{USAGE}"));
            }
            input => inputs.push(input),
        }
    }
    match (verb.as_str(), &inputs[..]) {
        ("dump", [input]) => {
            let text = dump(&files.read(input)?, source).map_err(|why| format!("{input}: {why}"))?;
            match output {
                Some(path) => files.write(path, text.as_bytes()).map(|()| Answer::default()),
                None => Ok(Answer { text, notes: String::new() }),
            }
        }
        ("build", [input]) => {
            let path = output.ok_or("`hlslc rootsig build` needs -Fo FILE to write to")?;
            let (container, notes) = build(input, &files.read(input)?)?;
            files.write(path, &container).map(|()| Answer { text: String::new(), notes })
        }
        ("dump" | "build", _) => Err(format!("`hlslc rootsig {verb}` takes one file\n{USAGE}")),
        _ => Err(format!("unknown command `hlslc rootsig {verb}`\n{USAGE}")),
    }
}

/// `hlslc rootsig suggest`: containers are read, sources compiled first.
fn suggest_for(arguments: &[String], files: &dyn Files) -> Result<Answer, String> {
    let read =
        |path: &str| files.read(path).and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
    let line = CommandLine::parse(arguments, &read);
    if !line.errors.is_empty() {
        return Err(line.errors.join("\n"));
    }
    if line.inputs.is_empty() {
        return Err(format!("`hlslc rootsig suggest` takes at least one shader\n{USAGE}"));
    }
    let version = line.options.root_signature_version.unwrap_or_default();
    // Only what the shaders use matters, not what their root signatures bind.
    let compiler = Compiler::new(Options { ignore_root_signature: true, ..line.options });
    let includes = files.includes(&line.include_dirs);
    let (mut shaders, mut notes) = (Vec::new(), String::new());
    for input in &line.inputs {
        let mut bytes = files.read(input)?;
        if !bytes.starts_with(b"DXBC") {
            let output = compiler.compile(input, &bytes, &*includes);
            let messages = output.render(line.style, false);
            bytes = output.object.ok_or_else(|| messages.clone())?;
            notes.push_str(&messages);
        }
        shaders.push(shader_of(&bytes).map_err(|why| format!("{input}: {why}"))?);
    }
    Ok(Answer { text: suggestion(&shaders, version), notes })
}

/// The root signature of a container, or of the bytes of an `RTS0` part, as YAML or source.
fn dump(bytes: &[u8], source: bool) -> Result<String, String> {
    let signature = read(&rts0_of(bytes)?)?;
    if source {
        return print::print_literals(&signature).map(|text| text + "\n").map_err(|error| error.to_string());
    }
    to_yaml(&signature)
}

#[cfg(feature = "rootsig-yaml")]
fn to_yaml(signature: &RootSignature) -> Result<String, String> {
    yaml::write(signature).map_err(|error| error.to_string())
}

#[cfg(not(feature = "rootsig-yaml"))]
fn to_yaml(_: &RootSignature) -> Result<String, String> {
    Err(NO_YAML.to_owned())
}

/// The message of a build without the feature.
#[cfg(not(feature = "rootsig-yaml"))]
const NO_YAML: &str = "this hlslc was built without the feature `rootsig-yaml`";

#[cfg(not(feature = "rootsig-yaml"))]
fn build(_: &str, _: &[u8]) -> Result<(Vec<u8>, String), String> {
    Err(NO_YAML.to_owned())
}

/// A container out of YAML, with the rendered warnings; or the rendered errors.
#[cfg(feature = "rootsig-yaml")]
fn build(name: &str, bytes: &[u8]) -> Result<(Vec<u8>, String), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8"))?;
    let mut sources = SourceMap::new();
    let file = sources.add_file(name, text, Span::NONE).map_err(|_| format!("{name}: too large"))?;
    let parsed = yaml::read(text, &|range| sources.span_in(file, range.start as usize..range.end as usize));
    let messages = render(&sources, &parsed.diagnostics, Style::Excerpt, false);
    match parsed.signature {
        Some(signature) => Ok((container_of(&signature), messages)),
        None => Err(messages),
    }
}

/// A container that holds only this root signature.
pub fn container_of(signature: &RootSignature) -> Vec<u8> {
    root_signature_container(signature, false)
}

/// The container with only the root signature of another: `-extractrootsignature`.
pub fn extract(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut container = Container::new();
    container.push(FourCc::RTS0, rts0_of(bytes)?);
    Ok(container.write(Signing::Digest))
}

/// The container with the root signature of a file in place of its own: `-setrootsignature`. It must serve the shader.
pub fn set(bytes: &[u8], root_signature: &[u8]) -> Result<Vec<u8>, String> {
    verify(bytes, root_signature)?;
    let data = rts0_of(root_signature)?;
    crate::parts::edit(bytes, |container| {
        container.put(FourCc::RTS0, data);
        Ok(())
    })
}

/// Checks the shader of a container against the root signature of a file: `-verifyrootsignature`. What is wrong is said
/// line by line.
pub fn verify(bytes: &[u8], root_signature: &[u8]) -> Result<(), String> {
    let signature = read(&rts0_of(root_signature)?)?;
    let shader = shader_of(bytes)?;
    let findings = check(&signature, &shader);
    let errors = findings.iter().filter(|finding| finding.severity() == Severity::Error);
    let lines: Vec<String> = errors.map(describe).collect();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n")) }
}

fn describe(finding: &Finding) -> String {
    let place = finding.clause.map_or(String::new(), |(place, _)| format!(" ({place})"));
    match &finding.suggestion {
        Some(Suggestion::Add(text)) => format!("{}{place}; add `{text}`", finding.kind),
        Some(Suggestion::Replace(text)) => format!("{}{place}; write `{text}`", finding.kind),
        None => format!("{}{place}", finding.kind),
    }
}

/// The bytes of the root signature: the `RTS0` part of a container, or the bytes themselves if they are no container.
fn rts0_of(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(b"DXBC") {
        return Ok(bytes.to_vec());
    }
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    container.part(FourCc::RTS0).map(<[u8]>::to_vec).ok_or_else(|| "it holds no root signature".to_owned())
}

/// A root signature that is well formed and valid.
fn read(part: &[u8]) -> Result<RootSignature, String> {
    let lines = |lines: Vec<String>| lines.join("\n");
    let signature = binary::read(part).map_err(|errors| lines(errors.iter().map(ToString::to_string).collect()))?;
    let problems = validate(&signature);
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error);
    let errors: Vec<String> = errors.map(ToString::to_string).collect();
    if errors.is_empty() { Ok(signature) } else { Err(lines(errors)) }
}

/// The resources that the shader of a container uses.
pub fn shader_of(bytes: &[u8]) -> Result<Shader, String> {
    Container::read(bytes).and_then(|container| rts0::shader_of(&container)).map_err(|error| error.to_string())
}

/// The smallest root signature for some shaders, as source with its size.
fn suggestion(shaders: &[Shader], version: Version) -> String {
    let signature = suggest::suggest(shaders, version);
    let cost = signature.cost_in_dwords();
    let problems = validate(&signature).iter().map(|problem| format!("// {problem}\n")).collect::<Vec<_>>().concat();
    // What is suggested holds no number that the language cannot say.
    let text = print::print_literals(&signature).unwrap_or_default();
    format!("// {cost} of {DWORD_LIMIT} DWORDs\n{problems}{text}\n")
}
