//! Compiling again what a container or a file with debug information was compiled from: `-recompile`.
//!
//! In: the bytes of a container whose parts carry sources and arguments, whoever made it. Out: the words of a command line,
//! the main file, and the other files as an [`IncludeResolver`]: nothing is read from disk.

use crate::flags::{self, Takes};
use crate::parts::open;
use dxil::container::Container;
use dxil::container::sources::{Arguments, SourceFile, Sources};
use hlslc_base::source::{IncludeResolver, IncludedFile};

/// What is needed to compile again.
#[derive(Clone, Debug)]
pub struct Recompilation {
    /// The words of the command line, without inputs and without options that name files to write.
    pub arguments: Vec<String>,
    /// The name of the file that was compiled.
    pub name: String,
    /// Its text.
    pub text: Vec<u8>,
    /// The files that it includes.
    pub includes: CarriedFiles,
}

/// Files that a container carries.
#[derive(Clone, Debug, Default)]
pub struct CarriedFiles {
    files: Vec<(String, Vec<u8>)>,
    /// Where to look for included files.
    pub dirs: Vec<String>,
}

/// The group of options that say what to write; where results go is for who compiles again to say.
const OUTPUTS: &str = "Outputs";
/// Options outside that group that name files on the disk of whoever compiled, or ask for something else than compiling.
const NOT_CARRIED: [&str; 12] = [
    "setprivate",
    "getprivate",
    "setrootsignature",
    "verifyrootsignature",
    "extractrootsignature",
    "dumpbin",
    RECOMPILE,
    "link",
    "Odump",
    "-version",
    "help",
    "-help-hidden",
];

/// What to compile again.
pub fn recompilation(bytes: &[u8]) -> Result<Recompilation, String> {
    let container = Container::read(&open(bytes)?).map_err(|error| error.to_string())?;
    let sources = Sources::of(&container).map_err(|error| error.to_string())?;
    let sources =
        sources.ok_or("it carries no sources: compile with -Zi and -Fd, and read the file that -Fd writes")?;
    if !sources.libraries.is_empty() {
        return Err("it was linked, not compiled: libraries cannot be linked again yet".to_owned());
    }
    let arguments = match &sources.arguments {
        Arguments::Pairs(pairs) => pairs.iter().flat_map(|(name, value)| words_of(name, value)).collect(),
        Arguments::Words(words) => {
            options_of(words.iter().map(|word| String::from_utf8_lossy(word).into_owned()), is_carried)
        }
    };
    let mut files = sources.files.into_iter();
    let Some(SourceFile { name, content }) = files.next() else {
        return Err("it carries arguments, but no sources".to_owned());
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let included = files.map(|file| (clean(&text(file.name)), file.content)).collect();
    Ok(Recompilation {
        arguments,
        name: text(name),
        text: content,
        includes: CarriedFiles { files: included, dirs: Vec::new() },
    })
}

impl Recompilation {
    /// The words of the command line that compiles again: the carried options, and those of the one that asks for it, which
    /// say what to write.
    pub fn words(&self, asked: &[String]) -> Vec<String> {
        let others = options_of(asked.iter().cloned(), |name| name != RECOMPILE);
        self.arguments.iter().cloned().chain(others).collect()
    }
}

/// The option that asks for all this.
const RECOMPILE: &str = "recompile";

fn is_carried(name: &str) -> bool {
    let outputs = flags::GROUPS.iter().filter(|group| group.0 == OUTPUTS).flat_map(|group| group.1);
    !NOT_CARRIED.contains(&name) && outputs.flat_map(|flag| flag.names).all(|&known| known != name)
}

/// The words of an option that is kept as its name and its value.
fn words_of(name: &[u8], value: &[u8]) -> Vec<String> {
    let [name, value] = [name, value].map(|text| String::from_utf8_lossy(text).into_owned());
    // An input has no name.
    if name.is_empty() || !is_carried(&name) {
        return Vec::new();
    }
    let flag = flags::all().find(|flag| flag.names.contains(&name.as_str()));
    match flag.map(|flag| flag.takes) {
        Some(Takes::Joined) => vec![format!("-{name}{value}")],
        Some(Takes::Nothing) => vec![format!("-{name}")],
        // More than one value is kept as one text.
        Some(Takes::Separate(count)) if count > 1 => {
            let values = value.split_whitespace().map(str::to_owned);
            std::iter::once(format!("-{name}")).chain(values).collect()
        }
        _ if value.is_empty() => vec![format!("-{name}")],
        _ => vec![format!("-{name}"), value],
    }
}

/// The options among the words of a command line, those that are to be kept.
fn options_of(words: impl Iterator<Item = String>, is_kept: impl Fn(&str) -> bool) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix(['-', '/']) else { continue };
        let found = crate::args::find(name);
        let wanted = found.map_or(0, |(flag, glued)| flag.further(glued));
        // An absolute path looks like an option that nobody knows.
        let is_kept = match found {
            Some((flag, _)) => flag.names.iter().all(|name| is_kept(name)),
            None => word.starts_with('-') && !name.is_empty(),
        };
        let whole = std::iter::once(word).chain(words.by_ref().take(wanted)).collect::<Vec<_>>();
        if is_kept {
            kept.extend(whole);
        }
    }
    kept
}

