//! Reads the files of shaders: texts in any encoding that editors write, and included files.
//!
//! Invariant: a file that was included once is in memory from then on, by one name, so that both compilers find the same text
//! there and neither waits for a disk while it is measured.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use hlslc::{IncludeResolver, IncludedFile};

/// The text of a file. UTF-16 is recognised by its mark; bytes that are no UTF-8 stand for what they are in Latin-1.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text_of(bytes))
}

fn text_of(bytes: Vec<u8>) -> String {
    let wide = |of: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| of([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => wide(u16::from_le_bytes),
        Some([0xfe, 0xff]) => wide(u16::from_be_bytes),
        _ => match String::from_utf8(bytes) {
            Ok(text) => text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text),
            Err(error) => error.into_bytes().iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

/// The text of a file named in another, if it lies beside that.
pub fn beside(file: &Path, name: &str) -> Option<String> {
    let path = file.parent().unwrap_or(Path::new("")).join(name.replace('\\', "/"));
    read_text(&path).ok()
}

/// Finds what sources include, beside them and in folders, and keeps it.
pub struct Includes {
    folders: Vec<PathBuf>,
    /// What was found and what was not, by its path without detours.
    known: RefCell<BTreeMap<String, Option<String>>>,
}

impl Includes {
    /// With folders to search, as `-I` names them.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, known: RefCell::default() }
    }

    /// All that was found so far.
    pub fn files(&self) -> BTreeMap<String, String> {
        let known = self.known.borrow();
        known.iter().filter_map(|(path, text)| Some((path.clone(), text.clone()?))).collect()
    }
}

impl IncludeResolver for Includes {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        let path = path.replace('\\', "/");
        let beside = Path::new(from).parent().unwrap_or(Path::new(""));
        let mut places: Vec<&Path> = self.folders.iter().map(PathBuf::as_path).collect();
        places.insert(if angled { places.len() } else { 0 }, beside);
        let mut known = self.known.borrow_mut();
        for place in places {
            let name = direct(&place.join(&path));
            if !known.contains_key(&name) {
                let file = Path::new(&name);
                let text = if file.is_file() { Some(read_text(file)?) } else { None };
                known.insert(name.clone(), text);
            }
            if let Some(Some(text)) = known.get(&name) {
                return Ok(Some(IncludedFile { bytes: text.clone().into_bytes(), name }));
            }
        }
        Ok(None)
    }
}

/// A path without `.` and, where that is safe, without `..`.
fn direct(path: &Path) -> String {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<PathBuf>().to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_their_encoding() {
        assert_eq!(text_of(b"\xff\xfea\0b\0".to_vec()), "ab");
        assert_eq!(text_of(b"\xef\xbb\xbfab".to_vec()), "ab");
        assert_eq!(text_of(b"a\xe9".to_vec()), "a\u{e9}");
    }

    #[test]
    fn paths_are_direct() {
        assert_eq!(direct(Path::new("./a/../b/./c.h")), "b/c.h");
        assert_eq!(direct(Path::new("../a.h")), "../a.h");
    }
}
