//! Compiles the sources in a container or a file with debug information again: `-recompile`.
//!
//! Input: the bytes of a container whose parts carry sources and arguments, whoever made it. Output: the words of a command line,
//! the main file, and the other files as an [`IncludeResolver`]: nothing is read from disk.

use crate::carried::{options_of, words_of};
use crate::flags::{Flag, FromData};
use crate::parts::open;
use dxil::container::Container;
use dxil::container::sources::{Arguments, SourceFile, Sources};
use hlslc_base::source::{IncludeResolver, IncludedFile};

/// The input of another compilation.
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
    /// The folders to search for included files.
    pub dirs: Vec<String>,
}

/// The input of another compilation of a container or PDB.
pub fn recompilation(bytes: &[u8]) -> Result<Recompilation, String> {
    let container = Container::read(&open(bytes)?).map_err(|error| error.to_string())?;
    let sources = Sources::of(&container).map_err(|error| error.to_string())?;
    let sources =
        sources.ok_or("it carries no sources: compile with -Zi and -Fd, and read the file that -Fd writes")?;
    if !sources.libraries.is_empty() {
        return Err("it was linked, not compiled: libraries cannot be linked again yet".to_owned());
    }
    let arguments = match &sources.arguments {
        Arguments::Pairs(pairs) => {
            let mut words = Vec::new();
            for (name, value) in pairs {
                words.extend(words_of(name, value)?);
            }
            words
        }
        Arguments::Words(words) => {
            let words = words.iter().map(|word| String::from_utf8_lossy(word).into_owned());
            options_of(words, |flag| flag.from_data)?
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
    pub fn words(&self, asked: &[String]) -> Result<Vec<String>, String> {
        let of_user = |flag: &Flag| {
            if flag.names.contains(&RECOMPILE) { FromData::Dropped } else { FromData::Carried }
        };
        let others = options_of(asked.iter().cloned(), of_user)?;
        Ok(self.arguments.iter().cloned().chain(others).collect())
    }
}

/// The option that asks for all this.
const RECOMPILE: &str = "recompile";

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
