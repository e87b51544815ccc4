//! Holds the texts of files: those that are open as the editor has them, others as the caller reads them.
//!
//! Input: the changes of an editor, and a reader of other files. Output: the text of a file by its path, and a revision that grows with
//! every change. Invariant: a copy of a [`Host`] is a snapshot, which later changes do not affect.

use hlslc_base::source::{IncludeResolver, IncludedFile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Reads files that are not open.
pub trait Files: Send + Sync {
    /// The bytes of a file, if there is one of this name.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// The names of what is in a folder, for the completion of paths: folders end in `/`.
    fn list(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Reads no file: only those that are open exist.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

/// A file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// Its text as the editor has it.
    pub text: Arc<str>,
    /// The version that the editor gives it.
    pub version: i32,
}

/// The files of a session. A copy of it is cheap, and does not change with the original.
#[derive(Clone)]
pub struct Host {
    open: Arc<BTreeMap<String, OpenFile>>,
    files: Arc<dyn Files>,
    revision: u64,
}

impl Default for Host {
    fn default() -> Self {
        Self::new(Arc::new(NoFiles))
    }
}

impl Host {
    /// A session in which nothing is open.
    pub fn new(files: Arc<dyn Files>) -> Self {
        Self { open: Arc::default(), files, revision: 0 }
    }

    /// Opens a file, or changes the text of one.
    pub fn set(&mut self, path: &str, text: impl Into<Arc<str>>, version: i32) {
        Arc::make_mut(&mut self.open).insert(path.to_owned(), OpenFile { text: text.into(), version });
        self.revision += 1;
    }

    /// Closes a file: what is on the disk counts again.
    pub fn close(&mut self, path: &str) {
        Arc::make_mut(&mut self.open).remove(path);
        self.revision += 1;
    }

    /// Notes that files which are not open may have changed.
    pub fn touch(&mut self) {
        self.revision += 1;
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// A file that is open.
    pub fn open(&self, path: &str) -> Option<&OpenFile> {
        self.open.get(path)
    }

    /// The names of the files that are open.
    pub fn open_files(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// The text of a file.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        match self.open.get(path) {
            Some(file) => Some(file.text.clone()),
            None => self.files.read(path).map(|bytes| hlslc_syntax::preprocess::decode(&bytes).into()),
        }
    }

    /// The names in a folder.
    pub fn list(&self, folder: &str) -> Vec<String> {
        self.files.list(folder)
    }
}

/// `path` as seen from a folder, without `.` and `..`.
pub fn join(folder: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let is_absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    let whole = if is_absolute || folder.is_empty() { path } else { format!("{folder}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The folder that a file is in.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Finds included files: beside the file that includes them, then in the folders of the context.
pub struct Includes<'a> {
    /// The files.
    pub host: &'a Host,
    /// The folders that are searched.
    pub folders: &'a [String],
}

impl IncludeResolver for Includes<'_> {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let beside = (!angled).then(|| folder_of(from));
        for folder in beside.into_iter().chain(self.folders.iter().map(String::as_str)) {
            let name = join(folder, path);
            if let Some(file) = self.host.open.get(&name) {
                return Ok(Some(IncludedFile { name, bytes: file.text.as_bytes().to_vec() }));
            }
            if let Some(bytes) = self.host.files.read(&name) {
                return Ok(Some(IncludedFile { name, bytes }));
            }
        }
        Ok(None)
    }

    fn searched(&self, from: &str, angled: bool) -> Option<Vec<String>> {
        let beside = (!angled).then(|| folder_of(from).to_owned());
        Some(beside.into_iter().chain(self.folders.iter().cloned()).collect())
    }
}
