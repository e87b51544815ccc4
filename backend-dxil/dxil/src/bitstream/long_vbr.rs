//! Reads and writes numbers whose place in a bit stream can take another number later.
//!
//! Input: a bit of some bytes, where the writer has put a number in this form. Output: that number, or the same bytes with
//! another one; nothing after it moves.

/// The form of a number in chunks of six bits whose count does not depend on the number: chunks that would be left out, as all
/// above them is zero, are written too. Readers take chunks until one says that no more follow, so they do not mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongVbr {
    chunks: u32,
}

impl LongVbr {
    /// The bits of a chunk.
    pub const WIDTH: u32 = 6;
    /// The bits of a chunk that belong to the number.
    const HELD: u32 = Self::WIDTH - 1;
    /// The bit of a chunk that says that more follow.
    const MORE: u64 = 1 << Self::HELD;

    /// The form that holds all numbers of this many bits.
    pub fn holding(bits: u32) -> Self {
        Self { chunks: bits.div_ceil(Self::HELD).max(1) }
    }

    /// The bits it takes.
    pub fn bits(self) -> u32 {
        self.chunks * Self::WIDTH
    }

    /// The chunks of a number.
    pub(super) fn chunks_of(self, value: u64) -> impl Iterator<Item = u64> {
        (0..self.chunks).map(move |at| {
            let held = value.checked_shr(at * Self::HELD).unwrap_or(0) & (Self::MORE - 1);
            if at + 1 < self.chunks { held | Self::MORE } else { held }
        })
    }

    /// Reads a number that was written in this form at a bit of some bytes; `None` if something else is there.
    pub fn read(self, bytes: &[u8], start: u64) -> Option<u64> {
        let mut value = 0;
        for at in 0..self.chunks {
            let chunk = bits_at(bytes, start.checked_add(u64::from(at * Self::WIDTH))?)?;
            let is_last = at + 1 == self.chunks;
            if (chunk & Self::MORE == 0) != is_last {
                return None;
            }
            let (held, shift) = (chunk & (Self::MORE - 1), at * Self::HELD);
            let shifted = held << shift;
            // A number of more than 64 bits is none of ours.
            if shifted >> shift != held {
                return None;
            }
            value |= shifted;
        }
        Some(value)
    }

    /// Writes a number over one that [`Self::read`] finds there.
    pub fn write(self, bytes: &mut [u8], start: u64, value: u64) {
        for (at, chunk) in self.chunks_of(value).enumerate() {
            let first = start + at as u64 * u64::from(Self::WIDTH);
            for bit in 0..u64::from(Self::WIDTH) {
                let (byte, mask) = (((first + bit) / 8) as usize, 1u8 << ((first + bit) % 8));
                if let Some(byte) = bytes.get_mut(byte) {
                    if chunk >> bit & 1 == 1 { *byte |= mask } else { *byte &= !mask }
                }
            }
        }
    }
}

/// The six bits at a bit of some bytes.
fn bits_at(bytes: &[u8], bit: u64) -> Option<u64> {
    let (byte, shift) = (usize::try_from(bit / 8).ok()?, bit % 8);
    let low = u64::from(*bytes.get(byte)?);
    let high = if shift > 2 { u64::from(*bytes.get(byte.checked_add(1)?)?) } else { 0 };
    Some((high << 8 | low) >> shift & 0x3F)
}
