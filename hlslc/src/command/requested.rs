//! Collects the files that a command line requests, in an order that depends on nothing else.

use crate::files::with_extension;
use hlslc::args::{Action, CommandLine, is_directory};
use hlslc::many;

/// A place that may be written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// There.
    File(String),
    /// In a folder, whose path ends as such, under a name that follows from what is written.
    Folder(String),
}

/// All places, with those that are named after the input.
pub fn places(line: &CommandLine, input: &str) -> Vec<Place> {
    let mut places: Vec<Place> = many::outputs(line).map(|path| Place::File(path.to_owned())).collect();
    if let Some(path) = &line.debug_file {
        let path = path.clone();
        places.push(if is_directory(&path) { Place::Folder(path) } else { Place::File(path) });
    }
    if (line.write_dependencies || line.action == Action::Dependencies) && line.dependency_file.is_none() {
        places.push(Place::File(with_extension(input, "d")));
    }
    if line.options.preprocess_only && line.preprocessed_file.is_none() && input != "-" {
        places.push(Place::File(with_extension(input, "i")));
    }
    places.extend(line.time_trace.as_ref().and_then(|trace| trace.file.clone()).map(Place::File));
    places
}

impl Place {
    /// The rest of a path that leads here: empty for a file, the name for one in a folder.
    pub fn name_of<'a>(&self, path: &'a str) -> Option<&'a str> {
        match self {
            Self::File(place) => (place == path).then_some(""),
            Self::Folder(place) => path.strip_prefix(place.as_str()).filter(|name| is_plain(name)),
        }
    }

    /// The path of a file here; none if it would lead elsewhere.
    pub fn path(&self, name: &str) -> Option<String> {
        match self {
            Self::File(place) => name.is_empty().then(|| place.clone()),
            Self::Folder(place) => is_plain(name).then(|| format!("{place}{name}")),
        }
    }
}

/// Whether a name is one that is made of a hash: letters, digits and an extension.
fn is_plain(name: &str) -> bool {
    let of_hash = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    name.split_once('.').is_some_and(|(stem, extension)| of_hash(stem) && of_hash(extension))
}
