//! Names every byte of a container: the fields of its header, of the headers of its parts, and of the parts.
//!
//! Input: the bytes of a container from any compiler. Output: fields with absolute offsets, in the order in which they are
//! read. They come from the functions that print the fields, so that the two cannot disagree.

use std::ops::Range;

use super::{ContainerError, Field, FourCc, list, open, title};
use crate::container::{HEADER_SIZE, PART_HEADER_SIZE};

/// The fields of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerMap {
    /// Those before the parts.
    pub header: Vec<Field>,
    /// The parts, in order.
    pub parts: Vec<PartMap>,
}

/// The fields of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartMap {
    /// Its name.
    pub name: FourCc,
    /// What it holds; empty if its kind is not known.
    pub title: &'static str,
    /// Its bytes, without its header.
    pub data: Range<usize>,
    /// Its fields; the first two are those of its header. Offsets count from the start of the container.
    pub fields: Vec<Field>,
    /// The first fault, after which there are no fields.
    pub fault: Option<ContainerError>,
}

/// Maps a container. The offsets for a file with debug information are those in the container inside.
pub fn map(bytes: &[u8]) -> Result<ContainerMap, ContainerError> {
    let opened = open(bytes)?;
    let count = opened.container.parts.len();
    let mut header = Vec::new();
    let mut add = |bytes: Range<usize>, name: &str, value: String| {
        header.push(Field { bytes, depth: 0, name: name.to_owned(), value });
    };
    add(0..4, "magic number", "DXBC".to_owned());
    add(4..20, "digest", opened.container.digest.to_string());
    add(20..24, "version of the container", "1.0".to_owned());
    add(24..28, "bytes of the container", opened.size.to_string());
    add(28..HEADER_SIZE, "parts", count.to_string());
    for (index, (part, offset)) in opened.container.parts.iter().zip(&opened.offsets).enumerate() {
        let at = HEADER_SIZE + 4 * index;
        add(at..at + 4, &format!("offset of {}", part.name), format!("{:#x}", offset - PART_HEADER_SIZE));
    }
    let parts = opened.container.parts.iter().zip(&opened.offsets).map(|(part, &offset)| {
        let (_, found, result) = list(part);
        let size = part.data.len();
        let name = Field {
            bytes: offset - PART_HEADER_SIZE..offset - 4,
            depth: 0,
            name: "name of the part".to_owned(),
            value: part.name.to_string(),
        };
        let length = Field {
            bytes: offset - 4..offset,
            depth: 0,
            name: "bytes of the part".to_owned(),
            value: size.to_string(),
        };
        let moved = found.into_iter().map(|field| Field {
            bytes: field.bytes.start.min(size) + offset..field.bytes.end.min(size) + offset,
            ..field
        });
        PartMap {
            name: part.name,
            title: title(part.name).unwrap_or_default(),
            data: offset..offset + size,
            fields: [name, length].into_iter().chain(moved).collect(),
            fault: result.err(),
        }
    });
    Ok(ContainerMap { header, parts: parts.collect() })
}
