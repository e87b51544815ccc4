//! Reads and writes messages: a header with the length of the content, an empty line, and the content as JSON.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// Messages that are longer are no requests of an editor.
const MOST_BYTES: usize = 16 << 20;

/// Header lines that are longer are none.
const MOST_HEADER: u64 = 1 << 12;

/// Reads the content of a message; nothing at the end of the input.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if io::Read::take(&mut *input, MOST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            // Empty lines before a header are ignored.
            match length {
                Some(length) => break read_content(input, length).map(Some),
                None => continue,
            }
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let number = value.trim().parse::<usize>().ok().filter(|&length| length <= MOST_BYTES);
            let bad = || io::Error::new(io::ErrorKind::InvalidData, format!("`{line}` is no length of a message"));
            length = Some(number.ok_or_else(bad)?);
        }
    }
}

fn read_content(input: &mut impl BufRead, length: usize) -> io::Result<Vec<u8>> {
    let mut content = vec![0; length];
    input.read_exact(&mut content)?;
    Ok(content)
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let content = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{content}", content.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_what_is_none_is_an_error() {
        let two = b"Content-Length: 2\r\n\r\n{}\r\nother: x\r\ncontent-length:3\n\n[1]";
        let mut input = &two[..];
        assert_eq!(read(&mut input).unwrap().as_deref(), Some(&b"{}"[..]));
        assert_eq!(read(&mut input).unwrap().as_deref(), Some(&b"[1]"[..]));
        assert_eq!(read(&mut input).unwrap(), None);
        for bad in [
            &b"Content-Length: x\r\n\r\n{}"[..],
            b"Content-Length: 99999999999\r\n\r\n",
            b"Content-Length: 5\r\n\r\n{}",
        ] {
            assert!(read(&mut { bad }).is_err(), "{}", String::from_utf8_lossy(bad));
        }
        let mut written = Vec::new();
        write(&mut written, &serde_json::json!({"a": "ä"})).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), "Content-Length: 10\r\n\r\n{\"a\":\"ä\"}");
    }
}
