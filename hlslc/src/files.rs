//! Files of the command: reading inputs and includes, what is named after them, and texts for the terminal.

use hlslc::args::CommandLine;
use hlslc::rootsig::{Answer, Files};
use hlslc::{IncludeResolver, IncludedFile};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

pub use crate::outputs::{Outputs, write_output};

/// Larger inputs are refused before they are read into memory.
const INPUT_LIMIT: u64 = 1 << 30;

/// Reads a file, or standard input for `-`.
pub fn read_input(path: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if path == "-" {
        let input = std::io::stdin().take(INPUT_LIMIT + 1);
        read_all(input, &mut bytes).map_err(|e| format!("standard input: {e}"))?;
        return Ok(bytes);
    }
    let meta = std::fs::metadata(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    if meta.is_dir() {
        return Err(format!("cannot read `{path}`: it is a directory"));
    }
    if meta.len() > INPUT_LIMIT {
        return Err(format!("`{path}` is larger than {INPUT_LIMIT} bytes"));
    }
    let file = std::fs::File::open(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    read_all(file.take(INPUT_LIMIT + 1), &mut bytes).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    Ok(bytes)
}

/// Reads to the end, which must come before the limit: a pipe does not say how long it is.
fn read_all(mut from: impl Read, bytes: &mut Vec<u8>) -> Result<(), String> {
    from.read_to_end(bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > INPUT_LIMIT {
        return Err(format!("larger than {INPUT_LIMIT} bytes"));
    }
    Ok(())
}

/// `path` with another extension.
pub fn with_extension(path: &str, extension: &str) -> String {
    Path::new(path).with_extension(extension).to_string_lossy().into_owned()
}

/// Finds included files: beside the including file for `"…"`, then in the `-I` folders in order.
pub struct FileIncludes {
    dirs: Vec<PathBuf>,
}

impl FileIncludes {
    /// A resolver for the given `-I` folders.
    pub fn new(dirs: &[String]) -> Self {
        Self { dirs: dirs.iter().map(PathBuf::from).collect() }
    }
}

impl IncludeResolver for FileIncludes {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.replace('\\', "/");
        let beside = Path::new(from).parent().map(Path::to_path_buf).unwrap_or_default();
        // Like dxc, `<…>` falls back to the including file's folder too, only later.
        let mut places: Vec<PathBuf> = self.dirs.clone();
        places.insert(if angled { places.len() } else { 0 }, beside);
        for place in places {
            let candidate = place.join(&path);
            let Ok(meta) = std::fs::metadata(&candidate) else { continue };
            if !meta.is_file() {
                continue;
            }
            if meta.len() > INPUT_LIMIT {
                return Err(format!("larger than {INPUT_LIMIT} bytes"));
            }
            let bytes = std::fs::read(&candidate).map_err(|e| e.to_string())?;
            return Ok(Some(IncludedFile { name: clean(&candidate), bytes }));
        }
        Ok(None)
    }
}

/// The path without `.` and, where that is safe, without `..`, so that one file has one name.
fn clean(path: &Path) -> String {
    use std::path::Component;
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<PathBuf>().to_string_lossy().replace('\\', "/")
}

/// The make rule of `-M` and `-MD`.
pub fn make_rule(input: &str, line: &CommandLine, dependencies: &[String]) -> String {
    let target = line.object_file.clone().unwrap_or_else(|| with_extension(input, "o"));
    let mut rule = format!("{}:", escape(&target));
    for name in std::iter::once(input).chain(dependencies.iter().map(String::as_str)) {
        let _ = write!(rule, " \\\n  {}", escape(name));
    }
    rule.push('\n');
    rule
}

/// A name as make reads it.
fn escape(name: &str) -> String {
    name.replace(' ', "\\ ").replace('#', "\\#").replace('$', "$$")
}

/// Stages one after the other as a trace that browsers show; those shorter than so many microseconds are left out.
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
    format!("{{\"traceEvents\":[\n{}\n]}}\n", events.join(",\n"))
}

/// The C header of `-Fh`: the listing as a comment, the bytes as an array.
pub fn c_header(variable: &str, listing: &str, bytes: &[u8]) -> String {
    let mut out = String::from("#if 0\n");
    out.push_str(listing);
    let _ = write!(out, "\n#endif\n\nconst unsigned char {variable}[] = {{");
    for (index, byte) in bytes.iter().enumerate() {
        out.push_str(match index {
            0 => "\n  ",
            _ if index % 12 == 0 => ",\n  ",
            _ => ", ",
        });
        let _ = write!(out, "0x{byte:02x}");
    }
    out.push_str("\n};\n");
    out
}

/// Writes to standard output. A reader that has seen enough is no error.
pub fn print_text(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// Writes to standard error. If nobody can read it, there is nobody to tell.
pub fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The file system, for `hlslc rootsig`.
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        read_input(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), String> {
        write_output(path, bytes)
    }

    fn includes(&self, dirs: &[String]) -> Box<dyn IncludeResolver> {
        Box::new(FileIncludes::new(dirs))
    }
}

/// Prints what a command such as `hlslc rootsig` has to say; whether all went well.
pub fn report(command: &str, answer: Result<Answer, String>) -> bool {
    match answer {
        Ok(answer) => {
            say(&answer.notes);
            let printed = print_text(&answer.text);
            if let Err(why) = &printed {
                say(&format!("hlslc {command}: error: {why}\n"));
            }
            printed.is_ok()
        }
        Err(why) => {
            say(&format!("hlslc {command}: error: {why}\n"));
            false
        }
    }
}
