//! Runs the command: a folder for its files, its exit code and what it prints.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own for a test, removed afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hlslc-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
        std::fs::write(&path, bytes).expect("a temporary file");
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// Runs the command in the folder.
    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        let output = command.args(args).current_dir(&self.0).output().expect("the command runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ran = Ran {
            code: output.status.code().expect("it ends by itself"),
            out: text(&output.stdout),
            stderr: text(&output.stderr),
        };
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        ran
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What remains would be in the temporary folder; nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What came of the command.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub stderr: String,
}

/// Exit code and standard error.
pub fn run(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hlslc")).args(args).output().expect("the command runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!text.contains("panicked"), "{text}");
    (output.status.code().expect("it ends by itself"), text)
}

pub fn path(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}
