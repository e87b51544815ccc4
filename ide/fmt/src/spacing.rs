//! Decides the space between two adjacent tokens of a line.

use crate::roles::{Role, Roles};
use crate::source::{Kind, Source};
use hlslc_syntax::token::TokenKind as T;

/// What stands between two tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blank {
    None,
    One,
    /// As the author has it, at most one.
    Kept,
}

/// The blank between a piece and the one before it.
pub(crate) fn blank(source: &Source<'_>, roles: &Roles, before: usize, i: usize) -> Blank {
    let (Kind::Token(left), Kind::Token(right)) = (source.pieces[before].kind, source.pieces[i].kind) else {
        // A comment between tokens.
        let is_tight = matches!(source.token(before), Some(T::LParen))
            || matches!(source.token(i), Some(T::RParen | T::Comma | T::Semi));
        return if is_tight { Blank::Kept } else { Blank::One };
    };
    let (left_role, right_role) = (roles.role[before], roles.role[i]);
    if right_role == Role::OperatorName {
        return Blank::None;
    }
    if left_role == Role::OperatorName {
        return if right == T::LParen { Blank::None } else { Blank::Kept };
    }
    after(source, roles, before, i, left, left_role)
        .or_else(|| ahead(source, before, right, right_role))
        .unwrap_or(Blank::One)
}

/// What the left token asks for.
fn after(source: &Source<'_>, roles: &Roles, before: usize, i: usize, left: T, role: Role) -> Option<Blank> {
    let right = source.token(i)?;
    match role {
        Role::Prefix | Role::Cast | Role::AngleOpen => return Some(Blank::None),
        Role::Pointer | Role::NoteOpen => return Some(Blank::Kept),
        Role::AngleClose => {
            let is_tight = matches!(
                right,
                T::LParen | T::ColonColon | T::Comma | T::RParen | T::Semi | T::LBracket | T::Dot | T::Ellipsis
            ) || roles.role[i] == Role::AngleClose;
            return Some(if is_tight { Blank::None } else { Blank::One });
        }
        Role::Label => return Some(Blank::One),
        Role::Plain | Role::Postfix | Role::NoteClose | Role::Control | Role::Block | Role::OperatorName => {}
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others ask for nothing")]
    match left {
        T::LParen | T::LBracket | T::Dot | T::Arrow | T::ColonColon => Some(Blank::None),
        T::LBrace => Some(if right == T::RBrace { Blank::None } else { Blank::One }),
        T::Hash | T::HashHash | T::Bad => Some(Blank::Kept),
        T::RParen if roles.partner(before).is_some_and(|open| roles.role[open] == Role::Control) => {
            Some(if right == T::Semi { Blank::None } else { Blank::One })
        }
        _ => None,
    }
}

/// What the right token asks for.
fn ahead(source: &Source<'_>, before: usize, right: T, role: Role) -> Option<Blank> {
    let left = source.token(before)?;
    match role {
        Role::Postfix | Role::Label | Role::AngleOpen | Role::AngleClose => {
            // `template <…>` is written both with and without the blank.
            let is_template = role == Role::AngleOpen && source.spelling(before) == "template";
            let is_reference = left == T::Equal && role == Role::AngleOpen;
            return Some(if is_reference {
                Blank::One
            } else if is_template {
                Blank::Kept
            } else {
                Blank::None
            });
        }
        Role::Pointer | Role::NoteOpen | Role::NoteClose => return Some(Blank::Kept),
        Role::Control | Role::Block => return Some(Blank::One),
        Role::Plain | Role::Prefix | Role::Cast | Role::OperatorName => {}
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others ask for nothing")]
    match right {
        T::RParen | T::RBracket | T::Semi | T::Comma | T::Dot | T::Arrow => Some(Blank::None),
        T::ColonColon => Some(match left {
            T::Word if matches!(source.spelling(before), "return" | "case") => Blank::One,
            T::Word => Blank::Kept,
            T::Greater | T::RParen => Blank::None,
            _ => Blank::One,
        }),
        T::Ellipsis => Some(Blank::Kept),
        T::LParen => Some(match left {
            T::Word if is_spaced(source.spelling(before)) => Blank::One,
            T::Word | T::RParen | T::RBracket => Blank::None,
            _ => return None,
        }),
        T::LBracket => Some(match left {
            T::Word if is_spaced(source.spelling(before)) => Blank::One,
            T::Word | T::RParen => Blank::None,
            T::RBracket => Blank::None,
            _ => return None,
        }),
        T::Str | T::Char if left == T::Word => Some(Blank::Kept),
        T::Number if left == T::Number => Some(Blank::Kept),
        T::Hash | T::HashHash | T::Bad => Some(Blank::Kept),
        T::Word if left == T::RBracket || left == T::RParen => Some(Blank::One),
        _ => None,
    }
}

/// Keywords after which a parenthesis or bracket is set apart by a space.
fn is_spaced(text: &str) -> bool {
    matches!(text, "return" | "case" | "else" | "do" | "in" | "out" | "inout" | "const" | "static")
}
