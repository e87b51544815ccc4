//! Compares the diagnostics of two compilers for a source as far as they can agree: lines, and the groups of warnings.
//!
//! Input: the text of diagnostics, `FILE:LINE:COLUMN: error: …`. Output: a message a line; notes and excerpts are left out.

use std::collections::BTreeSet;

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The line, 0 if it stands at no place.
    pub line: u32,
    /// Whether it is an error.
    pub is_error: bool,
    /// The name after `-W`; empty if it has none.
    pub group: String,
    /// The rest.
    pub text: String,
}

/// Groups of ours for what has no group at DXC.
const WITHOUT_GROUP: [&str; 2] = ["ignored-initializer", "ambiguous-patch-function"];

/// The messages of a text. `file` is the name that places have; other files are left out.
pub fn messages(text: &str, file: &str) -> Vec<Message> {
    text.lines().filter_map(|line| message(line, file)).collect()
}

fn message(line: &str, file: &str) -> Option<Message> {
    let (place, kind, rest) = ["fatal error", "error", "warning"].into_iter().find_map(|kind| {
        let marker = format!("{kind}: ");
        let at = line.find(&marker)?;
        let place = &line[..at];
        (place.is_empty() || place.ends_with(": ")).then(|| (place, kind, &line[at + marker.len()..]))
    })?;
    let is_error = kind != "warning";
    let line = match place.strip_suffix(": ") {
        None => 0,
        Some(place) => {
            let (before, _column) = place.rsplit_once(':')?;
            let (name, line) = before.rsplit_once(':')?;
            if !name.ends_with(file) {
                return None;
            }
            line.parse().ok()?
        }
    };
    // hlslc writes its own code last.
    let mut text = rest.trim_end();
    let is_code = |word: &str| word.len() == 7 && (word.starts_with("[W") || word.starts_with("[E"));
    if let Some((before, last)) = text.rsplit_once(' ')
        && is_code(last)
    {
        text = before;
    }
    let mut group = "";
    if let Some((before, last)) = text.rsplit_once(' ')
        && let Some(name) = last.strip_prefix("[-W").and_then(|name| name.strip_suffix(']'))
    {
        (text, group) = (before, name);
    }
    // A summary, not a message; what it sums up follows.
    if text == "validation errors" {
        return None;
    }
    Some(Message { line, is_error, group: group.to_owned(), text: text.to_owned() })
}

/// The places and groups of the warnings.
pub fn warnings(messages: &[Message]) -> BTreeSet<(u32, &str)> {
    let group = |message: &'_ Message| !WITHOUT_GROUP.contains(&message.group.as_str());
    messages
        .iter()
        .filter(|message| !message.is_error)
        .map(|message| (message.line, if group(message) { message.group.as_str() } else { "" }))
        .collect()
}

/// The errors alone.
pub fn errors(messages: &[Message]) -> Vec<&Message> {
    messages.iter().filter(|message| message.is_error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_compilers_texts_are_read_alike() {
        let theirs = "a/b.hlsl:3:7: warning: expression result unused [-Wunused-value]\n  x;\n  ^\nnote: here\n\
                      error: validation errors\nb.hlsl:4:1: error: bad\nother.h:1:1: error: elsewhere\nerror: nowhere";
        let ours = "b.hlsl:3:7: warning: expression result unused [-Wunused-value] [W0307]\nb.hlsl:4:1: error: bad [E0201]\n\
                    error: nowhere [E0421]";
        assert_eq!(messages(theirs, "b.hlsl"), messages(ours, "b.hlsl"));
        assert_eq!(warnings(&messages(ours, "b.hlsl")), BTreeSet::from([(3, "unused-value")]));
        assert_eq!(errors(&messages(ours, "b.hlsl")).len(), 2);
    }
}
