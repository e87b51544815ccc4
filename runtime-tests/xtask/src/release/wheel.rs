//! Writes wheels for Python: the binary distribution format of PEP 427, with the program as a script.
//!
//! The module asks the program (`hlslc serve`) rather than a shared library: one static file serves every Linux, a fault of the
//! compiler does not end the interpreter, and `hlslc.run` needs the program's interpreter of shaders.

use std::fmt::Write as _;
use std::fs;

use super::Facts;
use super::facts::{NAME, SUMMARY};
use super::pack::{Tree, sha256_base64, zip};

/// The files of the module, in `packaging/python/hlslc`.
const FILES: [&str; 5] = ["__init__.py", "__main__.py", "_program.py", "_server.py", "py.typed"];

/// The name and the bytes of a wheel for a platform tag.
pub fn wheel(facts: &Facts, tag: &str, program: (&str, &[u8])) -> Result<(String, Vec<u8>), String> {
    let version = version(&facts.version);
    let info = format!("{NAME}-{version}.dist-info");
    let mut tree = Tree::default();
    for name in FILES {
        let path = facts.root.join("packaging/python/hlslc").join(name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        tree = tree.file(&format!("{NAME}/{name}"), text.replace("@VERSION@", &facts.version));
    }
    tree = tree.program(&format!("{NAME}-{version}.data/scripts/{}", program.0), program.1);
    let readme = facts.root.join("packaging/python/README.md");
    let readme = fs::read_to_string(&readme).map_err(|error| format!("{}: {error}", readme.display()))?;
    let metadata = format!(
        "Metadata-Version: 2.4\nName: {NAME}\nVersion: {version}\nSummary: {SUMMARY}\nLicense-Expression: MIT OR Apache-2.0\n\
         License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nLicense-File: THIRD-PARTY.txt\nProject-URL: Source, {}\n\
         Classifier: Programming Language :: Python :: 3\nClassifier: Topic :: Software Development :: Compilers\nClassifier: Typing :: Typed\n\
         Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n{readme}",
        facts.repository
    );
    let mut wheel = format!("Wheel-Version: 1.0\nGenerator: hlslc ({})\nRoot-Is-Purelib: false\n", facts.version);
    for platform in tag.split('.') {
        let _ = writeln!(wheel, "Tag: py3-none-{platform}");
    }
    tree = tree.file(&format!("{info}/METADATA"), metadata).file(&format!("{info}/WHEEL"), wheel);
    for (name, text) in
        facts.licences.iter().map(|row| (row.0, &row.1)).chain([("THIRD-PARTY.txt", &facts.third_party)])
    {
        tree = tree.file(&format!("{info}/licenses/{name}"), text.as_str());
    }
    let mut record = String::new();
    for (path, bytes, _) in tree.files()? {
        let _ = writeln!(record, "{path},sha256={},{}", sha256_base64(bytes), bytes.len());
    }
    let _ = writeln!(record, "{info}/RECORD,,");
    let tree = tree.file(&format!("{info}/RECORD"), record);
    Ok((format!("{NAME}-{version}-py3-none-{tag}.whl"), zip(&tree, facts.time)?))
}

/// A version as PEP 440 writes it.
fn version(version: &str) -> String {
    let Some((release, pre)) = version.split_once('-') else { return version.to_owned() };
    let pre = pre.replace("alpha", "a").replace("beta", "b").replace(['.', '-'], "");
    format!("{release}{pre}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_python() {
        assert_eq!(["1.2.3", "1.2.3-rc.1", "1.2.3-alpha.2"].map(version), ["1.2.3", "1.2.3rc1", "1.2.3a2"]);
    }

    #[test]
    fn the_record_lists_every_file_and_itself_without_a_sum() {
        let facts = crate::release::artefacts::tests::facts();
        let (name, made) = wheel(&facts, "any_a.any_b", ("hlslc", b"program")).unwrap();
        assert_eq!(name, "hlslc-0.0.1-py3-none-any_a.any_b.whl");
        // Names stand in the archive as they are, once before the file and once in the list at the end.
        let text = String::from_utf8_lossy(&made);
        for path in
            ["hlslc/__init__.py", "hlslc/py.typed", "hlslc-0.0.1.data/scripts/hlslc", "hlslc-0.0.1.dist-info/RECORD"]
        {
            assert_eq!(text.matches(path).count(), 2, "{path}");
        }
        assert_eq!(made, wheel(&facts, "any_a.any_b", ("hlslc", b"program")).unwrap().1);
    }
}
