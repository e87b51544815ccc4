//! Comments, chapters and messages use the words of the field, and not those in the left column of `docs/glossary.md`.
//!
//! A word counts outside of code and quotation. Several words of that column have an ordinary meaning as well ("part", "number"); the
//! list here has those that do not, and phrases in which they do.

use crate::source_rules::{sources, workspace};
use std::fs;
use std::path::Path;

/// Words of the left column, the phrases in which each has its ordinary meaning, and what to write.
const WORDS: &[(&str, &[&str], &str)] = &[
    (
        "way",
        &[
            "other way round",
            "the same way",
            "by way of",
            "either way",
            "on the way",
            "on its way",
            "on their way",
            "in this way",
        ],
        PATH,
    ),
    ("ways", &[], PATH),
    ("wholes", &[], "aggregates"),
    ("behind", &[], "after"),
    ("truth value", &[], "Boolean"),
    ("truth values", &[], "Booleans"),
    ("told", &[], "reported, distinguished"),
    ("tell", &[], "report, show, distinguish"),
    ("tells", &[], "reports, shows, distinguishes"),
    ("nobody", &[], "nothing, no one; unused, dead"),
    ("somebody", &[], "something; used, live"),
    ("refuse", &[], "reject"),
    ("refuses", &[], "rejects"),
    ("refused", &[], "rejected"),
    ("each round", &[], "each iteration"),
    ("next round", &[], "the next iteration"),
    ("goes round", &[], "iterates"),
    ("go round", &[], "iterate"),
    ("meet again", &[], "reconverge, join"),
    ("comes apart", &[], "is split"),
    ("come apart", &[], "are split"),
    ("put together", &[], "constructed"),
    ("goes by", &[], "is determined by, follows"),
    ("go by", &[], "are determined by, follow"),
    ("says of itself", &[], "says about itself"),
    ("says nothing of", &[], "does not affect"),
    ("one after the other", &[], "in sequence"),
    ("of former times", &[], "deprecated"),
    (
        "round",
        &[
            "other way round",
            "round trip",
            "round trips",
            "round to",
            "round towards",
            "round up",
            "round down",
            "round them",
            "round otherwise",
            "round between",
            "round differently",
            "they round",
            "that round",
            "round here",
        ],
        "iteration",
    ),
    ("whether anything was new", &[], "whether anything changed"),
    ("stays whole", &[], "is not split, keeps its type"),
    ("stay whole", &[], "are not split, keep their types"),
    ("hands on", &[], "passes on"),
    ("hand on", &[], "pass on"),
    ("hands over", &[], "passes"),
    ("hand over", &[], "pass"),
    ("at hand", &[], "current, given"),
    ("such a one", &[], "one"),
    ("in its stead", &[], "instead of it"),
    ("mend", &[], "fix, repair"),
    ("mends", &[], "fixes, repairs"),
    ("mended", &[], "fixed, repaired"),
    ("put right", &[], "corrected"),
    ("so many", &[], "this many, the number of, `count`"),
];

/// Words that begin a noun phrase or a question. A header begins with what its file does.
const NO_VERBS: &[&str] =
    &["The", "A", "An", "All", "Each", "Every", "What", "Where", "Which", "How", "Why", "Whether"];

const PATH: &str = "edge, path, route, exit";

/// The words of a line in lower case, without text in backticks and quotation marks, and without targets of links.
fn words(line: &str) -> String {
    let (mut kept, mut quote, mut before) = (String::from(" "), None, ' ');
    for c in line.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if c == '`' || c == '"' => quote = Some(c),
            None if c == '“' => quote = Some('”'),
            // The target of a link.
            None if c == '(' && before == ']' => quote = Some(')'),
            None if c.is_alphanumeric() || c == '\'' || c == '-' => kept.extend(c.to_lowercase()),
            None if !kept.ends_with(' ') => kept.push(' '),
            None => {}
        }
        before = c;
    }
    kept.push(' ');
    kept
}

