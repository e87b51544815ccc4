//! Writes the files of a run atomically: all of them, complete, or none.
//!
//! Input: paths and bytes, and the paths that were read. Each file is first written beside its place; once all are on the
//! disk they are renamed. An existing file keeps its permissions, its hard links and the symbolic links that lead to it.
//! Devices and pipes are written directly. If all files exist with the same bytes, only their times are updated: creating a
//! file costs more than reading one.

use crate::files::print_bytes;
use crate::temporary::create_beside;
use hlslc::args::STANDARD_OUTPUT;
use std::collections::HashMap;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The files that a run is going to write.
#[derive(Default)]
pub struct Outputs {
    files: Vec<(String, Vec<u8>)>,
}

/// A file that is written, but does not have its name yet; dropped, it is taken back.
struct Ready {
    temporary: PathBuf,
    target: PathBuf,
    /// The file, whose lock says that it belongs to someone.
    file: File,
    /// Other names lead to the same file, so that it must be written into.
    is_shared: bool,
    /// It is where it is to be; nothing is left under the other name.
    has_name: bool,
}

impl Outputs {
    /// Adds one more file.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.push((path.into(), bytes.into()));
    }

    /// The files, in the order they came.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// Takes out what goes to standard output, in the order it came.
    pub fn take_printed(&mut self) -> Vec<Vec<u8>> {
        let files = std::mem::take(&mut self.files).into_iter();
        let (printed, files): (Vec<_>, Vec<_>) = files.partition(|file| file.0 == STANDARD_OUTPUT);
        self.files = files;
        printed.into_iter().map(|file| file.1).collect()
    }

    /// Writes all. None may be one of `inputs`, nor may two be the same.
    pub fn write(self, inputs: &[&str]) -> Result<(), String> {
        let found: Vec<_> = self.files.iter().map(|(path, _)| std::fs::symlink_metadata(path)).collect();
        let are_apart = self.are_apart(inputs);
        if are_apart && self.are_there(&found) {
            return Ok(());
        }
        let is_new = |one: &std::io::Result<_>| one.as_ref().is_err_and(|why| why.kind() == ErrorKind::NotFound);
        let mut ready = if are_apart && found.iter().all(is_new) {
            // No link leads away from what is not there, and there is nothing to keep of it.
            let new = |(path, bytes): &(String, Vec<u8>)| {
                prepare(PathBuf::from(path), None, bytes).map_err(|error| cannot_write(path, &error))
            };
            self.files.iter().map(new).collect::<Result<Vec<_>, _>>()?
        } else {
            self.prepare_over(inputs)?
        };
        for file in &mut ready {
            file.take_name().map_err(|error| cannot_write(&file.target.to_string_lossy(), &error))?;
        }
        Ok(())
    }

    /// Prepares files that may take the places of others. Devices are written to.
    fn prepare_over(&self, inputs: &[&str]) -> Result<Vec<Ready>, String> {
        let mut folders = Folders::default();
        let of_input = |input: &&str| Some((folders.real(input).ok()?, format!("the input `{input}`")));
        let mut taken: Vec<(PathBuf, String)> = inputs.iter().filter_map(of_input).collect();
        let (mut ready, mut devices) = (Vec::new(), Vec::new());
        for (path, bytes) in &self.files {
            // Asked by the path as it is: links such as `/dev/stdout` may lead to what has no name.
            let old = std::fs::metadata(path).ok();
            if old.as_ref().is_some_and(|meta| !meta.is_file()) {
                devices.push((path, bytes));
                continue;
            }
            let target = folders.real(path).map_err(|error| cannot_write(path, &error))?;
            if let Some((_, what)) = taken.iter().find(|row| row.0 == target) {
                return Err(format!("cannot write `{path}`: {what} is the same file"));
            }
            taken.push((target.clone(), format!("the output `{path}`")));
            ready.push(prepare(target, old.as_ref(), bytes).map_err(|error| cannot_write(path, &error))?);
        }
        for (path, bytes) in devices {
            std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))?;
        }
        Ok(ready)
    }

    /// Whether each has a name that no other and no input has: only links could make them the same file.
    fn are_apart(&self, inputs: &[&str]) -> bool {
        let name = |path: &str| Path::new(path).file_name().map(ToOwned::to_owned);
        let mut names: Vec<_> = inputs.iter().map(|path| name(path)).collect();
        self.files.iter().all(|(path, _)| {
            let name = name(path);
            let is_own = name.is_some() && !names.contains(&name);
            names.push(name);
            is_own
        })
    }

    /// Whether all are there with their bytes, none by a link; if so, they are as new.
    fn are_there(&self, found: &[std::io::Result<Metadata>]) -> bool {
        let mut there = Vec::with_capacity(self.files.len());
        for ((path, bytes), found) in self.files.iter().zip(found) {
            match found.as_ref().ok().and_then(|meta| open_if_same(Path::new(path), meta, bytes)) {
                Some(file) => there.push(file),
                None => return false,
            }
        }
        let now = SystemTime::now();
        there.iter().all(|file| file.set_modified(now).is_ok())
    }
}