impl IncludeResolver for CarriedFiles {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.replace('\\', "/");
        let from = from.replace('\\', "/");
        let beside = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut places: Vec<&str> = self.dirs.iter().map(String::as_str).collect();
        places.insert(if angled { places.len() } else { 0 }, beside);
        let candidates = places.into_iter().map(|place| match place {
            "" => clean(&path),
            place => clean(&format!("{place}/{path}")),
        });
        // A file may have been carried under the name by which it was included.
        for candidate in candidates.chain([clean(&path)]) {
            if let Some((name, bytes)) = self.files.iter().find(|(name, _)| *name == candidate) {
                return Ok(Some(IncludedFile { name: name.clone(), bytes: bytes.clone() }));
            }
        }
        Ok(None)
    }
}

/// A path without `.` and, where that is safe, without `..`, with `/` between its parts.
fn clean(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for (index, part) in path.split('/').enumerate() {
        match part {
            "." => {}
            "" if index > 0 => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_kept_as_pairs_become_words() {
        let cases: [(&str, &str, &[&str]); 8] = [
            ("T", "cs_6_0", &["-T", "cs_6_0"]),
            ("D", "FOO=1", &["-D", "FOO=1"]),
            ("Zi", "", &["-Zi"]),
            ("", "a.hlsl", &[]),
            ("Fo", "a.dxo", &[]),
            ("W", "no-parentheses-equality", &["-Wno-parentheses-equality"]),
            ("fspv-target-env=", "vulkan1.1", &["-fspv-target-env=vulkan1.1"]),
            ("setprivate", "secret.bin", &[]),
        ];
        for (name, value, words) in cases {
            assert_eq!(words_of(name.as_bytes(), value.as_bytes()), words, "{name}");
        }
    }

    #[test]
    fn words_of_a_command_line_lose_inputs_and_outputs() {
        let line = "-E main a.hlsl -T ps_6_0 -Fd out/ -Foa.dxo -D X=1 -Zi -Fre stat.bin -HV 2018";
        let kept = options_of(line.split(' ').map(str::to_owned), is_carried);
        assert_eq!(kept.join(" "), "-E main -T ps_6_0 -D X=1 -Zi -HV 2018");
    }

    #[test]
    fn carried_files_are_found_as_files_on_disk_are() {
        let names = ["src/inc.h", "lib/a/b.h", "./c.h"];
        let files = names.map(|name| (clean(name), name.as_bytes().to_vec())).to_vec();
        let carried = CarriedFiles { files, dirs: vec!["lib".to_owned()] };
        let found = |path: &str, from: &str| {
            let file = carried.resolve(path, from, false).expect("no error");
            file.map(|file| String::from_utf8(file.bytes).expect("text"))
        };
        assert_eq!(found("inc.h", "src/main.hlsl").as_deref(), Some("src/inc.h"));
        assert_eq!(found("../src/inc.h", "src\\main.hlsl").as_deref(), Some("src/inc.h"));
        assert_eq!(found("a/b.h", "src/main.hlsl").as_deref(), Some("lib/a/b.h"));
        assert_eq!(found("c.h", "main.hlsl").as_deref(), Some("./c.h"));
        assert_eq!(found("inc.h", "main.hlsl"), None);
    }
}