/// What a line of a source says in words: its comment, or the message of a row of `errors.rs`.
fn said<'a>(file: &str, line: &'a str) -> Option<&'a str> {
    let text = line.trim_start();
    if let Some(comment) = text.strip_prefix("//") {
        return Some(comment);
    }
    if file.ends_with("src/errors.rs")
        && let Some((_, message)) = text.split_once("=> \"")
    {
        return message.strip_suffix("\";");
    }
    let (code, comment) = line.split_once(" // ")?;
    // Two slashes in a string are none of a comment.
    (code.matches('"').count() % 2 == 0).then_some(comment)
}

/// The words of the left column in a text, with what to write.
fn found(text: &str) -> Vec<String> {
    let text = words(text);
    let is_there = |word: &str, allowed: &[&str]| {
        let mut text = text.clone();
        for phrase in allowed {
            text = text.replace(&format!(" {phrase} "), "  ");
        }
        text.contains(&format!(" {word} "))
    };
    let rows = WORDS.iter().filter(|(word, allowed, _)| is_there(word, allowed));
    rows.map(|(word, _, instead)| format!("`{word}`: {instead}")).collect()
}

#[test]
fn text_uses_the_words_of_the_field() {
    let mut wrong = Vec::new();
    let mut look = |file: &str, number: usize, text: &str| {
        wrong.extend(found(text).into_iter().map(|what| format!("{file}:{}: {what}", number + 1)));
    };
    for (file, text) in sources() {
        if !file.contains("/generated/") {
            let lines = text.lines().enumerate().filter_map(|(number, line)| Some((number, said(&file, line)?)));
            lines.for_each(|(number, text)| look(&file, number, text));
        }
    }
    for file in chapters() {
        let text = fs::read_to_string(workspace().join(&file)).expect("a chapter is text");
        let mut is_code = false;
        for (number, line) in text.lines().enumerate() {
            is_code ^= line.starts_with("```");
            if !is_code {
                look(&file, number, line);
            }
        }
    }
    assert!(wrong.is_empty(), "{} words of the left column of docs/glossary.md:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn headers_begin_with_what_a_file_does() {
    let is_wrong = |text: &str| {
        let header = text.strip_prefix("//! ").unwrap_or_default();
        NO_VERBS.iter().any(|word| header.split(' ').next() == Some(*word))
    };
    let is_source = |file: &str| !["/tests/", "/generated/"].iter().any(|folder| file.contains(folder));
    let found = sources().into_iter().filter(|(file, text)| is_source(file) && is_wrong(text));
    let wrong: Vec<String> = found.map(|(file, _)| file).collect();
    assert!(wrong.is_empty(), "{} headers do not begin with a verb:\n{}", wrong.len(), wrong.join("\n"));
}

/// All texts but the glossary, whose left column has these words.
fn chapters() -> Vec<String> {
    let mut chapters = Vec::new();
    for folder in ["", "docs", "docs/lessons", "hlslc/errors"] {
        for entry in fs::read_dir(workspace().join(folder)).expect("the workspace is readable") {
            let name = entry.expect("the workspace is readable").file_name().to_string_lossy().into_owned();
            let is_text = Path::new(&name).extension().is_some_and(|extension| extension == "md");
            if is_text && !["glossary.md", "17-error-codes.md"].contains(&name.as_str()) {
                chapters.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }
    assert!(chapters.len() > 50, "{} chapters", chapters.len());
    chapters.sort();
    chapters
}

#[test]
fn words_count_outside_of_code_and_quotation() {
    assert_eq!(found("Both ways lead behind it").len(), 2);
    assert_eq!(found("`ways` and \"behind\" are quoted, and [`this`](Self::ways) is a link"), Vec::<String>::new());
    assert_eq!(found("the conversion takes place on the way"), Vec::<String>::new());
    assert_eq!(said("a.rs", "let a = 1; // told"), Some("told"));
    assert_eq!(said("a.rs", &format!("let a = {0}x // told{0};", '"')), None);
    assert_eq!(said("a/src/errors.rs", "    E0001 error one() => \"told\";"), Some("told"));
}