/// A plain file that holds these bytes.
fn open_if_same(path: &Path, meta: &Metadata, bytes: &[u8]) -> Option<File> {
    if !meta.is_file() || is_shared(meta) || meta.len() != bytes.len() as u64 {
        return None;
    }
    let mut file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    let mut found = vec![0; bytes.len()];
    file.read_exact(&mut found).ok()?;
    (found == bytes).then_some(file)
}

/// Writes one file, as [`Outputs`] does, or to standard output.
pub fn write_output(path: &str, bytes: &[u8]) -> Result<(), String> {
    if path == STANDARD_OUTPUT {
        return print_bytes(bytes);
    }
    let mut outputs = Outputs::default();
    outputs.add(path, bytes);
    outputs.write(&[])
}

fn cannot_write(path: &str, error: &std::io::Error) -> String {
    format!("cannot write `{path}`: {error}")
}

/// The canonical names of folders, each resolved once.
#[derive(Default)]
pub struct Folders {
    known: Vec<(PathBuf, PathBuf)>,
    /// Folders whose file system was asked whether case counts.
    cases: HashMap<PathBuf, bool>,
}

impl Folders {
    /// The file that a path means in the end: links are followed, also to a file that is not there yet.
    pub fn real(&mut self, path: &str) -> std::io::Result<PathBuf> {
        let mut path = PathBuf::from(path);
        // More links than this lead in a circle, which opening the file will show.
        for _ in 0..40 {
            match std::fs::read_link(&path) {
                Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
                Err(_) => break,
            }
        }
        let name = path.file_name().ok_or_else(|| std::io::Error::other("no file name"))?.to_owned();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Some((_, real)) = self.known.iter().find(|row| row.0 == folder) {
            return Ok(real.join(name));
        }
        let real = folder.canonicalize()?;
        let file = real.join(name);
        self.known.push((folder.to_owned(), real));
        Ok(file)
    }

    /// The same for telling files apart: in a folder where case does not count, one spelling stands for all.
    pub fn identity(&mut self, path: &str) -> PathBuf {
        let Ok(real) = self.real(path) else { return PathBuf::from(path) };
        let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else { return real };
        let folder = folder.to_owned();
        let ignores_case = *self.cases.entry(folder.clone()).or_insert_with(|| ignores_case(&folder));
        if ignores_case { folder.join(name.to_string_lossy().to_lowercase()) } else { real }
    }
}

/// Whether a folder follows another spelling too, in the folder that it is in.
fn ignores_case(folder: &Path) -> bool {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let other: String = name.chars().map(swap).collect();
    other != name && is_same_file(folder, &folder.with_file_name(other))
}

#[cfg(unix)]
fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |path: &Path| std::fs::metadata(path).map(|meta| (meta.dev(), meta.ino())).ok();
    id(one).is_some() && id(one) == id(other)
}

#[cfg(not(unix))]
fn is_same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Writes the bytes beside the place where they are to be, which `old` may be at.
fn prepare(target: PathBuf, old: Option<&Metadata>, bytes: &[u8]) -> std::io::Result<Ready> {
    let (temporary, file) = create_beside(&target)?;
    let is_shared = old.is_some_and(is_shared);
    let mut ready = Ready { temporary, target, file, is_shared, has_name: false };
    ready.file.write_all(bytes)?;
    if let Some(old) = old {
        ready.file.set_permissions(old.permissions())?;
    }
    Ok(ready)
}

/// Whether other names lead to the same file.
#[cfg(unix)]
fn is_shared(meta: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    meta.nlink() > 1
}

#[cfg(not(unix))]
fn is_shared(_: &Metadata) -> bool {
    false
}

impl Ready {
    fn take_name(&mut self) -> std::io::Result<()> {
        if self.is_shared {
            return std::fs::copy(&self.temporary, &self.target).map(drop);
        }
        std::fs::rename(&self.temporary, &self.target)?;
        self.has_name = true;
        Ok(())
    }
}

impl Drop for Ready {
    fn drop(&mut self) {
        // One that cannot be removed is nothing to stop for.
        if !self.has_name {
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}
