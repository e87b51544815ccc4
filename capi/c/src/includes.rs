//! Finds included files through the caller's callback, or on disk.
//!
//! Input: the name in a directive, and the file that contains it. Output: the text and path of the file. Paths are tried in sequence:
//! beside the including file, then in each folder of `-I`.

use std::ffi::{CString, c_void};
use std::fs::File;
use std::io::Read as _;

use hlslc::{IncludeResolver, IncludedFile};

use crate::abi::{HLSLC_INCLUDE_FOUND, HLSLC_INCLUDE_NOT_FOUND, HlslcInclude, HlslcIncludeRelease, HlslcIncluded};
use crate::memory;

/// Larger files are not read.
const FILE_LIMIT: u64 = 128 << 20;

/// The source of included files.
#[derive(Clone, Copy)]
pub enum Finder {
    /// There are no files.
    Nothing,
    /// Files on disk.
    Disk,
    /// The caller.
    Callback(Callback),
}

/// The functions of the caller, and what they are called with.
#[derive(Clone, Copy)]
pub struct Callback {
    pub find: HlslcInclude,
    pub release: HlslcIncludeRelease,
    pub user: *mut c_void,
}

/// Finds included files for one compilation.
pub struct Includes {
    pub finder: Finder,
    pub dirs: Vec<String>,
}

impl Includes {
    /// The folders to look into, the first one first; the current one is an empty text.
    fn places<'a>(&'a self, from: &'a str, is_angled: bool) -> impl Iterator<Item = &'a str> {
        let beside = from.rfind(['/', '\\']).map_or("", |at| &from[..=at]);
        (!is_angled).then_some(beside).into_iter().chain(self.dirs.iter().map(String::as_str))
    }
}

impl IncludeResolver for Includes {
    fn resolve(&self, path: &str, from: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        for place in self.places(from, angled) {
            if let Some(file) = self.finder.find(&joined(place, path))? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    fn searched(&self, from: &str, angled: bool) -> Option<Vec<String>> {
        if matches!(self.finder, Finder::Nothing) {
            return None;
        }
        let shown = |place: &str| match place.trim_end_matches(['/', '\\']) {
            "" => ".".to_owned(),
            place => place.to_owned(),
        };
        Some(self.places(from, angled).map(shown).collect())
    }
}

/// A path in a folder. One that starts at a root is not in any.
fn joined(place: &str, path: &str) -> String {
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    match place {
        _ if path.starts_with(['/', '\\']) || has_drive => path.to_owned(),
        "" => path.to_owned(),
        place if place.ends_with(['/', '\\']) => format!("{place}{path}"),
        place => format!("{place}/{path}"),
    }
}

impl Finder {
    /// The file of that path, if there is one.
    pub fn find(&self, path: &str) -> Result<Option<IncludedFile>, String> {
        match self {
            Self::Nothing => Ok(None),
            Self::Disk => read(path),
            Self::Callback(callback) => callback.call(path),
        }
    }
}

/// A file on disk.
fn read(path: &str) -> Result<Option<IncludedFile>, String> {
    // A pipe would be waited for.
    let Ok(meta) = std::fs::metadata(path) else { return Ok(None) };
    if !meta.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(FILE_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > FILE_LIMIT {
        return Err(format!("larger than {FILE_LIMIT} bytes"));
    }
    Ok(Some(IncludedFile { name: path.to_owned(), bytes }))
}

impl Callback {
    fn call(&self, path: &str) -> Result<Option<IncludedFile>, String> {
        let Some(find) = self.find else { return Ok(None) };
        // No file has a name with a zero in it.
        let Ok(asked) = CString::new(path) else { return Ok(None) };
        let mut answer = HlslcIncluded { struct_size: size_of::<HlslcIncluded>(), ..memory::zeroed() };
        // SAFETY: the function is the caller's, made for this type; both pointers are good until it returns.
        let done = unsafe { find(self.user, asked.as_ptr(), &raw mut answer) };
        let found = taken(path, done, &answer);
        if let Some(release) = self.release {
            // SAFETY: as above; what the answer leads to has been copied and is not used any more.
            unsafe { release(self.user, &raw mut answer) };
        }
        found
    }
}

/// A copy of what a callback answered.
fn taken(path: &str, done: i32, answer: &HlslcIncluded) -> Result<Option<IncludedFile>, String> {
    match done {
        HLSLC_INCLUDE_NOT_FOUND => Ok(None),
        HLSLC_INCLUDE_FOUND => {
            // SAFETY: the header asks of a callback that there are this many bytes until they are released.
            let bytes = unsafe { memory::list(answer.data, answer.size) };
            let bytes = bytes.map_err(|_| "the include callback gave a size, and no bytes".to_owned())?;
            // SAFETY: the header asks for a text that ends with a zero, or null.
            let name = unsafe { memory::text(answer.name) };
            let name = name.map_err(|_| "the include callback gave a name that is not UTF-8".to_owned())?;
            Ok(Some(IncludedFile { name: name.unwrap_or(path).to_owned(), bytes: bytes.to_vec() }))
        }
        _ => {
            // SAFETY: the header asks for a text that ends with a zero, or null.
            let message = unsafe { memory::text(answer.message) }.ok().flatten();
            Err(message.unwrap_or("the include callback failed").to_owned())
        }
    }
}
