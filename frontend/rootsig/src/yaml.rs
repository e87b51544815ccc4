//! Converts root signatures to and from YAML that LLVM's `obj2yaml` and `yaml2obj` understand, in both directions.
//!
//! [`write()`] makes the document of a container whose only part is the root signature. [`read()`] accepts such a document,
//! also one with other parts, or the mapping of the root signature alone. Counts and offsets are part of LLVM's form; they
//! are written, but a reader only warns if they do not fit the lists.

mod read;
mod tree;
mod write;

pub use read::read;
pub use write::{Unwritable, write};
