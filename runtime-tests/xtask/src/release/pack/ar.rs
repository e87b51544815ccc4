//! Writes archives of `ar`, as Debian's packages are.

/// Files by names of at most sixteen letters, in the order given.
pub fn ar(files: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, bytes) in files {
        out.extend(format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", bytes.len()).into_bytes());
        out.extend(bytes);
        if bytes.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_file_is_filled_up() {
        let made = ar(&[("debian-binary", b"2.0".to_vec()), ("next", Vec::new())], 7);
        assert_eq!(&made[8..68], b"debian-binary   7           0     0     100644  3         `\n");
        assert_eq!((&made[68..72], &made[72..77]), (&b"2.0\n"[..], &b"next "[..]));
    }
}
