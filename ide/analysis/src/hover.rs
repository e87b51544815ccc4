//! Says what stands at a place: its declaration, its value, its place in memory, what is written above its declaration.

use crate::TextRange;
use crate::index::{Entry, Target};
use crate::show::{builtin_facts, overloads};
use crate::snapshot::Snapshot;
use hlslc_hir::hir::GlobalKind;
use hlslc_hir::types::TyData;
use hlslc_sema::uses::{Sort, Use};
use hlslc_semantics::SystemValue;
use std::fmt::Write as _;

/// The note about a resource whose register is not written. One who knows the register may put it in its place.
pub const NO_REGISTER: &str = "No register is written: one is assigned when the program is compiled.";

/// What is said about a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The name.
    pub range: TextRange,
    /// HLSL: a declaration.
    pub code: String,
    /// Markdown below it, a paragraph each.
    pub notes: Vec<String>,
}

impl Snapshot {
    /// What the name at a place means.
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        if let Some((range, included)) = self.include_at(file, offset) {
            return Some(Hover { range, code: format!("// {included}"), notes: Vec::new() });
        }
        let entries = self.names_at(file, offset);
        let Some(first) = entries.first() else { return self.hover_word(file, offset) };
        let range = first.range;
        // Of several meanings (of a name in the text of a macro) each is said once.
        let mut hovers: Vec<Hover> = Vec::new();
        for entry in entries {
            let hover = match self.use_of(entry) {
                Some(used) => self.hover_use(entry, used),
                None => self.hover_macro(entry),
            };
            if let Some(hover) = hover
                && !hovers.contains(&hover)
            {
                hovers.push(hover);
            }
        }
        let mut hovers = hovers.into_iter();
        let first = hovers.next()?;
        Some(hovers.fold(first, |mut all, next| {
            if all.range == range && all.code != next.code {
                let _ = write!(all.code, "\n{}", next.code);
            }
            all
        }))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing more is known about other names")]
    fn hover_use(&self, entry: &Entry, used: &Use) -> Option<Hover> {
        let mut hover = Hover { range: entry.range, code: self.declaration_text(entry, used), notes: Vec::new() };
        match used.sort {
            Sort::Builtin(id) => {
                // The call knows the object of a method; without one there is none.
                let call = self.uses.calls.iter().find(|call| call.name == used.at);
                let mut texts: Vec<String> = match call {
                    Some(call) => call.candidates.iter().map(|callee| callee.text.clone()).collect(),
                    None => overloads(id.row().objects.first(), id.row().name()),
                };
                if let Some(chosen) = call.and_then(|call| call.chosen)
                    && chosen < texts.len()
                {
                    texts[..=chosen].rotate_right(1);
                }
                if !texts.is_empty() {
                    hover.code = texts.join("\n");
                }
                hover.notes.extend(builtin_facts(id));
            }
            Sort::Global(id) => match self.program.globals.get(id).map(|global| &global.kind) {
                Some(GlobalKind::BufferMember { buffer, field }) => {
                    let buffer = &self.program.globals[*buffer];
                    if let TyData::Struct(layout) = *self.program.types.data(buffer.ty)
                        && let Some((offset, size)) = self.offsets(layout).get(*field as usize)
                    {
                        hover.notes.push(format!("In `{}` at offset {offset}, {size} bytes.", buffer.name));
                    }
                }
                Some(GlobalKind::Resource) if self.register_text(id).is_empty() => {
                    hover.notes.push(NO_REGISTER.to_owned());
                }
                _ => {}
            },
            Sort::Struct(_) | Sort::Enum(_) | Sort::Alias => {
                if let Some(size) = self.size_of(used.ty) {
                    hover.notes.push(format!("{size} bytes in a structured buffer."));
                }
            }
            _ => {}
        }
        hover.notes.extend(self.documentation(entry.target));
        (!hover.code.is_empty()).then_some(hover)
    }

    fn hover_macro(&self, entry: &Entry) -> Option<Hover> {
        let code = self.macro_text(entry)?;
        let mut notes = Vec::new();
        if let Some(text) = self.expansion_text(entry) {
            notes.push(format!("Expands to\n```hlsl\n{text}\n```"));
        }
        notes.extend(self.documentation(entry.target));
        Some(Hover { range: entry.range, code, notes })
    }

    /// What is said about a word that is no name: a system value.
    fn hover_word(&self, file: &str, offset: usize) -> Option<Hover> {
        let text = self.file_text(file)?;
        let range = word_at(text, offset)?;
        let word = &text[range.start..range.end];
        let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let value = SystemValue::ALL.iter().find(|value| {
            !value.name().is_empty()
                && (value.name().eq_ignore_ascii_case(word) || value.name().eq_ignore_ascii_case(bare))
        })?;
        let numbers = value.numbers().name;
        let notes = if numbers.is_empty() { Vec::new() } else { vec![format!("A system value of type `{numbers}`.")] };
        Some(Hover { range, code: value.name().to_owned(), notes })
    }

    /// The comment above the declaration of a target.
    pub(crate) fn documentation(&self, target: Target) -> Option<String> {
        let entry = self.definition_of(target)?;
        let place = self.place_of(entry);
        let text = self.file_text(&place.file)?;
        comment_above(text, place.range.start)
    }
}

/// The word that a cursor touches.
pub(crate) fn word_at(text: &str, offset: usize) -> Option<TextRange> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let bytes = text.as_bytes();
    let mut start = offset.min(bytes.len());
    while start > 0 && is_word(bytes[start - 1]) {
        start -= 1;
    }
    let mut end = offset.min(bytes.len());
    while end < bytes.len() && is_word(bytes[end]) {
        end += 1;
    }
    (start < end && !bytes[start].is_ascii_digit()).then(|| TextRange::new(start, end))
}

/// The comment on the lines before a declaration, or after it on its own line.
fn comment_above(text: &str, at: usize) -> Option<String> {
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let mut lines: Vec<&str> = Vec::new();
    let mut in_block = false;
    for line in text[..line_start].lines().rev() {
        let line = line.trim();
        if in_block || line.ends_with("*/") {
            in_block = !line.starts_with("/*");
            lines.push(line.trim_start_matches(['/', '*']).trim_end_matches(['/', '*']).trim());
        } else if let Some(comment) = line.strip_prefix("//") {
            lines.push(comment.trim_start_matches(['/', '!', '<']).trim());
        } else if line.starts_with('[') && line.ends_with(']') && lines.is_empty() {
            // Attributes stand between a comment and what it is about.
        } else {
            break;
        }
        if lines.len() > 64 {
            break;
        }
    }
    lines.reverse();
    if lines.iter().all(|line| line.is_empty() || line.starts_with("hlslc:")) {
        let line = text[at..].lines().next()?;
        let (_, comment) = line.split_once("//")?;
        return Some(comment.trim_start_matches(['/', '!', '<']).trim().to_owned()).filter(|text| !text.is_empty());
    }
    Some(lines.join("\n").trim().to_owned())
}
