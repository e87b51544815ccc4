//! Processes `#include`.
//!
//! Input: the path as it is written, and the files that are being read. Output: the file that is read next, or an error that lists where it
//! was looked for.

use super::{Preprocessor, headers};
use crate::errors;
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostic;
use hlslc_base::source::IncludedFile;
use hlslc_base::span::Span;

/// Most folders that are listed where a file is in none of them.
const MOST_FOLDERS: usize = 16;

impl Preprocessor<'_> {
    /// Carries out an `#include`: the file is what is read next.
    pub(super) fn include(&mut self, name: Token) {
        let Some((path, angled, span)) = self.included_path(name) else { return };
        if self.frames.len() as u32 > self.options.budgets.include_depth {
            self.errors.push(errors::include_depth(span, self.options.budgets.include_depth));
            return self.stop();
        }
        let Some(found) = self.resolve_include(&path, angled, span) else {
            self.out.complete = false;
            return;
        };
        if !headers::is_built_in(&found.name) && !self.out.dependencies.contains(&found.name) {
            self.out.dependencies.push(found.name.clone());
        }
        self.out.includes.push((self.frames.len() as u32, found.name.clone()));
        if let Some(watched) = &mut self.out.watched {
            watched.includes.push(super::watched::Include { at: span, file: found.name.clone() });
        }
        if self.once.contains(&found.name) {
            return;
        }
        if self.out.includes.len() > self.options.budgets.includes as usize {
            self.errors.push(errors::too_many_includes(span, self.options.budgets.includes));
            return self.stop();
        }
        if self.is_guarded(&found) {
            return;
        }
        let Some(room) = self.room.checked_sub(found.bytes.len() as u64) else { return self.stop_for_text(span) };
        self.room = room;
        let Ok(file) = self.map.add_file(found.name, decode(&found.bytes), span) else {
            return self.stop_for_space(span);
        };
        self.note_read(file);
        self.out.warnings.resume(self.map.file(file).base);
        self.push_frame(file);
        self.turn(file, 0, Some(span));
    }

    /// Asks the resolver; reports what it says.
    fn resolve_include(&mut self, path: &str, angled: bool, span: Span) -> Option<IncludedFile> {
        match self.find_include(path, angled) {
            Ok(Some(found)) => Some(found),
            Ok(None) => {
                // As in DXC, only quotes look beside the file.
                let is_beside = angled && matches!(self.find_include(path, false), Ok(Some(_)));
                self.errors.push(if is_beside {
                    errors::include_needs_quotes(span, path).suggest(span, format!("\"{path}\""), "use quotes")
                } else {
                    self.not_found(path, angled, span)
                });
                None
            }
            Err(reason) => {
                self.errors.push(errors::include_unreadable(span, path, &reason));
                None
            }
        }
    }

    /// Says that there is no such file, and where it was looked for.
    fn not_found(&self, path: &str, angled: bool, span: Span) -> Diagnostic {
        let error = errors::include_not_found(span, path);
        let mut folders: Vec<String> = Vec::new();
        for frame in self.frames.iter().rev() {
            let Some(searched) = self.resolver.searched(&frame.name, angled) else { return error };
            for folder in searched {
                if !folders.contains(&folder) {
                    folders.push(folder);
                }
            }
        }
        if folders.is_empty() {
            return error.note("no folder is searched for `<…>`: `-I FOLDER` adds one");
        }
        let left_out = folders.len().saturating_sub(MOST_FOLDERS);
        folders.truncate(MOST_FOLDERS);
        let more = if left_out > 0 { format!(" and {left_out} more") } else { String::new() };
        let list: Vec<String> = folders.iter().map(|folder| format!("`{folder}`")).collect();
        error.note(format!("looked into {}{more}", list.join(", ")))
    }

    /// Asks the resolver for a file as seen from the file being read, then from the ones that include it, as dxc does. What it does
    /// not find may be a header of the compiler's.
    pub(super) fn find_include(&self, path: &str, angled: bool) -> Result<Option<IncludedFile>, String> {
        for frame in self.frames.iter().rev() {
            if let Some(found) = self.resolver.resolve(path, &frame.name, angled)? {
                return Ok(Some(found));
            }
        }
        Ok(angled.then(|| headers::find(path)).flatten())
    }

    /// Reads the path, which may come out of a macro: (path, in angle brackets, where).
    fn included_path(&mut self, name: Token) -> Option<(String, bool, Span)> {
        if let Some((path, span)) = self.frames.last_mut()?.lexer.angled_name() {
            self.expect_end_of_line("include");
            return Some((path, true, span));
        }
        let written = self.rest_of_directive();
        let tokens = self.expand_alone(&written, name);
        let (path, angled, used) = match tokens.first() {
            Some(token) if token.kind == TokenKind::Str => {
                let text = token.text(self.interner);
                (text.get(1..text.len() - 1).unwrap_or_default().to_owned(), false, 1)
            }
            Some(token) if token.kind == TokenKind::Less => {
                let Some(end) = tokens.iter().position(|t| t.kind == TokenKind::Greater) else {
                    self.errors.push(errors::include_without_path(token.span));
                    return None;
                };
                let mut path = String::new();
                for (i, token) in tokens[1..end].iter().enumerate() {
                    path.push_str(if i > 0 && token.space_before { " " } else { "" });
                    path.push_str(token.text(self.interner));
                }
                (path, true, end + 1)
            }
            Some(token) => {
                self.errors.push(errors::include_without_path(token.span));
                return None;
            }
            None => {
                self.errors.push(errors::include_without_path(name.span.end()));
                return None;
            }
        };
        let span = tokens[0].span.to(tokens[used - 1].span);
        if path.is_empty() {
            self.errors.push(errors::include_without_path(span));
            return None;
        }
        if let Some(extra) = tokens.get(used) {
            self.errors.push(errors::extra_tokens(extra.span, "include"));
        }
        Some((path, angled, span))
    }
}

/// Looks at whole words as long as they are text: nearly always to the end.
fn of_utf8(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_owned)
}

/// The text of a file: UTF-8, or UTF-16 with a byte order mark. Bytes that are neither become U+FFFD, which is
/// an error only outside comments and strings.
pub fn decode(bytes: &[u8]) -> String {
    let units = |from_bytes: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks(2).map(|c| from_bytes([c[0], c.get(1).copied().unwrap_or(0)]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => of_utf8(rest),
        _ => of_utf8(bytes),
    }
}
