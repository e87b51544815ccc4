//! Makes files that get their names once they are complete, and removes those that killed processes have left.
//!
//! Input: the path that a file is to have. Output: an open file in the same folder, with a name that cannot be predicted and a lock.
//! Invariant: a process holds the lock of each of its temporary files until the file has its name or is removed, and the system releases
//! it when the process ends. So one that can be locked has no owner. On a file system without locks nothing is removed.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

const PREFIX: &str = ".hlslc-";
const SUFFIX: &str = ".tmp";
/// Digits of the number between the two.
const DIGITS: usize = 16;
/// The most names that are tried.
const TRIES: u32 = 8;

/// A new file beside `target`, for reading and writing: another file, or a link that another program has put there, is never opened.
pub fn create_beside(target: &Path) -> Result<(PathBuf, File)> {
    let mut tries = 0;
    loop {
        // Each of these has random keys.
        let number = RandomState::new().hash_one(target);
        let path = target.with_file_name(format!("{PREFIX}{number:0DIGITS$x}{SUFFIX}"));
        tries += 1;
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < TRIES => {}
            Ok(file) if !is_owned(&file, &path) && tries < TRIES => {}
            made => return made.map(|file| (path, file)),
        }
    }
}

/// Takes the lock of a file that was just made. Returns whether it is still there. Another process may have found it before it was locked.
fn is_owned(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_there(file, path),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

#[cfg(unix)]
fn is_there(file: &File, _: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.metadata().is_ok_and(|meta| meta.nlink() > 0)
}

#[cfg(not(unix))]
fn is_there(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes the temporary files in a folder whose processes have ended. One that cannot be removed is nothing to stop for.
pub fn remove_left_in(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = is_temporary(&entry.file_name()) && entry.file_type().is_ok_and(|kind| kind.is_file());
        // The lock is held until the file is gone: its maker, if there is one after all, takes another name.
        if is_ours
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    number.is_some_and(|number| number.len() == DIGITS && number.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_new_and_go_with_their_processes() {
        let folder = std::env::temp_dir().join(format!("hlslc-temporary-unit-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        let target = folder.join("a.dxo");
        let mut made: Vec<(PathBuf, File)> = (0..64).map(|_| create_beside(&target).expect("it can be made")).collect();
        for (at, (path, _)) in made.iter().enumerate() {
            let is_new = made[..at].iter().all(|other| other.0 != *path);
            assert!(path.is_file() && path.parent() == Some(&folder) && is_new, "{path:?}");
            assert!(!path.to_string_lossy().ends_with(&format!("{}.tmp", std::process::id())), "{path:?}");
        }
        let own = [".hlslc-0123456789abcdef", ".hlslc-0.tmp", "a.tmp", ".hlslc-0123456789abcdeg.tmp"].map(|name| {
            std::fs::write(folder.join(name), "x").expect("it can be written");
            folder.join(name)
        });
        // Files that are open belong to someone; what is closed was left.
        let closed = made.split_off(32);
        let closed: Vec<PathBuf> = closed.into_iter().map(|(path, _)| path).collect();
        remove_left_in(&folder);
        assert!(made.iter().all(|(path, _)| path.is_file()) && own.iter().all(|path| path.is_file()));
        assert!(closed.iter().all(|path| !path.exists()));
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
