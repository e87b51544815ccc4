//! Splits the root signature language into tokens.
//!
//! Input: the text. Output: tokens with byte ranges. Names of elements and arguments are tokens of their own, in any case;
//! flags and enum values are all [`Token::Word`], because the tables of `hlslc-rootsig` know them. Whatever fits nothing is
//! [`Token::Bad`], so lexing never fails.

use logos::Logos;

/// A token kind. The text of a token is in the source, at its byte range.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\x0B]+")]
pub(crate) enum Token {
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    #[token("|")]
    Or,

    #[token("RootFlags", ignore(case))]
    RootFlags,
    #[token("RootConstants", ignore(case))]
    RootConstants,
    #[token("CBV", ignore(case))]
    Cbv,
    #[token("SRV", ignore(case))]
    Srv,
    #[token("UAV", ignore(case))]
    Uav,
    #[token("Sampler", ignore(case))]
    Sampler,
    #[token("DescriptorTable", ignore(case))]
    DescriptorTable,
    #[token("StaticSampler", ignore(case))]
    StaticSampler,

    #[token("num32BitConstants", ignore(case))]
    Num32BitConstants,
    #[token("numDescriptors", ignore(case))]
    NumDescriptors,
    #[token("space", ignore(case))]
    Space,
    #[token("visibility", ignore(case))]
    Visibility,
    #[token("offset", ignore(case))]
    Offset,
    #[token("flags", ignore(case))]
    Flags,
    #[token("filter", ignore(case))]
    Filter,
    #[token("addressU", ignore(case))]
    AddressU,
    #[token("addressV", ignore(case))]
    AddressV,
    #[token("addressW", ignore(case))]
    AddressW,
    #[token("mipLODBias", ignore(case))]
    MipLodBias,
    #[token("maxAnisotropy", ignore(case))]
    MaxAnisotropy,
    #[token("comparisonFunc", ignore(case))]
    ComparisonFunc,
    #[token("borderColor", ignore(case))]
    BorderColor,
    #[token("minLOD", ignore(case))]
    MinLod,
    #[token("maxLOD", ignore(case))]
    MaxLod,

    #[token("unbounded", ignore(case))]
    Unbounded,
    #[token("DESCRIPTOR_RANGE_OFFSET_APPEND", ignore(case))]
    OffsetAppend,

    /// A letter in lower case and digits, and whatever else a word may hold after them, as in DXC.
    #[regex(r"[btus][0-9][A-Za-z0-9_]*", priority = 10)]
    Register,
    #[regex(r"\+?[0-9]+")]
    Unsigned,
    #[regex(r"-[0-9]+")]
    Negative,
    #[regex(r"[+-]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[fF]?")]
    #[regex(r"[+-]?[0-9]+[eE][+-]?[0-9]+[fF]?")]
    #[regex(r"[+-]?[0-9]+[fF]")]
    Float,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*", priority = 1)]
    Word,

    /// Anything else, one character at a time.
    Bad,
}

/// A token between the byte offsets of its start and end.
pub(crate) type Spanned = (u32, Token, u32);

/// The tokens of a text. Texts of 4 GiB and more are cut: their offsets would not fit.
pub(crate) fn tokens(text: &str) -> Vec<Spanned> {
    let text = if u32::try_from(text.len()).is_ok() { text } else { "" };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let lexer = Token::lexer(text).spanned();
    tokens.extend(lexer.map(|(token, range)| {
        // Case folding of Unicode knows letters that fold to ASCII ones; the language does not.
        let token = token.ok().filter(|_| text[range.clone()].is_ascii()).unwrap_or(Token::Bad);
        (range.start as u32, token, range.end as u32)
    }));
    tokens
}

#[cfg(test)]
mod tests {
    use super::Token;
    use hlslc_rootsig::{ParameterType, Value, clause};
    use logos::Logos;

    #[test]
    fn every_clause_is_a_token_and_a_kind_of_parameter_by_the_same_name() {
        for name in clause::ALL {
            let token = Token::lexer(name).next().and_then(Result::ok).expect("it is a token");
            assert_eq!(format!("{token:?}"), name);
        }
        assert_eq!(ParameterType::DescriptorTable.row().keyword, clause::TABLE);
        assert_eq!(ParameterType::Constants32Bit.row().keyword, clause::CONSTANTS);
    }
}
