//! Writes archives: bytes out of a [`Tree`], the same on every machine.
//!
//! In: paths with contents. Out: tar, gzip, zip and ar. Entries are in the order of their paths, belong to root, and have the time that
//! the caller gives; nothing else of the machine enters.

mod ar;
mod digest;
mod gzip;
mod tar;
mod tree;
mod zip;

pub use ar::ar;
pub use digest::{base64_url, sha256, sha256_base64};
pub use gzip::gzip;
pub use tar::tar;
pub use tree::{Node, Tree};
pub(super) use zip::civil;
pub use zip::zip;

/// A tree as `.tar.gz`.
pub fn tar_gz(tree: &Tree, time: u64) -> Result<Vec<u8>, String> {
    Ok(gzip(&tar(tree, time)?))
}
