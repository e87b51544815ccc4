//! Reads sources and headers: each once, however many command lines of one run use it.
//!
//! Input: paths. Output: their bytes, and their hash for the cache, which is computed on demand. Missing files are
//! remembered, too: headers are looked up in many folders. Files that a run writes are read again by later ones. One reader
//! serves all threads.

use hlslc::{IncludeResolver, IncludedFile};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Larger inputs are rejected before they are read into memory.
const INPUT_LIMIT: u64 = 128 << 20;

/// Once this many bytes are kept, what else is read is not.
const KEPT_LIMIT: u64 = 64 << 20;

/// A sum of a text, SHA-256.
pub type Key = [u8; 32];

/// A file that was read.
pub struct Text {
    /// Its path without detours.
    pub name: String,
    pub bytes: Vec<u8>,
    sum: OnceLock<Key>,
}

impl Text {
    pub fn new(name: String, bytes: Vec<u8>) -> Self {
        Self { name, bytes, sum: OnceLock::new() }
    }

    /// The sum of its bytes.
    pub fn sum(&self) -> Key {
        *self.sum.get_or_init(|| Sha256::digest(&self.bytes).into())
    }
}

/// The file at a path, if there is one.
#[derive(Clone)]
struct Found(Option<Arc<Text>>);

/// The files at the paths that end in one name.
type OfOneName = HashMap<String, Found>;

/// Reads files, each once.
#[derive(Default)]
pub struct Reader {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_name: HashMap<String, OfOneName>,
    bytes: u64,
}

/// The last part of a path.
fn last_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Reader {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // What is in it is whole between any two steps.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, path: &str) -> Option<Found> {
        self.kept().by_name.get(last_name(path))?.get(path).cloned()
    }

    fn keep(&self, path: &str, found: Found) {
        let mut kept = self.kept();
        let size = found.0.as_ref().map_or(0, |text| text.bytes.len()) + path.len();
        kept.bytes += size as u64;
        if kept.bytes <= KEPT_LIMIT {
            kept.by_name.entry(last_name(path).to_owned()).or_default().insert(path.to_owned(), found);
        }
    }

    /// Forgets paths that were written: what they name is not what it was. Other spellings of a path end in the same
    /// name.
    pub fn forget<'a>(&self, written: impl IntoIterator<Item = &'a str>) {
        let mut kept = self.kept();
        for path in written {
            kept.by_name.remove(last_name(path));
        }
    }

    /// The file of this name as it was read, by whatever path, or as it is now.
    pub fn as_read(&self, name: &str) -> Result<Arc<Text>, String> {
        let of_name = |kept: MutexGuard<'_, Kept>| {
            let mut found = kept.by_name.get(last_name(name))?.values().filter_map(|found| found.0.as_ref());
            found.find(|text| text.name == name).cloned()
        };
        of_name(self.kept()).map_or_else(|| self.input(name), Ok)
    }

    /// The paths under which there was no file.
    pub fn missing(&self) -> Vec<String> {
        let kept = self.kept();
        let all = kept.by_name.values().flatten().filter(|(_, found)| found.0.is_none());
        all.map(|(path, _)| path.clone()).collect()
    }

    /// Reads a source, or standard input for `-`.
    pub fn input(&self, path: &str) -> Result<Arc<Text>, String> {
        if path != "-"
            && let Some(Found(Some(text))) = self.known(path)
        {
            return Ok(text);
        }
        let text = Arc::new(Text::new(clean(Path::new(path)), read_input(path)?));
        if path != "-" {
            self.keep(path, Found(Some(text.clone())));
        }
        Ok(text)
    }

    /// A header, if there is such a file.
    fn header(&self, path: &Path) -> Result<Option<Arc<Text>>, String> {
        let name = path.to_string_lossy();
        if let Some(Found(known)) = self.known(&name) {
            return Ok(known);
        }
        let found = match open(path)? {
            Some((mut file, length)) => {
                let bytes = read_whole(&mut file, length).map_err(|error| error.to_string())?;
                Some(Arc::new(Text::new(clean(path), bytes)))
            }
            None => None,
        };
        self.keep(&name, Found(found.clone()));
        Ok(found)
    }
}

/// A header that is there and a file, and its length.
fn open(path: &Path) -> Result<Option<(std::fs::File, usize)>, String> {
    // Pipes are not to be waited for: what it is is asked before it is opened.
    let Ok(meta) = std::fs::metadata(path) else { return Ok(None) };
    if !meta.is_file() {
        return Ok(None);
    }
    if meta.len() > INPUT_LIMIT {
        return Err(format!("larger than {INPUT_LIMIT} bytes"));
    }
    std::fs::File::open(path).map(|file| Some((file, meta.len() as usize))).map_err(|error| error.to_string())
}

