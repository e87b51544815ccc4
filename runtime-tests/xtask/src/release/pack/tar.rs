//! Writes tar archives as POSIX.1-1988 (ustar) defines them.

use super::{Node, Tree};

/// The unit of the format.
const BLOCK: usize = 512;

/// A tree as an archive, with an entry for each folder before what lies in it.
pub fn tar(tree: &Tree, time: u64) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    for (path, node) in tree.entries() {
        let parents: Vec<usize> = path.match_indices('/').map(|at| at.0 + 1).collect();
        for end in parents {
            let folder = &path[..end];
            if !folders.iter().any(|known| known == folder) {
                out.extend(header(folder, Kind::Folder, 0, time)?);
                folders.push(folder.to_owned());
            }
        }
        match node {
            Node::File { bytes, is_executable } => {
                out.extend(header(path, Kind::File(*is_executable), bytes.len(), time)?);
                out.extend(bytes);
                out.resize(out.len().next_multiple_of(BLOCK), 0);
            }
            Node::Link(target) => out.extend(header(path, Kind::Link(target), 0, time)?),
        }
    }
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

/// What an entry is.
enum Kind<'a> {
    File(bool),
    Folder,
    Link(&'a str),
}

fn header(path: &str, kind: Kind<'_>, size: usize, time: u64) -> Result<[u8; BLOCK], String> {
    let (prefix, name) = split(path).ok_or_else(|| format!("`{path}` is too long for a tar archive"))?;
    let (mode, flag, target) = match kind {
        Kind::File(false) => (0o644, b'0', ""),
        Kind::File(true) => (0o755, b'0', ""),
        Kind::Folder => (0o755, b'5', ""),
        Kind::Link(target) => (0o777, b'2', target),
    };
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{size:011o}").as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    put(148, b"        ");
    put(156, &[flag]);
    put(157, target.as_bytes());
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(329, b"0000000");
    put(337, b"0000000");
    put(345, prefix.as_bytes());
    // The sum of all bytes, those of the sum itself as blanks.
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// A path as a prefix of 155 bytes at most and a name of 100.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= 100 {
        return Some(("", path));
    }
    let cuts = path.match_indices('/').map(|at| (&path[..at.0], &path[at.0 + 1..]));
    cuts.into_iter().find(|(prefix, name)| prefix.len() <= 155 && (1..=100).contains(&name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_its_fields_where_posix_has_them() {
        let made = tar(&Tree::default().program("bin/hlslc", b"abc".to_vec()), 0o12345).unwrap();
        let (folder, file) = (&made[..BLOCK], &made[BLOCK..2 * BLOCK]);
        assert_eq!((&folder[..5], folder[156]), (&b"bin/\0"[..], b'5'));
        assert_eq!((&file[..10], file[156]), (&b"bin/hlslc\0"[..], b'0'));
        assert_eq!((&file[100..108], &file[124..136]), (&b"0000755\0"[..], &b"00000000003\0"[..]));
        assert_eq!((&file[136..148], &file[257..265]), (&b"00000012345\0"[..], &b"ustar\x0000"[..]));
        assert_eq!(&made[2 * BLOCK..2 * BLOCK + 4], b"abc\0");
        assert_eq!(made.len(), 5 * BLOCK);
    }

    #[test]
    fn a_sum_counts_its_own_field_as_blanks() {
        let block = header("a", Kind::File(false), 0, 0).unwrap();
        let written = u32::from_str_radix(std::str::from_utf8(&block[148..154]).unwrap(), 8).unwrap();
        let others: u32 =
            block.iter().enumerate().filter(|at| !(148..156).contains(&at.0)).map(|at| u32::from(*at.1)).sum();
        assert_eq!(written, others + 8 * 32);
    }

    #[test]
    fn a_long_path_is_split_at_a_folder_or_rejected() {
        let path = format!("{}/{}", "a".repeat(90), "b".repeat(90));
        assert_eq!(split(&path), Some((&path[..90], &path[91..])));
        assert_eq!(split(&"a".repeat(101)), None);
    }
}
