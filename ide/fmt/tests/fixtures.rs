//! Files of `tests/sources`: a source, a line of dashes, and the source as it is formatted.
//!
//! `UPDATE_FMT=1 cargo test -p hlslc-fmt` writes what is after the dashes, to be read before it is committed.

use hlslc_fmt::{Style, apply, diff, edits, format};

const BORDER: &str = "// ---------- formatted ----------\n";

#[test]
fn sources_are_formatted_as_they_say() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sources");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 12, "the sources are there");
    let updates = std::env::var_os("UPDATE_FMT").is_some();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let (input, expected) = text.split_once(BORDER).unwrap_or((&text, ""));
        let style = Style::default();
        let formatted = format(input, &style).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(
            format(&formatted, &style).as_deref(),
            Ok(&*formatted),
            "{name}: formatting twice is formatting once"
        );
        if updates {
            std::fs::write(&path, [input, BORDER, &formatted].concat()).unwrap();
        } else {
            assert_eq!(formatted, expected, "{name}");
        }
        // Edits are of white space and of the insides of comments, and the diff is of the lines that they touch.
        let edits = edits(input, &style).unwrap();
        assert_eq!(apply(input, &edits), formatted, "{name}");
        assert_eq!(patched(input, &diff(&name, input, &edits)), formatted, "{name}: its diff");
    }
}

/// A text with a unified diff of it applied.
fn patched(text: &str, diff: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut out, mut at) = (String::new(), 0);
    for line in diff.split_inclusive('\n').skip(2) {
        if let Some(header) = line.strip_prefix("@@ -") {
            let first: usize = header.split([',', ' ']).next().unwrap().parse().unwrap();
            let first = first.saturating_sub(1);
            out.extend(lines[at..first].iter().copied());
            at = first;
            continue;
        }
        match line.split_at(1) {
            ("+", line) => out.push_str(line),
            ("-", line) => {
                assert_eq!(line, lines[at]);
                at += 1;
            }
            (" ", line) => {
                assert_eq!(line, lines[at]);
                out.push_str(line);
                at += 1;
            }
            _ => {}
        }
    }
    out.extend(lines[at..].iter().copied());
    out
}
