//! Runs `hlslc fmt`: formats sources in place, or says which are not formatted.
//!
//! Every file gets the `[format]` of the `hlslc.toml` that is nearest above it. Files are formatted in parallel, reported in order,
//! and each is written atomically, and only if it changes.

use crate::files::{print_text, read_input, say, write_output};
use hlslc_fmt::{Edit, Style, apply, diff, edits, range_edits};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub const USAGE: &str = "\
hlslc fmt FILE|FOLDER…                formats sources in place; in folders, those with an extension of HLSL
hlslc fmt [--stdin-filepath FILE] -   formats standard input to standard output, by the settings of FILE

    --check          writes nothing and names the files that would change; the exit status is 1 if there are any
    --diff           writes nothing and prints a diff; with `--check` the exit status is 1 if it is not empty
    --range A:B      only the lines A to B, of one file
    --indent N|tab   steps of N blanks, or tabs
    --width N        breaks statements that are longer than N columns; 0 for none
    --braces next-line|same-line|keep

What is not given is as `[format]` in `hlslc.toml` says, and else as most of the file has it. The exit status is 2 if a file cannot be
read, formatted or written.
";

/// The exit status if a file cannot be read, formatted or written.
pub const TROUBLE: u8 = 2;

/// What files have that are found in folders.
const EXTENSIONS: [&str; 8] = ["hlsl", "hlsli", "fx", "fxh", "hlslh", "azsl", "azsli", "usf"];

/// What the command line asks for.
#[derive(Default)]
struct Request {
    paths: Vec<String>,
    checks: bool,
    shows_diff: bool,
    named: Option<String>,
    range: Option<(usize, usize)>,
    settings: Vec<Setting>,
}

/// A setting of the command line, which overrides that of the project.
#[derive(Clone, Copy)]
enum Setting {
    Width(u32),
    Indent(hlslc_fmt::Indent),
    Braces(hlslc_fmt::Braces),
}

/// What became of a file.
enum Done {
    Same,
    /// It changed, or would; what to print about it.
    Changed(String),
    Failed(String),
}

/// Runs the command; its exit status.
pub fn command(args: &[String]) -> Result<u8, String> {
    let request = parse(args)?;
    if request.paths == ["-"] || request.paths.is_empty() && request.named.is_some() {
        return standard_input(&request);
    }
    if request.paths.is_empty() {
        return Err(format!("name files or folders\n{USAGE}"));
    }
    let mut files = Vec::new();
    for path in &request.paths {
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => sources(Path::new(path), &mut files)?,
            Ok(_) => files.push(PathBuf::from(path)),
            Err(error) => return Err(format!("cannot read `{path}`: {error}")),
        }
    }
    if request.range.is_some() && files.len() != 1 {
        return Err("`--range` needs one file".to_owned());
    }
    let styles = styles(files.iter().filter_map(|file| file.parent()), &request)?;
    let done: Vec<Done> = files.par_iter().map(|file| one(file, &styles, &request)).collect();
    let (mut out, mut has_changed, mut has_failed) = (String::new(), false, false);
    for (file, done) in files.iter().zip(done) {
        match done {
            Done::Same => {}
            Done::Changed(text) => {
                has_changed = true;
                out.push_str(&text);
            }
            Done::Failed(why) => {
                has_failed = true;
                say(&format!("hlslc fmt: error: {}: {why}\n", file.display()));
            }
        }
    }
    print_text(&out)?;
    Ok(status(&request, has_changed, has_failed))
}

fn status(request: &Request, has_changed: bool, has_failed: bool) -> u8 {
    if has_failed { TROUBLE } else { u8::from(request.checks && has_changed) }
}

fn parse(args: &[String]) -> Result<Request, String> {
    let mut request = Request::default();
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let (name, given) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (arg, None),
        };
        let mut value = || given.or_else(|| args.next()).ok_or_else(|| format!("`{name}` needs a value"));
        match name {
            "--check" => request.checks = true,
            "--diff" => request.shows_diff = true,
            "--stdin-filepath" | "--assume-filename" => request.named = Some(value()?.to_owned()),
            "--range" => request.range = Some(lines(value()?)?),
            "--width" => request.settings.push(Setting::Width(number(name, value()?)?)),
            "--indent" => {
                let value = value()?;
                let is_tab = value == "tab";
                let indent =
                    if is_tab { hlslc_fmt::Indent::Tab } else { hlslc_fmt::Indent::Spaces(number(name, value)?) };
                request.settings.push(Setting::Indent(indent));
            }
            "--braces" => {
                let braces = match value()? {
                    "next-line" => hlslc_fmt::Braces::NextLine,
                    "same-line" => hlslc_fmt::Braces::SameLine,
                    "keep" => hlslc_fmt::Braces::Keep,
                    other => return Err(format!("`{other}` is not `next-line`, `same-line` or `keep`")),
                };
                request.settings.push(Setting::Braces(braces));
            }
            option if option.starts_with('-') && option != "-" => {
                return Err(format!("unknown option `{option}`\n{USAGE}"));
            }
            path => request.paths.push(path.to_owned()),
        }
    }
    Ok(request)
}

fn number(name: &str, value: &str) -> Result<u32, String> {
    value.parse().map_err(|_| format!("`{name}` needs a number, not `{value}`"))
}

/// The lines of `A:B`.
fn lines(value: &str) -> Result<(usize, usize), String> {
    let parsed = value.split_once(':').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    parsed
        .filter(|&(first, last)| first > 0 && first <= last)
        .ok_or_else(|| format!("`--range` needs the first and the last line, such as `10:20`, not `{value}`"))
}

