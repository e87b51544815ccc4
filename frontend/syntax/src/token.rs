//! Defines tokens, the output of the lexer, rewritten by the preprocessor and read by the classifier.
//!
//! A token is 16 bytes: its kind, its spelling as a [`Symbol`] where the kind alone does not determine it, its place, and
//! two facts about the white space before it.

use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::span::Span;

/// Declares [`TokenKind`]: the kinds with a spelling of their own, and all marks with theirs.
macro_rules! token_kinds {
    (spelt { $( $(#[doc = $doc:literal])+ $spelt:ident = $describe:literal, )* }
     marks { $( $mark:ident = $text:literal, )* }) => {
        /// What a token is. Words are not distinguished here: keywords are the classifier's matter.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, logos::Logos)]
        #[logos(skip(r"[ \t\x0b\x0c]+"))]
        #[logos(skip(r"//[^\n\r]*", allow_greedy = true))]
        pub enum TokenKind {
            /// A word.
            #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*", crate::lex::word)]
            #[regex(r"[\u{80}-\u{10FFFF}]", crate::lex::foreign_word)]
            Word,
            /// A number, not yet read: `1.5e3f`, `0x10`, also malformed ones such as `08xyz`.
            #[regex(r"\.?[0-9]", crate::lex::number)]
            Number,
            /// `"…"` with its quotes.
            #[regex(r#""([^"\\\n\r]|\\[^\n\r])*""#)]
            Str,
            /// `'…'` with its quotes.
            #[regex(r"'([^'\\\n\r]|\\[^\n\r])*'")]
            Char,
            /// The end of a line.
            #[regex(r"\r\n|\n|\r")]
            Newline,
            /// Where a block comment starts; the lexer itself skips the comment and never hands this out.
            #[token("/*")]
            BlockComment,
            $( $(#[doc = $doc])+ $spelt, )*
            $( #[doc = concat!("`", $text, "`")] #[token($text)] $mark, )*
        }

        impl TokenKind {
            /// As written, for marks; empty for kinds whose tokens carry their spelling.
            pub const fn mark(self) -> &'static str {
                match self {
                    $( Self::$mark => $text, )*
                    Self::Word | Self::Number | Self::Str | Self::Char | Self::Newline | Self::BlockComment
                        $( | Self::$spelt )* => "",
                }
            }

            /// Whether its tokens carry their spelling.
            pub(crate) const fn is_spelt(self) -> bool {
                matches!(
                    self,
                    Self::Word | Self::Number | Self::Str | Self::Char | Self::BlockComment $( | Self::$spelt )*
                )
            }

            /// In words, for messages and dumps.
            pub const fn describe(self) -> &'static str {
                match self {
                    Self::Word => "word",
                    Self::Number => "number",
                    Self::Str => "string",
                    Self::Char => "character",
                    Self::Newline => "end of line",
                    Self::BlockComment => "comment",
                    $( Self::$spelt => $describe, )*
                    $( Self::$mark => $text, )*
                }
            }
        }
    };
}

token_kinds! {
    spelt {
        /// What starts no token: an odd character, an unfinished string. With an empty spelling it stands where
        /// something was wrong that was reported already.
        Bad = "bad token",
        /// The end of the input.
        Eof = "end of file",
        /// `#pragma …`, kept whole for the text output of the preprocessor alone.
        Pragma = "pragma",
    }
    marks {
        LBrace = "{",
        RBrace = "}",
        LParen = "(",
        RParen = ")",
        LBracket = "[",
        RBracket = "]",
        Semi = ";",
        Comma = ",",
        Dot = ".",
        Ellipsis = "...",
        Arrow = "->",
        Colon = ":",
        ColonColon = "::",
        Question = "?",
        Tilde = "~",
        Bang = "!",
        Plus = "+",
        Minus = "-",
        Star = "*",
        Slash = "/",
        Percent = "%",
        Amp = "&",
        Pipe = "|",
        Caret = "^",
        Less = "<",
        Greater = ">",
        Shl = "<<",
        Shr = ">>",
        LessEqual = "<=",
        GreaterEqual = ">=",
        EqualEqual = "==",
        NotEqual = "!=",
        AndAnd = "&&",
        OrOr = "||",
        PlusPlus = "++",
        MinusMinus = "--",
        Equal = "=",
        PlusEqual = "+=",
        MinusEqual = "-=",
        StarEqual = "*=",
        SlashEqual = "/=",
        PercentEqual = "%=",
        ShlEqual = "<<=",
        ShrEqual = ">>=",
        AmpEqual = "&=",
        PipeEqual = "|=",
        CaretEqual = "^=",
        Hash = "#",
        HashHash = "##",
    }
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// White space, a comment or the start of a line comes before it.
    pub space_before: bool,
    /// It is the first token of its line.
    pub line_start: bool,
    /// A macro name that was met inside the macro's own expansion, and is never expanded again.
    pub painted: bool,
    /// As written; empty for marks.
    pub symbol: Symbol,
    /// Where.
    pub span: Span,
}

impl Token {
    /// A token without white space before it.
    pub const fn new(kind: TokenKind, symbol: Symbol, span: Span) -> Self {
        Self { kind, space_before: false, line_start: false, painted: false, symbol, span }
    }

    /// As written.
    pub fn text(self, interner: &Interner) -> &str {
        match self.kind.mark() {
            "" => interner.text(self.symbol),
            mark => mark,
        }
    }

    /// Whether it is this word.
    pub fn is_word(self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Word && self.symbol == symbol
    }
}

/// The tokens as text, one a line: what `--emit=tokens` prints.
pub fn dump(tokens: &[Token], interner: &Interner, map: &hlslc_base::SourceMap) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for token in tokens {
        let (name, line, column) = hlslc_base::render::place(map, token.span);
        let kind = if token.kind.mark().is_empty() { token.kind.describe() } else { "mark" };
        let _ = writeln!(out, "{name}:{line}:{column}\t{kind}\t{}", token.text(interner));
    }
    out
}
