//! Describes what is to be run, and names it by a digest.
//!
//! An action is the root of a Merkle tree: its digest is that of a message with the digests of the command and of the directory of inputs, which
//! has those of files and directories in it. Everything that the interface leaves open is sorted, so that equal actions have equal
//! digests on every machine.

use crate::api;
use crate::digest::Blob;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A file that an action reads.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its path from the folder that the action runs in, with `/`.
    pub path: String,
    /// Its contents.
    pub blob: Blob,
    /// Whether it is a program.
    pub is_executable: bool,
}

/// A command line with everything it depends on.
#[derive(Clone, Debug, Default)]
pub struct Action {
    /// The words; the first is the path of the program among the inputs.
    pub arguments: Vec<String>,
    /// The files it reads.
    pub inputs: Vec<Input>,
    /// The files it writes.
    pub outputs: Vec<String>,
    /// What a worker must be, as (name, value).
    pub platform: Vec<(String, String)>,
    /// How long it may take on a worker.
    pub timeout: Option<Duration>,
}

/// What came of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The exit code.
    pub exit_code: i32,
    /// The end of what it wrote to standard error, for a person, if it failed.
    pub stderr: String,
    /// The files it wrote, in the order in which the action names them; one that it did not write is not there.
    pub outputs: Vec<(String, Vec<u8>)>,
    /// Whether it was known before.
    pub is_cached: bool,
    /// Who ran it, if that was said.
    pub worker: String,
}

/// An action as a server knows it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The message, whose digest names the action.
    pub action: Blob,
    /// The other messages: the command, and directories.
    pub messages: Vec<Blob>,
    /// The files it reads.
    pub files: Vec<Blob>,
    /// The files it writes.
    pub outputs: Vec<String>,
}

impl Action {
    /// Makes the messages. An error is one of the caller: a path that is none, or two files in one place.
    pub fn prepare(&self) -> Result<Prepared, String> {
        let (root, mut messages) = directories(&self.inputs)?;
        let mut properties: Vec<api::Property> = self
            .platform
            .iter()
            .map(|(name, value)| api::Property { name: name.clone(), value: value.clone() })
            .collect();
        properties.sort();
        let platform = (!properties.is_empty()).then_some(api::Platform { properties });
        let mut outputs = self.outputs.clone();
        outputs.sort();
        let command = Blob::of(&api::Command {
            arguments: self.arguments.clone(),
            output_files: outputs.clone(),
            output_paths: outputs,
            platform: platform.clone(),
            ..api::Command::default()
        });
        let timeout = self
            .timeout
            .map(|time| api::Duration { seconds: time.as_secs() as i64, nanos: time.subsec_nanos() as i32 });
        let action = Blob::of(&api::Action {
            command_digest: Some(command.digest.clone()),
            input_root_digest: Some(root),
            timeout,
            do_not_cache: false,
            platform,
        });
        messages.push(command);
        let files = self.inputs.iter().map(|input| input.blob.clone()).collect();
        Ok(Prepared { action, messages, files, outputs: self.outputs.clone() })
    }
}

impl Prepared {
    /// Everything that a worker needs.
    pub fn blobs(&self) -> impl Iterator<Item = &Blob> {
        self.files.iter().chain(&self.messages).chain([&self.action])
    }
}

/// What is in a directory.
#[derive(Default)]
struct Contents<'a> {
    files: BTreeMap<&'a str, &'a Input>,
    directories: BTreeSet<&'a str>,
}

/// The directories that hold files: the digest of the root, and their messages.
fn directories(inputs: &[Input]) -> Result<(api::Digest, Vec<Blob>), String> {
    let mut found: BTreeMap<&str, Contents<'_>> = BTreeMap::from([("", Contents::default())]);
    for input in inputs {
        let mut directory = "";
        let mut parts = input.path.split('/').peekable();
        let mut end = 0;
        while let Some(part) = parts.next() {
            if matches!(part, "" | "." | "..") || part.contains('\\') {
                return Err(format!("`{}` is no path of an input", input.path));
            }
            let contents = found.entry(directory).or_default();
            end += part.len();
            if parts.peek().is_none() {
                let before = contents.files.insert(part, input);
                if before.is_some_and(|before| before.blob.digest != input.blob.digest) {
                    return Err(format!("two inputs are at `{}`", input.path));
                }
            } else {
                contents.directories.insert(part);
                directory = &input.path[..end];
                end += 1;
            }
        }
    }
    if let Some((directory, contents)) =
        found.iter().find(|(_, contents)| contents.files.keys().any(|name| contents.directories.contains(name)))
    {
        let name = contents.files.keys().find(|name| contents.directories.contains(*name)).unwrap_or(&"");
        return Err(format!("`{name}` in `{directory}` is a file and a folder"));
    }
    // A directory comes before those in it, so backwards their digests are known.
    let mut digests: BTreeMap<String, api::Digest> = BTreeMap::new();
    let mut messages = Vec::new();
    for (directory, contents) in found.iter().rev() {
        let path = |name: &str| if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") };
        let blob = Blob::of(&api::Directory {
            files: contents
                .files
                .iter()
                .map(|(name, input)| api::FileNode {
                    name: (*name).to_owned(),
                    digest: Some(input.blob.digest.clone()),
                    is_executable: input.is_executable,
                })
                .collect(),
            directories: contents
                .directories
                .iter()
                .map(|name| api::DirectoryNode { name: (*name).to_owned(), digest: digests.get(&path(name)).cloned() })
                .collect(),
        });
        digests.insert((*directory).to_owned(), blob.digest.clone());
        messages.push(blob);
    }
    let root = digests.remove("").unwrap_or_default();
    Ok((root, messages))
}
