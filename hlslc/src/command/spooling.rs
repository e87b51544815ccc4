//! Keeps objects in a file until their order is known, and replaces files as a whole.
//!
//! Input: bytes. Output: files. Neither leaves anything when it is dropped before it is complete.

use crate::temporary::create_beside;
use hlslc_variants::pack::{self, Hash};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Objects that wait.
pub struct Spool {
    file: File,
    path: PathBuf,
    end: u64,
    known: HashMap<Hash, (u64, u64)>,
}

impl Drop for Spool {
    fn drop(&mut self) {
        // One that cannot be removed is nothing to stop for.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Spool {
    /// An empty one beside a file.
    pub fn new(beside: &Path) -> Result<Self, String> {
        let (path, file) =
            create_beside(beside).map_err(|why| format!("cannot write beside `{}`: {why}", beside.display()))?;
        Ok(Self { file, path, end: 0, known: HashMap::new() })
    }

    /// Adds an object, unless it is there; its hash.
    pub fn add(&mut self, object: &[u8]) -> Result<Hash, String> {
        let hash = pack::hash(object);
        if !self.known.contains_key(&hash) {
            // Objects may have been read meanwhile.
            let written = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(object));
            written.map_err(|why| format!("cannot write `{}`: {why}", self.path.display()))?;
            self.known.insert(hash, (self.end, object.len() as u64));
            self.end += object.len() as u64;
        }
        Ok(hash)
    }

    /// The object with a hash.
    pub fn read(&mut self, hash: &Hash) -> Result<Vec<u8>, String> {
        let (offset, length) = self.known.get(hash).copied().ok_or("an object is missing")?;
        let mut bytes = vec![0; length as usize];
        let read = self.file.seek(SeekFrom::Start(offset)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(|why| format!("cannot read `{}`: {why}", self.path.display()))?;
        Ok(bytes)
    }
}

/// A file that is renamed into place when it is complete.
pub struct Replacement {
    temporary: Option<PathBuf>,
    target: PathBuf,
    file: std::io::BufWriter<File>,
}

impl Replacement {
    /// A file that will be at `target`.
    pub fn new(target: &Path) -> Result<Self, String> {
        if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|why| format!("cannot make the folder `{}`: {why}", folder.display()))?;
        }
        let made = create_beside(target).map_err(|why| format!("cannot write `{}`: {why}", target.display()));
        let (temporary, file) = made?;
        Ok(Self { temporary: Some(temporary), target: target.to_owned(), file: std::io::BufWriter::new(file) })
    }

    /// Writes more.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.file.write_all(bytes).map_err(|why| format!("cannot write `{}`: {why}", self.target.display()))
    }

    /// Puts the file, which is complete, into its place.
    pub fn take_name(mut self) -> Result<(), String> {
        let failed = |why: std::io::Error| format!("cannot write `{}`: {why}", self.target.display());
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(failed)?;
        if let Some(temporary) = self.temporary.take() {
            std::fs::rename(&temporary, &self.target).map_err(|why| {
                let _ = std::fs::remove_file(&temporary);
                format!("cannot write `{}`: {why}", self.target.display())
            })?;
        }
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            let _ = std::fs::remove_file(temporary);
        }
    }
}
