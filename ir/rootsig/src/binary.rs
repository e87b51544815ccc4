//! Reads and writes the `RTS0` part of a container: [`write()`] and [`read()`].
//!
//! Layout, all numbers `u32` little endian, all offsets from the start of the part: a header (version, parameter count,
//! parameter offset, static sampler count, static sampler offset, flags); the parameter records (type, visibility,
//! payload offset); the payloads in the order of the parameters, a table's payload (range count, range offset) followed
//! by its ranges; the static samplers. [`write()`] leaves no gaps, byte for byte as DXC.

mod read;
mod write;

pub use read::{ReadError, ReadErrorKind, read, read_as_validators};
pub use write::{Layout, layout, ranges_at, write};

use crate::Version;

/// Bytes of the header.
const HEADER_SIZE: u32 = 24;
/// Bytes of a parameter record.
const PARAMETER_SIZE: u32 = 12;
/// Bytes of the payload of a descriptor table.
const TABLE_SIZE: u32 = 8;
/// Bytes of the payload of root constants.
const CONSTANTS_SIZE: u32 = 12;

/// Bytes of the payload of a root descriptor.
fn descriptor_size(version: Version) -> u32 {
    if version >= Version::V1_1 { 12 } else { 8 }
}

/// Bytes of a descriptor range.
fn range_size(version: Version) -> u32 {
    if version >= Version::V1_1 { 24 } else { 20 }
}

/// Bytes of a static sampler.
fn sampler_size(version: Version) -> u32 {
    if version >= Version::V1_2 { 56 } else { 52 }
}
