//! Transforms a program into equivalent ones, whose results must be the same under any compiler (metamorphic testing).
//!
//! Input: a program as [`generate`](super::generate) writes it, one statement a line. Output: the program with each change made to it
//! wherever it can be.

use super::generate::{Shader, THREADS};

/// A transformation that keeps the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Resources and constants have other names.
    Renamed,
    /// After each statement of `main` stands something that no thread does.
    Padded,
    /// All that `main` does is in a function that it calls.
    Outlined,
    /// The first iteration of a counting loop stands before it.
    Peeled,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Renamed, Self::Padded, Self::Outlined, Self::Peeled];

    /// The program in other words.
    pub fn of(self, shader: &Shader) -> Shader {
        let lines: Vec<&str> = shader.source.lines().collect();
        let source = match self {
            Self::Renamed => renamed(&shader.source),
            Self::Padded => padded(&lines),
            Self::Outlined => outlined(&lines),
            Self::Peeled => peeled(&lines),
        };
        Shader { source, ..shader.clone() }
    }
}

/// The names that get an end of their own.
const NAMES: [&str; 16] = [
    "In",
    "Items",
    "Constants",
    "Fixed",
    "Some",
    "Other",
    "Quarter",
    "Out",
    "Counts",
    "Typed",
    "Marks",
    "Across",
    "Down",
    "Records",
    "Kept",
    "Picture",
];

fn renamed(source: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut text = String::new();
    let mut rest = source;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|letter| !is_part(letter)).map_or(rest.len(), |length| start + length);
        text.push_str(&rest[..end]);
        // A member of the same name is none of them.
        if NAMES.contains(&&rest[start..end]) && !rest[..start].ends_with('.') {
            text.push_str("Renamed");
        }
        rest = &rest[end..];
    }
    text + rest
}

/// Where `main` begins: the line with its attribute.
fn main_line(lines: &[&str]) -> usize {
    lines.iter().position(|line| line.starts_with("[numthreads")).unwrap_or(lines.len())
}

fn padded(lines: &[&str]) -> String {
    let main = main_line(lines);
    let mut text = String::new();
    let mut knows_place = false;
    for (at, line) in lines.iter().enumerate() {
        text.push_str(line);
        text.push('\n');
        knows_place |= line.starts_with("    uint place");
        let is_statement = line.starts_with("    ") && !line.starts_with("     ") && line.ends_with(';');
        // Places are far below that, which no compiler knows.
        if at > main && knows_place && is_statement && !line.starts_with("    }") {
            text.push_str("    if (place == 0xfffffff0u) { Out.Store(place & 63, 7u); Static += 3; }\n");
        }
    }
    text
}

fn outlined(lines: &[&str]) -> String {
    let main = main_line(lines);
    let mut text = lines[..main].join("\n");
    text.push_str("\nvoid body(uint3 group, uint thread) {\n");
    text.push_str(&lines[(main + 2).min(lines.len())..].join("\n"));
    text + &format!(
        "\n[numthreads({THREADS}, 1, 1)]\nvoid main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex) {{\n    body(group, thread);\n}}\n"
    )
}

fn peeled(lines: &[&str]) -> String {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(round) = first_round(&lines[at..]) {
            text.push_str(&round);
            // The second iteration is the loop's first.
            let step = line.rsplit("+= ").next().and_then(|end| end.split(')').next()).unwrap_or("1");
            text.push_str(&line.replacen(" = 0;", &format!(" = {step};"), 1));
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// The first iteration of the loop that begins with the first line, if it is a counting loop that nothing leaves early.
fn first_round(lines: &[&str]) -> Option<String> {
    let (_, head) = lines[0].strip_suffix(" {")?.split_once("for (int ")?;
    let (counter, rest) = head.split_once(" = 0; ")?;
    let (condition, _) = rest.split_once(';')?;
    let indent = lines[0].len() - lines[0].trim_start().len();
    let close = format!("{}}}", " ".repeat(indent));
    let end = lines.iter().position(|line| *line == close)?;
    let body = &lines[1..end];
    let leaves = |line: &&str| ["break;", "continue;"].iter().any(|word| line.contains(word));
    if body.iter().any(leaves) {
        return None;
    }
    Some(format!("{{ int {counter} = 0; if ({condition}) {{\n{}\n}} }}\n", body.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_peeled() {
        let lines = ["for (int i1 = 0; i1 < n2; i1 += 2) {", "    use(i1);", "}"];
        let expected =
            "{ int i1 = 0; if (i1 < n2) {\n    use(i1);\n} }\nfor (int i1 = 2; i1 < n2; i1 += 2) {\n    use(i1);\n}\n";
        assert_eq!(peeled(&lines), expected);
    }

    #[test]
    fn names_are_whole() {
        assert_eq!(renamed("In.Load(Inner.Out) + Out"), "InRenamed.Load(Inner.Out) + OutRenamed");
    }
}
