//! Finds the parts of a container in its bytes: clients receive pointers into their own memory.

use dxil::container::Container;
use std::ops::Range;

/// Where a container states its size.
const SIZE: usize = 24;

/// A part.
pub struct Place {
    /// Its name as a number.
    pub kind: u32,
    /// Where its data is.
    pub range: Range<usize>,
}

/// The parts of a container, in their order; nothing if the bytes are none.
pub fn of(bytes: &[u8]) -> Option<Vec<Place>> {
    if !bytes.starts_with(b"DXBC") {
        return None;
    }
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?));
    if number(SIZE)? as usize > bytes.len() {
        return None;
    }
    let place = |start: usize| {
        let (kind, size) = (number(start.checked_sub(8)?)?, number(start.checked_sub(4)?)? as usize);
        let range = start..start.checked_add(size)?;
        bytes.get(range.clone()).map(|_| Place { kind, range })
    };
    Container::part_offsets(bytes).ok()?.into_iter().map(place).collect()
}
