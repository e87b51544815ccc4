//! Collects what every artefact says: version, time, texts.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::workspace;

use super::plan::Plan;
use super::products::{Built, Kind};
use super::{licences, registry};

/// The name of the project in packages.
pub const NAME: &str = "hlslc";

/// What it is, in a line.
pub const SUMMARY: &str = "Shader compiler: HLSL to DXIL and SPIR-V";

/// Who answers for packages that name someone.
pub const MAINTAINER: &str = "The hlslc authors <hlslc@users.noreply.github.com>";

/// Facts of a release.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The version.
    pub version: String,
    /// Seconds after 1 January 1970, of all files: `SOURCE_DATE_EPOCH`, or the time of the commit.
    pub time: u64,
    /// Where the project is.
    pub repository: String,
    /// The two licences, by their file names.
    pub licences: Vec<(&'static str, String)>,
    /// The licences of all that is linked.
    pub third_party: String,
    /// What is linked, as `cargo metadata` says it, and the checksums of the lock file.
    pub metadata: Value,
    /// The lock file.
    pub lock: String,
    /// `README.md`.
    pub readme: String,
    /// `CHANGELOG.md`.
    pub changelog: String,
    /// The manual page.
    pub manual: String,
    /// Completions by the names of their shells.
    pub completions: Vec<(&'static str, String)>,
    /// The root of the source.
    pub root: std::path::PathBuf,
    /// The counts that programs were laid out by.
    pub counts: Option<Vec<u8>>,
}

impl Facts {
    /// The facts of this checkout, but for what the program says about itself.
    pub fn of_checkout(plan: &Plan) -> Result<Self, String> {
        let root = workspace();
        let metadata = registry::metadata()?;
        let package = registry::packages(&metadata).find(|package| package["name"] == NAME);
        let package = package.ok_or("cargo metadata does not know the command")?;
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let version = text("version");
        plan.check_version(&version)?;
        let read = |name: &str| {
            let path = root.join(name);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        Ok(Self {
            time: time(&root)?,
            repository: text("repository"),
            licences: vec![("LICENSE-APACHE", read("LICENSE-APACHE")?), ("LICENSE-MIT", read("LICENSE-MIT")?)],
            third_party: licences::texts(&metadata)?,
            lock: read("Cargo.lock")?,
            readme: read("README.md")?,
            changelog: read("CHANGELOG.md")?,
            manual: String::new(),
            completions: Vec::new(),
            counts: None,
            metadata,
            version,
            root,
        })
    }

    /// With what a program says about itself: one of those that were built, or one that is built for it.
    pub fn ask_program(&mut self, built: &Built) -> Result<(), String> {
        let folder = std::env::temp_dir().join(format!("hlslc-release-{}", std::process::id()));
        let program = built.of(Kind::Program).find(|(target, _)| target.runs_here());
        let (program, words) = match program {
            Some((_, files)) => {
                let (name, bytes) = &files[0];
                super::pack::Tree::default().program(name, bytes.as_slice()).write(&folder)?;
                (folder.join(name), Vec::new())
            }
            None => {
                let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
                (cargo.into(), vec!["run", "--quiet", "--locked", "--package", "hlslc", "--"])
            }
        };
        let root = self.root.clone();
        let say = |more: &[&str]| output(Command::new(&program).args(&words).args(more).current_dir(&root));
        self.manual = say(&["man"])?;
        for shell in ["bash", "zsh", "fish", "powershell"] {
            self.completions.push((shell, say(&["completions", shell])?));
        }
        // What cannot be removed stays in the system's folder for such files.
        let _ = fs::remove_dir_all(&folder);
        Ok(())
    }

    /// The completions for a shell.
    pub fn completion(&self, shell: &str) -> &str {
        self.completions.iter().find(|row| row.0 == shell).map_or("", |row| &row.1)
    }
}

/// The time of the files: what `SOURCE_DATE_EPOCH` says, or that of the commit.
fn time(root: &Path) -> Result<u64, String> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root))
            .map_err(|why| format!("no commit gives the time of the files; set SOURCE_DATE_EPOCH ({why})"))?,
    };
    text.trim().parse().map_err(|_| format!("`{}` is no time in seconds", text.trim()))
}

/// What a command prints.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}
