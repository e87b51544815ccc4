//! Files that a run writes: all of them, whole, or none.
//!
//! In: paths and bytes, and the paths that were read. Each file is written beside its place first; only when all are on
//! the disk do they take their names. What stands there already keeps its permissions, its other names (hard links) and
//! the links that lead to it. Devices and pipes are written to as they are.

use std::io::Write;
use std::path::{Path, PathBuf};

/// What a run is going to write.
#[derive(Default)]
pub struct Outputs {
    files: Vec<(String, Vec<u8>)>,
}

/// A file that is written, but does not have its name yet; dropped, it is taken back.
struct Ready {
    temporary: PathBuf,
    target: PathBuf,
    /// Other names lead to the same file, so that it must be written into.
    is_shared: bool,
}

impl Outputs {
    /// One more file.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.push((path.into(), bytes.into()));
    }

    /// The files, in the order they came.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// Writes all. None may be one of `inputs`, nor may two be the same.
    pub fn write(self, inputs: &[&str]) -> Result<(), String> {
        let mut taken: Vec<(PathBuf, String)> =
            inputs.iter().filter_map(|input| Some((real(input).ok()?, format!("the input `{input}`")))).collect();
        let mut ready = Vec::new();
        for (path, bytes) in &self.files {
            let target = real(path).map_err(|error| cannot_write(path, &error))?;
            if is_device(&target) {
                continue;
            }
            if let Some((_, what)) = taken.iter().find(|row| row.0 == target) {
                return Err(format!("cannot write `{path}`: {what} is the same file"));
            }
            taken.push((target.clone(), format!("the output `{path}`")));
            ready.push(prepare(target, bytes).map_err(|error| cannot_write(path, &error))?);
        }
        for (path, bytes) in &self.files {
            if is_device(Path::new(path)) {
                std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))?;
            }
        }
        for file in &ready {
            file.take_name().map_err(|error| cannot_write(&file.target.to_string_lossy(), &error))?;
        }
        Ok(())
    }
}

/// Writes one file, as [`Outputs`] does.
pub fn write_output(path: &str, bytes: &[u8]) -> Result<(), String> {
    let mut outputs = Outputs::default();
    outputs.add(path, bytes);
    outputs.write(&[])
}

/// Whether it cannot be replaced, only written to.
fn is_device(target: &Path) -> bool {
    std::fs::metadata(target).is_ok_and(|meta| !meta.is_file())
}

fn cannot_write(path: &str, error: &std::io::Error) -> String {
    format!("cannot write `{path}`: {error}")
}

/// The file that a path means in the end: links are followed, also to a file that is not there yet.
fn real(path: &str) -> std::io::Result<PathBuf> {
    let mut path = PathBuf::from(path);
    // More links than this lead in a circle, which opening the file will tell.
    for _ in 0..40 {
        match std::fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => break,
        }
    }
    let name = path.file_name().ok_or_else(|| std::io::Error::other("no file name"))?.to_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize()?.join(name))
}

/// Writes the bytes beside the place where they are to be.
fn prepare(target: PathBuf, bytes: &[u8]) -> std::io::Result<Ready> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let file = Ready { temporary: target.with_file_name(name), is_shared: is_shared(&target), target };
    let mut out = std::fs::File::create(&file.temporary)?;
    out.write_all(bytes)?;
    if let Ok(old) = std::fs::metadata(&file.target) {
        out.set_permissions(old.permissions())?;
    }
    Ok(file)
}

#[cfg(unix)]
fn is_shared(target: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(target).is_ok_and(|meta| meta.nlink() > 1)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

impl Ready {
    fn take_name(&self) -> std::io::Result<()> {
        if !self.is_shared {
            return std::fs::rename(&self.temporary, &self.target);
        }
        std::fs::copy(&self.temporary, &self.target).map(drop)
    }
}

impl Drop for Ready {
    fn drop(&mut self) {
        // It has its name by now, or is taken back; one that cannot be removed is nothing to stop for.
        let _ = std::fs::remove_file(&self.temporary);
    }
}