/// Reads a file, or standard input for `-`.
pub fn read_input(path: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if path == "-" {
        let input = std::io::stdin().take(INPUT_LIMIT + 1);
        read_all(input, &mut bytes).map_err(|e| format!("standard input: {e}"))?;
        return Ok(bytes);
    }
    let meta = std::fs::metadata(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    if meta.is_dir() {
        return Err(format!("cannot read `{path}`: it is a directory"));
    }
    if meta.len() > INPUT_LIMIT {
        return Err(format!("`{path}` is larger than {INPUT_LIMIT} bytes"));
    }
    let mut file = std::fs::File::open(path).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    if meta.is_file() {
        return read_whole(&mut file, meta.len() as usize).map_err(|e| format!("cannot read `{path}`: {e}"));
    }
    read_all(file.take(INPUT_LIMIT + 1), &mut bytes).map_err(|e| format!("cannot read `{path}`: {e}"))?;
    Ok(bytes)
}

/// Reads a text that may not be longer than this many bytes, whatever kind of file it is: a device need not end.
pub fn read_text_within(path: &str, limit: usize) -> Result<String, String> {
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(limit as u64 + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if text.len() > limit { Err(format!("larger than {limit} bytes")) } else { Ok(text) }
}

/// Reads a file that is so long. One more byte is asked for: if it does not come, the end is seen without another call.
fn read_whole(file: &mut std::fs::File, length: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; length + 1];
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if filled == length {
            break;
        }
    }
    let has_grown = filled > length;
    bytes.truncate(filled);
    if has_grown {
        file.take(INPUT_LIMIT).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads to the end, which must come before the limit: a pipe does not say how long it is.
fn read_all(mut from: impl Read, bytes: &mut Vec<u8>) -> Result<(), String> {
    from.read_to_end(bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > INPUT_LIMIT {
        return Err(format!("larger than {INPUT_LIMIT} bytes"));
    }
    Ok(())
}

/// Finds included files: beside the including file for `"…"`, then in the `-I` folders in order.
pub struct FileIncludes {
    dirs: Vec<PathBuf>,
    reader: Arc<Reader>,
}

impl FileIncludes {
    /// A resolver for the given `-I` folders.
    pub fn new(dirs: &[String], reader: Arc<Reader>) -> Self {
        Self { dirs: dirs.iter().map(PathBuf::from).collect(), reader }
    }

    /// The folders that are looked into.
    fn places<'a>(&'a self, from: &'a str, is_angled: bool) -> impl Iterator<Item = &'a Path> {
        let beside = Path::new(from).parent().unwrap_or(Path::new(""));
        (!is_angled).then_some(beside).into_iter().chain(self.dirs.iter().map(PathBuf::as_path))
    }

    /// The file that an include means, if there is one.
    pub fn find(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<Arc<Text>>, String> {
        let path = path.replace('\\', "/");
        for place in self.places(from, is_angled) {
            if let Some(text) = self.reader.header(&place.join(&path))? {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }
}

impl IncludeResolver for FileIncludes {
    fn resolve(&self, path: &str, from: &str, is_angled: bool) -> Result<Option<IncludedFile>, String> {
        let found = self.find(path, from, is_angled)?;
        Ok(found.map(|text| IncludedFile { name: text.name.clone(), bytes: text.bytes.clone() }))
    }

    fn searched(&self, from: &str, is_angled: bool) -> Option<Vec<String>> {
        let shown = |folder: &Path| if folder.as_os_str().is_empty() { ".".to_owned() } else { clean(folder) };
        Some(self.places(from, is_angled).map(shown).collect())
    }
}

/// The path without `.` and, where that is safe, without `..`, so that one file has one name.
fn clean(path: &Path) -> String {
    use std::path::Component;
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<PathBuf>().to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_anew() {
        let folder = std::env::temp_dir().join(format!("hlslc-reading-unit-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        let path = folder.join("a.hlsli").to_string_lossy().into_owned();
        let reader = Reader::default();
        let is_there = |expected: bool| {
            let found = reader.header(Path::new(&path)).expect("nothing is in the way");
            assert_eq!(found.is_some(), expected);
            found.map_or(Vec::new(), |text| text.bytes.clone())
        };
        is_there(false);
        std::fs::write(&path, "1").expect("it can be written");
        is_there(false);
        reader.forget(["elsewhere/a.hlsli"]);
        assert_eq!(is_there(true), b"1");
        std::fs::write(&path, "2").expect("it can be written");
        assert_eq!(is_there(true), b"1");
        reader.forget([path.as_str()]);
        assert_eq!(is_there(true), b"2");
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
