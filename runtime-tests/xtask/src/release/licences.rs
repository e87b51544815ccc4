//! Collects the licences of all that is linked into what is given out.
//!
//! In: the packages, whose sources Cargo has unpacked. Out: one text. A package without a file of its licence is named with what its
//! manifest says.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::registry::linked;

/// The beginnings of names of such files, in small letters.
const NAMES: [&str; 5] = ["licen", "copying", "unlicense", "notice", "copyright"];

/// The text.
pub fn texts(metadata: &Value) -> Result<String, String> {
    let mut heads = String::new();
    // Many packages have the same text: each text is there once, after the names of all that have it.
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut packages: Vec<&Value> = linked(metadata).into_values().map(|row| row.package).collect();
    packages.retain(|package| !package["source"].is_null());
    packages.sort_by_key(|package| (package["name"].to_string(), package["version"].to_string()));
    for package in packages {
        let text = |key: &str| package[key].as_str().unwrap_or("");
        let name = format!("{} {}", text("name"), text("version"));
        let _ = writeln!(heads, "  {name}: {}", text("license"));
        let folder = Path::new(text("manifest_path")).parent().ok_or("a manifest lies in a folder")?;
        let found = files(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if found.is_empty() {
            let authors = package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let authors = authors.collect::<Vec<_>>().join(", ");
            let by = if authors.is_empty() { String::new() } else { format!(", by {authors}") };
            let said = format!("The package has no file of its licence. Its manifest says: {}{by}.", text("license"));
            by_text.entry(said).or_default().push(name.clone());
        }
        for text in found {
            by_text.entry(text).or_default().push(name.clone());
        }
    }
    // In the order of the first package that has it.
    let mut texts: Vec<(Vec<String>, String)> = by_text.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    let mut out = format!(
        "hlslc is under MIT or Apache-2.0. It is linked with Rust's standard library (MIT or Apache-2.0), programs for Linux also with musl\n\
         (MIT, copyright 2005-2020 Rich Felker and others), and with these packages:\n\n{heads}"
    );
    for (names, text) in texts {
        let _ = write!(out, "\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    Ok(out)
}

/// The texts in a folder, in the order of their names, without blanks at the ends of lines.
fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        NAMES.iter().any(|start| name.starts_with(start)) && path.extension().is_none_or(|end| end != "rs")
    });
    paths.sort();
    let text = |path: &std::path::PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Ok(lines.join("\n").trim_matches('\n').to_owned())
    };
    paths.iter().map(text).collect()
}
