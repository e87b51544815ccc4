//! Fills the files for package managers: `cargo xtask ports DIST OUT [--rehearsal]`.
//!
//! In: the templates of `packaging/ports` and a folder that `cargo xtask release` made. Out: the files with the version and the checksums of
//! that release. A file that the release lacks is an error; for a rehearsal on one system its checksum is zeros, and it is named.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256, Sha512};

use crate::workspace;

/// The folder of the templates.
const TEMPLATES: &str = "packaging/ports";

/// A checksum that a template asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    Sha256,
    Sha512,
}

impl Sum {
    /// The beginning of its placeholder, and the letters of its text.
    const ALL: [(Self, &'static str, usize); 2] = [(Self::Sha256, "@SHA256:", 64), (Self::Sha512, "@SHA512:", 128)];

    fn of(self, bytes: &[u8]) -> String {
        match self {
            Self::Sha256 => hex(&Sha256::digest(bytes)),
            Self::Sha512 => hex(&Sha512::digest(bytes)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A file of a release: its bytes, nothing if a rehearsal lacks it, or why it cannot be had.
type Found = Result<Option<Vec<u8>>, String>;

/// A template with its values. `file` gives the bytes of a file of the release.
fn fill(template: &str, version: &str, file: &mut dyn FnMut(&str) -> Found) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = template;
    loop {
        let next = Sum::ALL.iter().filter_map(|row| Some((rest.find(row.1)?, row))).min_by_key(|found| found.0);
        let Some((at, (sum, start, letters))) = next else { break };
        let (name, after) = rest[at + start.len()..].split_once('@').ok_or("a placeholder has no end")?;
        let name = name.replace("VERSION", version);
        out.push_str(&rest[..at]);
        match file(&name)? {
            Some(bytes) => out.push_str(&sum.of(&bytes)),
            None => out.extend(std::iter::repeat_n('0', *letters)),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out.replace("@VERSION@", version))
}

/// The templates by their paths below the folder.
fn templates() -> Result<BTreeMap<String, String>, String> {
    let root = workspace().join(TEMPLATES);
    let (mut found, mut folders) = (BTreeMap::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(root.join(&folder)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(entry.path()).map_err(|error| format!("{}: {error}", path.display()))?;
                found.insert(path.to_string_lossy().replace('\\', "/"), text);
            }
        }
    }
    // About the templates, not one.
    found.remove("README.md");
    Ok(found)
}

/// Fills all templates, and says what was done.
pub fn ports(args: &[String]) -> Result<String, String> {
    let (options, folders): (Vec<&String>, Vec<&String>) = args.iter().partition(|word| word.starts_with("--"));
    let is_rehearsal = options.iter().any(|word| *word == "--rehearsal");
    let ([dist, out], true) = (&folders[..], options.len() == usize::from(is_rehearsal)) else {
        return Err("usage: cargo xtask ports DIST OUT [--rehearsal]".to_owned());
    };
    let (dist, out) = (Path::new(dist), Path::new(out));
    let (mut missing, mut count) = (Vec::new(), 0);
    for (path, template) in templates()? {
        let text = fill(&template, env!("CARGO_PKG_VERSION"), &mut |name| match fs::read(dist.join(name)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) if is_rehearsal => {
                missing.push(name.to_owned());
                Ok(None)
            }
            Err(error) => Err(format!("{path} needs {}: {error}", dist.join(name).display())),
        })?;
        let to = out.join(&path);
        let folder = to.parent().unwrap_or(out);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::write(&to, text).map_err(|error| format!("{}: {error}", to.display()))?;
        count += 1;
    }
    missing.sort();
    missing.dedup();
    let mut said = format!("{count} files in {}", out.display());
    for name in &missing {
        let _ = write!(said, "\nzeros for {name}, which is not there");
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_files() {
        let text = fill("v@VERSION@ @SHA256:a-VERSION.zip@ @", "1.2.3", &mut |name| {
            assert_eq!(name, "a-1.2.3.zip");
            Ok(Some(b"abc".to_vec()))
        });
        let wanted = "v1.2.3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad @";
        assert_eq!(text.as_deref(), Ok(wanted));
        assert!(fill("@SHA512:a", "1", &mut |_| Ok(None)).is_err());
        assert!(fill("@SHA512:a@", "1", &mut |_| Err("gone".to_owned())).is_err_and(|error| error == "gone"));
    }

    /// Every file that a port fetches is of a system that the workflow of releases builds for, and nothing is left to fill.
    #[test]
    fn ports_fetch_what_a_release_has() {
        let workflow = fs::read_to_string(workspace().join(".github/workflows/release.yml")).expect("the workflow");
        let targets: Vec<&str> =
            workflow.lines().filter_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("target: ")).collect();
        assert!(targets.len() > 4, "{targets:?}");
        let templates = templates().expect("they can be read");
        let mut fetched = 0;
        for (path, template) in &templates {
            let text = fill(template, "9.8.7", &mut |name| {
                let (name, ending) = name
                    .strip_suffix(".zip")
                    .map_or_else(|| (name.strip_suffix(".tar.gz").unwrap_or_default(), "tar.gz"), |name| (name, "zip"));
                let target = name.strip_prefix("hlslc-c-9.8.7-").or_else(|| name.strip_prefix("hlslc-9.8.7-"));
                assert!(target.is_some_and(|target| targets.contains(&target)), "{path}: {name}");
                assert_eq!(ending == "zip", name.contains("windows"), "{path}: {name}.{ending}");
                fetched += 1;
                Ok(None)
            });
            let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(!text.contains("@VERSION") && !text.contains("@SHA"), "{path}");
            // An address has the name of a file whose checksum is there as well, so versions and names agree.
            for address in text.split("releases/download/").skip(1) {
                assert!(address.starts_with("v9.8.7"), "{path}: {address:.40}");
            }
        }
        assert!(fetched > 20, "{fetched}");
        let vcpkg = &templates["vcpkg/hlslc/vcpkg.json"];
        assert!(serde_json::from_str::<serde_json::Value>(vcpkg).is_ok_and(|json| json["name"] == "hlslc"));
    }
}