/// The sources in a folder and those below, in the order of their names. Hidden folders and links are left out.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let cannot = |error: std::io::Error| format!("cannot read `{}`: {error}", folder.display());
    let mut entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(cannot)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(cannot)?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        if kind.is_dir() && !is_hidden {
            sources(&path, files)?;
        } else if kind.is_file() && extension.is_some_and(|extension| EXTENSIONS.contains(&extension.as_str())) {
            files.push(path);
        }
    }
    Ok(())
}

/// The style of each folder.
type Styles = HashMap<PathBuf, Style>;

fn styles<'f>(folders: impl Iterator<Item = &'f Path>, request: &Request) -> Result<Styles, String> {
    let mut styles = Styles::new();
    for folder in folders {
        if !styles.contains_key(folder) {
            styles.insert(folder.to_owned(), style_of(folder, request)?);
        }
    }
    Ok(styles)
}

/// The style that the nearest `hlslc.toml` above a folder asks for, with what the command line overrides.
fn style_of(folder: &Path, request: &Request) -> Result<Style, String> {
    let start = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let start = start.canonicalize().map_err(|error| format!("cannot read `{}`: {error}", start.display()))?;
    let mut style = Style::default();
    for folder in start.ancestors() {
        let path = folder.join(hlslc_project::FILE_NAME);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let parsed = hlslc_project::parse(&text);
        if let Some(problem) = parsed.problems.first() {
            return Err(problem.render(&path.to_string_lossy(), &text));
        }
        style = Style::of_project(&parsed.project.format);
        break;
    }
    for setting in &request.settings {
        match *setting {
            Setting::Width(width) => style.width = width,
            Setting::Indent(indent) => style.indent = indent,
            Setting::Braces(braces) => (style.braces, style.control_braces) = (braces, braces),
        }
    }
    Ok(style)
}

/// Formats a text; its edits.
fn format(text: &str, style: &Style, request: &Request) -> Result<Vec<Edit>, String> {
    let found = match request.range {
        Some(range) => range_edits(text, bytes(text, range), style),
        None => edits(text, style),
    };
    found.map_err(|why| why.to_string())
}

/// The bytes of lines.
fn bytes(text: &str, (first, last): (usize, usize)) -> Range<usize> {
    let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
    let start = if first == 1 { 0 } else { ends.nth(first - 2).unwrap_or(text.len()) };
    let end = if last == first { ends.next() } else { ends.nth(last - first) };
    start..end.map_or(text.len(), |end| end - 1)
}

fn one(file: &Path, styles: &Styles, request: &Request) -> Done {
    let name = file.to_string_lossy();
    let (text, encoding) = match read_input(&name).and_then(decoded) {
        Ok(read) => read,
        Err(why) => return Done::Failed(why),
    };
    let style = file.parent().and_then(|folder| styles.get(folder)).cloned().unwrap_or_default();
    let edits = match format(&text, &style, request) {
        Ok(edits) if edits.is_empty() => return Done::Same,
        Ok(edits) => edits,
        Err(why) => return Done::Failed(why),
    };
    if request.shows_diff {
        return Done::Changed(diff(&name, &text, &edits));
    }
    if request.checks {
        return Done::Changed(format!("{name}\n"));
    }
    match write_output(&name, &encoding.encoded(&apply(&text, &edits))) {
        Ok(()) => Done::Changed(String::new()),
        Err(why) => Done::Failed(why),
    }
}

/// How the text of a file is written as bytes. Editors of Windows write UTF-16, with a byte order mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16(ByteOrder),
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

impl Encoding {
    /// A text as it was read.
    fn encoded(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16(ByteOrder::Little) => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16(ByteOrder::Big) => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        }
    }
}

/// The text of a file, its byte order mark included, and how it was written.
fn decoded(bytes: Vec<u8>) -> Result<(String, Encoding), String> {
    let order = match bytes.get(..2) {
        Some([0xff, 0xfe]) => ByteOrder::Little,
        Some([0xfe, 0xff]) => ByteOrder::Big,
        _ => {
            let text = String::from_utf8(bytes).map_err(|_| "it is no UTF-8".to_owned())?;
            return Ok((text, Encoding::Utf8));
        }
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| match order {
        ByteOrder::Little => u16::from_le_bytes(*pair),
        ByteOrder::Big => u16::from_be_bytes(*pair),
    };
    let text: Result<String, _> = char::decode_utf16(pairs.iter().map(unit)).collect();
    let text = text.ok().filter(|_| rest.is_empty()).ok_or("it is no UTF-16")?;
    Ok((text, Encoding::Utf16(order)))
}

/// Formats standard input.
fn standard_input(request: &Request) -> Result<u8, String> {
    let (text, encoding) = decoded(read_input("-")?)?;
    if encoding != Encoding::Utf8 {
        return Err("standard input is UTF-16: give it as UTF-8".to_owned());
    }
    let name = request.named.as_deref().unwrap_or("-");
    let style = style_of(Path::new(name).parent().filter(|folder| folder.is_dir()).unwrap_or(Path::new("")), request)?;
    let edits = format(&text, &style, request)?;
    if request.shows_diff {
        print_text(&diff(name, &text, &edits))?;
    } else if request.checks {
        print_text(&if edits.is_empty() { String::new() } else { format!("{name}\n") })?;
    } else {
        print_text(&apply(&text, &edits))?;
    }
    Ok(status(request, !edits.is_empty(), false))
}
