//! Implements the part of LLVM's FileCheck that the suite uses.
//!
//! Input: the directives of a test file and the text to check. Output: nothing, or the first directive without its line. Blanks in a
//! row count as one. `{{…}}` holds a pattern of characters, `.` and `*`; variables are not read, and saying so is a fault of
//! its own.

/// Checks a text against the directives with a prefix (`CHECK` unless a run says another).
pub fn check(directives: &str, prefix: &str, text: &str) -> Result<(), String> {
    let lines: Vec<String> = text.lines().map(blanks).collect();
    // Where the next match may start: a line and a byte in it.
    let mut at = (0, 0);
    let mut forbidden: Vec<&str> = Vec::new();
    let mut count = 0;
    for (line, text) in directives.lines().enumerate() {
        let Some((kind, pattern)) = directive(text, prefix) else { continue };
        let fault = |why: &str| Err(format!("line {}: {why}: {}", line + 1, text.trim()));
        count += 1;
        let wanted = match parse(pattern) {
            Ok(wanted) => wanted,
            Err(why) => return fault(why),
        };
        let found = match kind {
            Kind::Not => {
                forbidden.push(pattern);
                continue;
            }
            Kind::Plain => (at.0..lines.len()).find_map(|row| {
                let from = if row == at.0 { at.1 } else { 0 };
                find(&wanted, lines[row].get(from..)?).map(|(start, end)| (row, from + start, from + end))
            }),
            Kind::Next => lines.get(at.0 + 1).and_then(|line| find(&wanted, line)).map(|(a, b)| (at.0 + 1, a, b)),
        };
        let Some((row, start, end)) = found else { return fault("not found") };
        if let Some(pattern) = found_between(&lines, at, (row, start), &forbidden) {
            return fault(&format!("`{pattern}` stands before"));
        }
        forbidden.clear();
        at = (row, end);
    }
    if let Some(pattern) = found_between(&lines, at, (lines.len(), 0), &forbidden) {
        return Err(format!("`{pattern}` stands behind the last match"));
    }
    if count == 0 { Err(format!("the file has no directive `{prefix}:`")) } else { Ok(()) }
}

/// The directives there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// On this line or later.
    Plain,
    /// On the next line.
    Next,
    /// Nowhere before the next match.
    Not,
}

/// A directive's kind and pattern.
fn directive<'a>(line: &'a str, prefix: &str) -> Option<(Kind, &'a str)> {
    let start = line
        .match_indices(prefix)
        .map(|(at, _)| at)
        .find(|at| !line[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_'))?;
    let rest = &line[start + prefix.len()..];
    let kinds = [("-NEXT:", Kind::Next), ("-NOT:", Kind::Not), ("-LABEL:", Kind::Plain), (":", Kind::Plain)];
    kinds.into_iter().find_map(|(suffix, kind)| rest.strip_prefix(suffix).map(|pattern| (kind, pattern.trim())))
}

/// Blanks in a row as one.
fn blanks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            ' ' | '\t' if out.ends_with(' ') => {}
            '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A character of a pattern, and whether it may stand any number of times.
#[derive(Clone, Copy)]
struct Atom {
    /// `None` is any character.
    is: Option<char>,
    many: bool,
}

fn parse(pattern: &str) -> Result<Vec<Atom>, &'static str> {
    let mut atoms = Vec::new();
    let pattern = blanks(pattern);
    let mut rest = pattern.as_str();
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("[[") && !rest.starts_with("[[ ") {
            return Err("variables are not read");
        }
        if let Some(after) = rest.strip_prefix("{{") {
            let (inner, after) = after.split_once("}}").ok_or("`{{` without its end")?;
            for c in inner.chars() {
                match c {
                    '.' => atoms.push(Atom { is: None, many: false }),
                    '*' => atoms.last_mut().ok_or("`*` behind nothing")?.many = true,
                    c if c.is_alphanumeric() || " ,-_".contains(c) => atoms.push(Atom { is: Some(c), many: false }),
                    _ => return Err("this pattern is not read"),
                }
            }
            rest = after;
        } else {
            atoms.push(Atom { is: Some(c), many: false });
            rest = &rest[c.len_utf8()..];
        }
    }
    Ok(atoms)
}

/// The first place in a line where the pattern matches: start and end.
fn find(pattern: &[Atom], line: &str) -> Option<(usize, usize)> {
    let starts = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    starts.into_iter().find_map(|start| match_at(pattern, line, start).map(|end| (start, end)))
}

/// The longest match from a place: all places reached so far are carried from atom to atom.
fn match_at(pattern: &[Atom], line: &str, start: usize) -> Option<usize> {
    let step = |atom: &Atom, at: usize| {
        let c = line[at..].chars().next()?;
        (atom.is.is_none() || atom.is == Some(c)).then(|| at + c.len_utf8())
    };
    let mut reached = vec![start];
    for atom in pattern {
        if atom.many {
            let mut at = 0;
            while at < reached.len() {
                if let Some(next) = step(atom, reached[at]).filter(|next| !reached.contains(next)) {
                    reached.push(next);
                }
                at += 1;
            }
        } else {
            reached = reached.into_iter().filter_map(|at| step(atom, at)).collect();
        }
        if reached.is_empty() {
            return None;
        }
    }
    reached.into_iter().max()
}

/// The first of these patterns that stands between two places.
fn found_between<'a>(
    lines: &[String],
    from: (usize, usize),
    to: (usize, usize),
    forbidden: &[&'a str],
) -> Option<&'a str> {
    forbidden.iter().copied().find(|pattern| {
        let Ok(atoms) = parse(pattern) else { return false };
        (from.0..=to.0.min(lines.len().saturating_sub(1))).any(|row| {
            let line = lines.get(row).map_or("", String::as_str);
            let start = if row == from.0 { from.1.min(line.len()) } else { 0 };
            let end = if row == to.0 { to.1.min(line.len()) } else { line.len() };
            start <= end && find(&atoms, &line[start..end]).is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Name:    Out\nData:  [ 3.1415, 2 ]\nName: Other\n";

    #[test]
    fn directives_follow_each_other() {
        assert_eq!(
            check("# CHECK: Name: Out\n# CHECK-NEXT: Data: [ {{3.14.*}} ]\n# CHECK: Other", "CHECK", TEXT),
            Ok(())
        );
        assert_eq!(check("# CHECK: 3\n# CHECK: 2", "CHECK", TEXT), Ok(()));
        let out_of_order = check("# CHECK: Other\n# CHECK: Data", "CHECK", TEXT);
        assert_eq!(out_of_order, Err("line 2: not found: # CHECK: Data".to_owned()));
        assert!(check("# CHECK: Name\n# CHECK-NEXT: Other", "CHECK", TEXT).is_err());
    }

    #[test]
    fn what_must_not_stand_is_looked_for_up_to_the_next_match() {
        assert!(check("# CHECK: Out\n# CHECK-NOT: 3.1415\n# CHECK: Other", "CHECK", TEXT).is_err());
        assert_eq!(check("# CHECK: Out\n# CHECK-NOT: 7\n# CHECK: Other", "CHECK", TEXT), Ok(()));
        assert!(check("# CHECK: Out\n# CHECK-NOT: Other", "CHECK", TEXT).is_err());
    }

    #[test]
    fn other_prefixes_and_no_directives_at_all() {
        assert_eq!(check("# CHECK: nothing\n# OBJ: Other", "OBJ", TEXT), Ok(()));
        assert!(check("no directive", "CHECK", TEXT).is_err());
        assert!(check("# CHECK: [[NAME]]", "CHECK", TEXT).is_err());
    }
}
