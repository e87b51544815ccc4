//! Explains the codes of messages: `hlslc explain E0703`.
//!
//! Input: a code, the name of a warning, or the name of a row of an `errors.rs`. Output: why it is an error, a shader that has it and one
//! that does not. The texts stand in the Markdown files of `hlslc/errors`, whose format `docs/errors/README.md` says; a test compiles
//! their examples.

use crate::options::Input;
use hlslc_base::diag::{DiagInfo, Given, Severity};
use hlslc_base::suggest::nearest;
use std::fmt::Write as _;

/// All texts, packed by the build script.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/explanations.deflate"));

/// All texts, one file after the other.
pub fn texts() -> String {
    let bytes = miniz_oxide::inflate::decompress_to_vec(PACKED).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The explanation of a code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The code.
    pub code: &'a str,
    /// Paragraphs before the examples, as Markdown.
    pub why: String,
    /// Why no example shows it, if none does.
    pub not_shown: String,
    /// Shaders that have the message, and shaders that do not.
    pub examples: Vec<Example>,
}

/// A shader, or IR text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// It does not give the message.
    pub is_right: bool,
    /// The language.
    pub input: Input,
    /// The options of its first line, or those of every example that names none.
    pub options: String,
    /// Its text.
    pub text: String,
}

/// The options of an example that names none.
pub const OPTIONS: &str = "-T cs_6_6";

/// The entries of a text, and what is wrong with its form: (line, problem).
pub fn entries(text: &str) -> (Vec<Entry<'_>>, Vec<(usize, String)>) {
    let (mut entries, mut problems): (Vec<Entry<'_>>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    let mut is_right = None;
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        if let Some(code) = line.strip_prefix("## ") {
            entries.push(Entry { code: code.trim(), ..Entry::default() });
            is_right = None;
            continue;
        }
        // The title of a file, and what stands below it, is about all its codes.
        if line.starts_with("# ") {
            entries.push(Entry::default());
            continue;
        }
        let Some(entry) = entries.last_mut() else { continue };
        match line {
            "Wrong:" => is_right = Some(false),
            "Right:" => is_right = Some(true),
            _ if line.starts_with("```") => {
                let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
                match (is_right, line) {
                    (Some(is_right), "```hlsl") => entry.examples.push(example(is_right, Input::Hlsl, &body)),
                    (Some(is_right), "```ir") => entry.examples.push(example(is_right, Input::Ir, &body)),
                    (Some(is_right), "```llvm") => entry.examples.push(example(is_right, Input::Llvm, &body)),
                    _ => {
                        let why = "a block is `hlsl`, `ir` or `llvm`, below a line `Wrong:` or `Right:`".to_owned();
                        problems.push((number, why));
                    }
                }
            }
            _ if line.starts_with(NOT_SHOWN) => entry.not_shown.push_str(line[NOT_SHOWN.len()..].trim()),
            _ if !entry.not_shown.is_empty() && !line.is_empty() => {
                entry.not_shown.push('\n');
                entry.not_shown.push_str(line);
            }
            "" if entry.why.is_empty() => {}
            _ if is_right.is_none() => {
                entry.why.push_str(line);
                entry.why.push('\n');
            }
            "" => {}
            _ => problems.push((number, "text stands before the examples".to_owned())),
        }
    }
    entries.retain(|entry| !entry.code.is_empty());
    for entry in &mut entries {
        entry.why.truncate(entry.why.trim_end().len());
    }
    (entries, problems)
}

/// The start of the line that gives the reason for a missing example.
const NOT_SHOWN: &str = "No source shows it:";

/// An example: its first line may be a comment with its options.
fn example(is_right: bool, input: Input, lines: &[&str]) -> Example {
    let comment = lines.first().and_then(|line| line.strip_prefix("//").or_else(|| line.strip_prefix(';')));
    let options = comment.map(str::trim).filter(|words| words.starts_with('-'));
    let body = if options.is_some() { &lines[1..] } else { lines };
    let text = body.iter().fold(String::new(), |text, line| text + line + "\n");
    Example { is_right, input, options: options.unwrap_or(OPTIONS).to_owned(), text }
}

impl Example {
    /// Its files: the main one, which has no name, and those that a line `// file: NAME` begins.
    pub fn files(&self) -> Vec<(&str, String)> {
        let mut files = vec![("", String::new())];
        for line in self.text.lines() {
            if let Some(name) = line.strip_prefix("// file: ") {
                files.push((name.trim(), String::new()));
            } else if let Some((_, text)) = files.last_mut() {
                text.push_str(line);
                text.push('\n');
            }
        }
        files
    }
}

/// The text of `hlslc explain WORD`: a code such as `E0703` or `703`, the name of a row such as `unknown_name`, or the name of a
/// warning such as `-Wconversion`, which several codes may have.
pub fn explain(word: &str) -> Result<String, String> {
    let rows: Vec<DiagInfo> = crate::diagnostics().collect();
    let named = word.strip_prefix("-W").unwrap_or(word);
    let code = word.to_ascii_uppercase();
    let number = code.trim_start_matches(['E', 'W', 'N']);
    let padded = format!("{number:0>4}");
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_meant = |row: &&DiagInfo| {
        // A number alone names a message of the compiler: lints have numbers of their own.
        let has_number = || row.code[1..] == padded && !row.code.starts_with('L');
        let is_code = if is_number && code == number { has_number() } else { row.code == code };
        is_code || row.name == named || !row.group.is_empty() && row.group == named
    };
    let found: Vec<&DiagInfo> = rows.iter().filter(is_meant).collect();
    if found.is_empty() {
        let names = rows.iter().flat_map(|row| [row.code, row.name, row.group]).filter(|name| !name.is_empty());
        let close = nearest(&code, names.clone()).or_else(|| nearest(named, names));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        return Err(format!("there is no message `{word}`{hint}"));
    }
    let texts = texts();
    let (entries, _) = entries(&texts);
    let answers: Vec<String> =
        found.iter().map(|row| text_of(row, entries.iter().find(|entry| entry.code == row.code))).collect();
    Ok(answers.join("\n"))
}

fn text_of(row: &DiagInfo, entry: Option<&Entry<'_>>) -> String {
    let kind = match row.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut out = format!("{} {kind}: {}\n", row.code, row.summary());
    if row.severity == Severity::Warning {
        let when = match row.given {
            Given::Always => "given unless it is turned off",
            Given::WithAll => "given with -Wall",
            Given::OnRequest => "given on request",
        };
        match row.group {
            "" => out.push_str("This warning has no name of its own.\n"),
            group if row.code.starts_with('L') => {
                let _ = writeln!(out, "-W{group} (-Wno-{group}) of `hlslc lint`: {when}.");
            }
            group => {
                let _ = writeln!(out, "-W{group} (-Wno-{group}): {when}.");
            }
        }
    }
    let Some(entry) = entry else {
        out.push_str("\nNo more has been written about it yet.\n");
        return out;
    };
    let _ = writeln!(out, "\n{}", entry.why);
    for example in &entry.examples {
        let word = if example.is_right { "Right" } else { "Wrong" };
        let _ = writeln!(out, "\n{word}, compiled with {}:\n", example.options);
        for line in example.text.lines() {
            let _ = writeln!(out, "{}", format_args!("    {line}").to_string().trim_end());
        }
    }
    if !entry.not_shown.is_empty() {
        let _ = writeln!(out, "\nThere is no example: {}", entry.not_shown);
    }
    out
}
