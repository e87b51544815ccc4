//! Describes the results of a build: which object each variant has, and from which files it was compiled.
//!
//! It is JSON, one line an element of a list, so that a build of many variants is read and compared line by line. Results are listed once
//! however many variants have them.

use serde::{Deserialize, Serialize};

/// The version of the form.
pub const VERSION: u32 = 1;

/// A build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the form.
    pub version: u32,
    /// The compiler.
    pub compiler: String,
    /// The hash that identifies the packed file.
    pub pack: String,
    /// The files that were read.
    pub files: Vec<File>,
    /// An entry with a target each.
    pub groups: Vec<Group>,
    /// The results.
    pub results: Vec<Outcome>,
    /// The variants, in the order of groups and of their combinations.
    pub variants: Vec<Variant>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Its name.
    pub name: String,
    /// The SHA-256 of its bytes; empty for a name under which there was none.
    pub sha256: String,
    /// The SHA-256 of what is left of it without comments.
    pub code: String,
}

/// An entry with a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The name of the entry.
    pub entry: String,
    /// The target.
    pub target: String,
    /// The macros that vary.
    pub macros: Vec<String>,
    /// The SHA-256 of everything that decides its results but macros and files.
    pub options: String,
}

/// The result of compiling one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The number of its object in the packed file; none if it failed.
    pub object: Option<u32>,
    /// The SHA-256 of the object.
    pub sha256: Option<String>,
    /// Its messages as text.
    pub messages: String,
    /// The files that it was compiled from, by number.
    pub files: Vec<u32>,
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// Its group, by number.
    pub group: u32,
    /// The values of the macros of the group; `null` for one that is not defined.
    pub values: Vec<Option<String>>,
    /// Its result, by number.
    pub result: u32,
}

impl Manifest {
    /// The text, a line for each element of a list.
    pub fn write(&self) -> String {
        let mut out = self.begin();
        for (at, variant) in self.variants.iter().enumerate() {
            out.push_str(&variant.line(at == 0));
        }
        out + Self::END
    }

    /// The text up to the first variant: [lines](Variant::line) of variants follow, and the [end](Self::END).
    pub fn begin(&self) -> String {
        let (compiler, pack) = (json(&self.compiler), json(&self.pack));
        let mut out = format!("{{\n\"version\": {},\n\"compiler\": {compiler},\n\"pack\": {pack},\n", self.version);
        list(&mut out, "files", &self.files);
        list(&mut out, "groups", &self.groups);
        list(&mut out, "results", &self.results);
        out + "\"variants\": ["
    }

    /// What follows the last variant.
    pub const END: &str = "\n]\n}\n";

    /// Reads the text. An error if it is none of this version.
    pub fn read(text: &str) -> Result<Self, String> {
        let found: Self = serde_json::from_str(text).map_err(|why| why.to_string())?;
        if found.version != VERSION {
            return Err(format!("a manifest of version {}, not {VERSION}", found.version));
        }
        let is_in = |at: u32, length: usize| (at as usize) < length;
        let is_whole = found.variants.iter().all(|variant| {
            let group = found.groups.get(variant.group as usize);
            is_in(variant.result, found.results.len())
                && group.is_some_and(|group| group.macros.len() == variant.values.len())
        });
        let has_files =
            found.results.iter().flat_map(|result| &result.files).all(|&file| is_in(file, found.files.len()));
        if is_whole && has_files { Ok(found) } else { Err("the manifest is damaged".to_owned()) }
    }
}

fn json<T: Serialize>(value: &T) -> String {
    // Structs of texts and numbers can always be written.
    serde_json::to_string(value).unwrap_or_default()
}

fn list<T: Serialize>(out: &mut String, name: &str, rows: &[T]) {
    out.push('"');
    out.push_str(name);
    out.push_str("\": [");
    for (at, row) in rows.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&json(row));
    }
    out.push_str("\n],\n");
}

impl Variant {
    /// Its line, after that of another variant or as the first.
    pub fn line(&self, is_first: bool) -> String {
        format!("{}{}", if is_first { "\n" } else { ",\n" }, json(self))
    }
}
