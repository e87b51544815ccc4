//! Splits the reference page of messages: a page for each code, and one that lists them.
//!
//! Input: the Markdown that `hlslc docs` writes to [`MESSAGES`]. Output: Markdown of pages by their names.

use std::fmt::Write as _;

/// The reference page that is split.
pub(crate) const MESSAGES: &str = "messages.md";

/// A code and its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) code: String,
    /// What it says, in a few words.
    pub(crate) summary: String,
    pub(crate) text: String,
}

/// The messages of the page.
pub(crate) fn split(page: &str) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    let mut is_listing = false;
    for line in page.lines() {
        is_listing ^= line.starts_with("```");
        if let Some(code) = line.strip_prefix("## ").filter(|_| !is_listing) {
            found.push(Message { code: code.to_owned(), summary: String::new(), text: String::new() });
        } else if let Some(message) = found.last_mut() {
            let summary = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
            match summary.filter(|_| message.summary.is_empty()) {
                Some(summary) => {
                    summary.clone_into(&mut message.summary);
                    message.text = format!("# {}: {summary}\n", message.code);
                }
                None => {
                    let _ = writeln!(message.text, "{line}");
                }
            }
        }
    }
    found
}

/// The Markdown of the page that lists them.
pub(crate) fn list(messages: &[Message]) -> String {
    let mut out = String::from(
        "# Messages by their codes\n\n`hlslc explain CODE` prints what stands on the page of a code, with a shader that is wrong and one that \
         is right. The search finds codes and words.\n",
    );
    for (letter, title) in [("E", "Errors"), ("W", "Warnings"), ("N", "Notes"), ("L", "Lints")] {
        let rows: Vec<&Message> = messages.iter().filter(|message| message.code.starts_with(letter)).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n## {title}\n\n| code | what it says |\n| --- | --- |");
        for row in rows {
            let _ = writeln!(out, "| [{}]({}.md) | {} |", row.code, row.code, row.summary);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_a_page() {
        let page = "# Messages\n\nAll.\n\n## E1\n\n**a**\n\nWhy.\n\n```hlsl\n## no code\n```\n\n## W2\n\n**b**\n\n`-Wx`: given.\n";
        let messages = split(page);
        let shown: Vec<_> =
            messages.iter().map(|row| (row.code.as_str(), row.summary.as_str(), row.text.as_str())).collect();
        assert_eq!(
            shown,
            [("E1", "a", "# E1: a\n\nWhy.\n\n```hlsl\n## no code\n```\n\n"), ("W2", "b", "# W2: b\n\n`-Wx`: given.\n"),]
        );
        assert!(
            list(&messages).contains("## Warnings\n\n| code | what it says |\n| --- | --- |\n| [W2](W2.md) | b |\n")
        );
    }
}
