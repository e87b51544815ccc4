//! Finds the cases: one `.hlsl` file each, in the folders under `cases/`, and the examples at the workspace's root.

use std::fs;
use std::path::{Path, PathBuf};

use crate::case::Case;

/// The folders of the suite in the order of reports: the name in reports, and the path from this crate.
const FOLDERS: [(&str, &str); 18] = [
    ("examples", "../examples"),
    ("compute", "cases/compute"),
    ("graphics", "cases/graphics"),
    ("geometry", "cases/geometry"),
    ("tessellation", "cases/tessellation"),
    ("mesh", "cases/mesh"),
    ("exec", "cases/exec"),
    ("draw", "cases/draw"),
    ("operations", "cases/operations"),
    ("spirv", "cases/spirv"),
    ("rays", "cases/rays"),
    ("libraries", "cases/libraries"),
    ("nodes", "cases/nodes"),
    ("long_vectors", "cases/long_vectors"),
    ("reordering", "cases/reordering"),
    ("vectors_run", "cases/vectors_run"),
    ("today", "cases/today"),
    ("faults_of_others", "cases/faults_of_others"),
];

/// A case and where it stands in the suite.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The folder it lies in.
    pub folder: String,
    /// The case, or why its file is none.
    pub case: Result<Case, String>,
    /// The file's name without its extension.
    pub name: String,
    /// The file.
    pub file: PathBuf,
}

/// All cases of a folder, by name.
fn cases(folder: &str, path: &str) -> Result<Vec<Entry>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&path)
        .map_err(unreadable)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "hlsl"));
    files.sort();
    Ok(files.iter().map(|file| entry(folder, file)).collect())
}

/// All cases of the suite.
pub fn all() -> Result<Vec<Entry>, String> {
    let folders = FOLDERS.iter().map(|(folder, path)| cases(folder, path)).collect::<Result<Vec<_>, _>>()?;
    Ok(folders.into_iter().flatten().collect())
}

fn entry(folder: &str, file: &Path) -> Entry {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let case = fs::read_to_string(file)
        .map_err(|error| format!("{}: {error}", file.display()))
        .and_then(|source| Case::parse(&name, &source).map_err(|errors| faults(file, &errors)));
    Entry { folder: folder.to_owned(), case, name, file: file.to_owned() }
}

fn faults(file: &Path, errors: &[crate::case::CaseError]) -> String {
    let lines: Vec<String> = errors.iter().map(|error| format!("{}: {error}", file.display())).collect();
    lines.join("\n")
}
