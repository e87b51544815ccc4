//! Finds included files on the disk, and notes which were read.

use hlslc::{IncludeResolver, IncludedFile};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Larger files are no headers.
const LIMIT: u64 = 128 << 20;

/// The files of a compilation.
pub struct Disk {
    folders: Vec<PathBuf>,
    read: RefCell<BTreeSet<String>>,
}

impl Disk {
    /// Looks into these folders, after that of the including file.
    pub fn new(folders: &[String]) -> Self {
        Self { folders: folders.iter().map(PathBuf::from).collect(), read: RefCell::default() }
    }

    /// Reads a file.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let failed = |error: std::io::Error| format!("cannot read `{path}`: {error}");
        let meta = std::fs::metadata(path).map_err(failed)?;
        if !meta.is_file() || meta.len() > LIMIT {
            return Err(format!("cannot read `{path}`: it is no file of at most {LIMIT} bytes"));
        }
        let bytes = std::fs::read(path).map_err(failed)?;
        self.read.borrow_mut().insert(path.to_owned());
        Ok(bytes)
    }

    /// The files that were read.
    pub fn files(self) -> BTreeSet<String> {
        self.read.into_inner()
    }

    fn places(&self, from: &str, angled: bool) -> Vec<PathBuf> {
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).to_owned();
        (!angled).then_some(beside).into_iter().chain(self.folders.iter().cloned()).collect()
    }
}

impl IncludeResolver for Disk {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.replace('\\', "/");
        for place in self.places(from, angled) {
            let candidate = place.join(&path);
            if candidate.is_file() {
                let name = candidate.to_string_lossy().into_owned();
                let bytes = self.read(&name)?;
                return Ok(Some(IncludedFile { name, bytes }));
            }
        }
        Ok(None)
    }

    fn searched(&self, from: &str, angled: bool) -> Option<Vec<String>> {
        let shown =
            |folder: PathBuf| if folder.as_os_str().is_empty() { ".".into() } else { folder.display().to_string() };
        Some(self.places(from, angled).into_iter().map(shown).collect())
    }
}
