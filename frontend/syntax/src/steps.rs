//! Provides the input of the generated parser, and queries about the place of an error.
//!
//! A [`Step`] is a terminal with its start and end. Brackets balance among the steps of an item. Each query examines steps
//! alone: whether the failure is in an expression, in the header of a loop, or after a type.

use crate::builder::At;
use crate::items::starts_record;
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::TokenKind;
use crate::words::Keyword;

/// A terminal with where it starts and ends, as the generated parser wants it.
pub(crate) type Step = (At, Terminal, At);

/// The steps of terminals, of which the first is the one at `start`.
pub(crate) fn steps_of(start: usize, terminals: &[PlacedTerminal]) -> impl Iterator<Item = Step> {
    (start as At..).zip(terminals).map(|(at, t)| (at, t.terminal, at + 1))
}

/// The expression around a step, as far as punctuation shows it: what stands in parentheses or brackets, after a `=`
/// or after `return`. `None` where no expression must be.
pub(crate) fn expression_around(steps: &[Step], at: usize) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut start = None;
    for i in (0..at.min(steps.len())).rev() {
        match steps[i].1 {
            Terminal::Mark(TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) => depth += 1,
            Terminal::Mark(TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) if depth > 0 => depth -= 1,
            Terminal::Mark(TokenKind::LParen | TokenKind::LBracket | TokenKind::Equal)
            | Terminal::Keyword(Keyword::Return)
                if depth == 0 =>
            {
                start = Some(i + 1);
                break;
            }
            Terminal::Mark(TokenKind::LBrace | TokenKind::Semi) | Terminal::Error if depth == 0 => return None,
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => {}
        }
    }
    let start = start?;
    let in_list = steps.get(start - 1)?.1 == Terminal::Mark(TokenKind::Equal);
    for (i, step) in steps.iter().enumerate().skip(at) {
        match step.1 {
            Terminal::Mark(TokenKind::Comma) if depth == 0 && in_list => return Some((start, i)),
            Terminal::Mark(TokenKind::Semi) if depth == 0 => return Some((start, i)),
            Terminal::Mark(TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) => depth += 1,
            Terminal::Mark(TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) => {
                if depth == 0 {
                    return Some((start, i));
                }
                depth -= 1;
            }
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => {}
        }
    }
    None
}

/// Whether a step is the brace after the members of a struct or the names of an enumeration.
pub(crate) fn closes_type(steps: &[Step], at: usize) -> bool {
    if steps[at].1 != Terminal::Mark(TokenKind::RBrace) {
        return false;
    }
    let before = matching_opener(steps, at).map_or(&[][..], |open| &steps[..open]);
    let is_other = |step: &&Step| {
        use TokenKind::{Equal, LBrace, RBrace, RParen, Semi};
        matches!(step.1, Terminal::Mark(Equal | LBrace | RBrace | RParen | Semi))
    };
    before.iter().rev().take_while(|step| !is_other(step)).any(|step| starts_record(step.1))
}

/// The start of a statement without the `else` and attributes before it; if those contain `at`, it starts with them.
pub(crate) fn behind_prefixes(steps: &[Step], start: usize, at: usize) -> usize {
    let mut after = start;
    while let Some(step) = steps.get(after) {
        let next = match step.1 {
            Terminal::Keyword(Keyword::Else) => after + 1,
            Terminal::Mark(TokenKind::LBracket) => matching_closer(steps, after).map_or(at, |close| close + 1),
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => break,
        };
        if next >= at {
            break;
        }
        after = next;
    }
    after
}

/// The `do` of the loop whose `while` is this step.
pub(crate) fn start_of_do(steps: &[Step], at: usize) -> Option<usize> {
    let is_while = steps.get(at)?.1 == Terminal::Keyword(Keyword::While);
    let brace = at.checked_sub(1).filter(|&before| is_while && steps[before].1 == Terminal::Mark(TokenKind::RBrace))?;
    matching_opener(steps, brace)?.checked_sub(1).filter(|&word| steps[word].1 == Terminal::Keyword(Keyword::Do))
}

/// Whether a step begins a part of `for (…; …; …)` where a semicolon has not come yet.
pub(crate) fn begins_part_of_for(steps: &[Step], at: usize) -> bool {
    matches!(steps[at].1, Terminal::Ident(_) | Terminal::Literal(_)) && is_in_head_of_for(steps, at)
}

/// Whether a step stands between the parentheses of a `for`, before the second of its semicolons.
pub(crate) fn is_in_head_of_for(steps: &[Step], at: usize) -> bool {
    let (mut depth, mut semicolons) = (0usize, 0);
    for i in (0..at).rev() {
        match steps[i].1 {
            Terminal::Mark(TokenKind::RParen | TokenKind::RBracket) => depth += 1,
            Terminal::Mark(TokenKind::LParen) if depth == 0 => {
                let is_for = i.checked_sub(1).is_some_and(|before| steps[before].1 == Terminal::Keyword(Keyword::For));
                return is_for && semicolons < 2;
            }
            Terminal::Mark(TokenKind::LParen | TokenKind::LBracket) => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            Terminal::Mark(TokenKind::Semi) if depth == 0 => semicolons += 1,
            Terminal::Mark(TokenKind::LBrace | TokenKind::RBrace) => return false,
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Type(_)
            | Terminal::Ident(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => {}
        }
    }
    false
}

/// The step that closes what `at` opens.
fn matching_closer(steps: &[Step], at: usize) -> Option<usize> {
    matching(steps, at..steps.len(), 1)
}

/// The step that opens what `at` closes.
pub(crate) fn matching_opener(steps: &[Step], at: usize) -> Option<usize> {
    matching(steps, (0..=at).rev(), -1)
}

/// The first of these steps after which as many brackets are closed as opened, where `opens` is what an opening one counts.
fn matching(steps: &[Step], mut order: impl Iterator<Item = usize>, opens: isize) -> Option<usize> {
    let mut depth = 0;
    order.find(|&at| {
        let counts = bracket(&steps[at].1) * opens;
        depth += counts;
        counts < 0 && depth == 0
    })
}

/// 1 for an opening bracket, -1 for a closing one.
fn bracket(terminal: &Terminal) -> isize {
    let Terminal::Mark(mark) = terminal else { return 0 };
    if matches!(mark, TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) {
        1
    } else if matches!(mark, TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket) {
        -1
    } else {
        0
    }
}
