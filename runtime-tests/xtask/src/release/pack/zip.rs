//! Writes zip files (APPNOTE 6.3): deflated entries with the permissions of Unix.

use super::Tree;
use super::digest::crc32;
use super::gzip::LEVEL;

/// Signatures of the records.
const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;

/// Version 2.0 of the format is needed, which has deflate; names are UTF-8 (bit 11).
const NEEDED: u16 = 20;
const FLAGS: u16 = 1 << 11;

/// The system that the permissions are of: Unix.
const MADE_BY: u16 = 3 << 8 | NEEDED;

/// A tree as an archive. Links become copies, as what reads such archives knows none.
pub fn zip(tree: &Tree, time: u64) -> Result<Vec<u8>, String> {
    let (hours, days) = dos_time(time);
    let (mut out, mut central, mut count) = (Vec::new(), Vec::new(), 0u16);
    for (path, bytes, is_executable) in tree.files()? {
        let packed = miniz_oxide::deflate::compress_to_vec(bytes, LEVEL);
        let (method, data) = if packed.len() < bytes.len() { (8u16, packed.as_slice()) } else { (0, bytes) };
        let offset = out.len() as u32;
        let mut common = Vec::new();
        for number in [NEEDED, FLAGS, method, hours, days] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc32(bytes), data.len() as u32, bytes.len() as u32] {
            common.extend(number.to_le_bytes());
        }
        common.extend((path.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        out.extend(LOCAL.to_le_bytes());
        out.extend(&common);
        out.extend(path.as_bytes());
        out.extend(data);
        let mode: u32 = if is_executable { 0o100_755 } else { 0o100_644 };
        central.extend(CENTRAL.to_le_bytes());
        central.extend(MADE_BY.to_le_bytes());
        central.extend(&common);
        // No comment, on the first disk, no attributes of the system within.
        central.extend([0; 6]);
        central.extend((mode << 16).to_le_bytes());
        central.extend(offset.to_le_bytes());
        central.extend(path.as_bytes());
        count = count.checked_add(1).ok_or("there are too many files for a zip archive")?;
    }
    let start = u32::try_from(out.len()).map_err(|_| "the archive is larger than a zip archive may be")?;
    out.extend(&central);
    out.extend(END.to_le_bytes());
    out.extend([0; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend((central.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    Ok(out)
}

/// A time as two numbers, in UTC, not before 1980: hours to seconds by twos, and years to days.
fn dos_time(time: u64) -> (u16, u16) {
    let (days, rest) = (time / 86400, time % 86400);
    let (year, month, day) = civil(days);
    if year < 1980 {
        return (0, 0x21);
    }
    let hours = (rest / 3600) << 11 | (rest / 60 % 60) << 5 | (rest % 60 / 2);
    (hours as u16, ((year - 1980) << 9 | month << 5 | day) as u16)
}

/// Year, month and day of a number of days after 1 January 1970 (Hinnant, chrono-compatible low-level date algorithms).
pub(in crate::release) fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11016), (2000, 2, 29));
        assert_eq!(civil(20786), (2026, 11, 29));
        assert_eq!(dos_time(0), (0, 0x21));
        assert_eq!(dos_time(20786 * 86400 + 3661), (0x0820, 0x5d7d));
    }

    #[test]
    fn the_end_says_where_the_list_is() {
        let made = zip(&Tree::default().file("a", b"x".to_vec()).link("b", "a"), 0).unwrap();
        let end = made.len() - 22;
        let number = |at: usize| u32::from_le_bytes(made[at..at + 4].try_into().unwrap());
        assert_eq!((number(end), made[end + 10]), (END, 2));
        let list = number(end + 16) as usize;
        assert_eq!((number(list), list + number(end + 12) as usize), (CENTRAL, end));
        assert_eq!(number(0), LOCAL);
    }

    #[test]
    fn a_link_to_nothing_is_reported() {
        let said = zip(&Tree::default().link("lib/b", "a"), 0);
        assert_eq!(said, Err("`lib/b` names `lib/a`, which is no file here".to_owned()));
    }
}
