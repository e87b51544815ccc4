//! Reads the records of debug information: fields by name, in any sequence, with DWARF's words for numbers.

use crate::bitstream::rotate_sign;
use crate::debug_info::{DebugKind, FieldKind};
use crate::disasm::dwarf;

use super::lex::{Kind, Token};
use super::metadata::{RawField, RawNode, RawRef};
use super::parser::{Parse, Parser};

impl Parser<'_> {
    /// `!DILocation(line: 3, …)`, whose name comes next.
    pub(super) fn record(&mut self, distinct: bool) -> Parse<RawNode> {
        let token = self.next();
        let name = self.metadata_name(token);
        let Some(&kind) = DebugKind::ALL.iter().find(|kind| *name == *kind.name().as_bytes()) else {
            return self.error(
                token,
                format!("{} is no record of LLVM 3.7: records are named as `!DILocation`", self.shown(token)),
            );
        };
        if kind == DebugKind::GenericDINode {
            return self.error(token, "generic records cannot be read: use the record for what it is about");
        }
        self.require(b'(', "before the fields of a record")?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the fields of every other record are named")]
        let fields = match kind {
            DebugKind::DIExpression => self.expression_fields()?,
            _ => self.record_fields(token, kind)?,
        };
        Ok(RawNode::Debug { distinct, kind, fields })
    }

    fn record_fields(&mut self, token: Token, kind: DebugKind) -> Parse<Vec<RawField>> {
        let rows = kind.fields();
        let mut fields: Vec<Option<RawField>> = vec![None; rows.len()];
        while !self.take(b')') {
            let label = self.peek();
            if label.kind != Kind::Label {
                return self.expected("a field, such as `line: 3`, or `)`");
            }
            let name = self.label_name(label);
            let Some(index) = rows.iter().position(|(known, _)| *known.as_bytes() == *name) else {
                let known: Vec<_> = rows.iter().map(|(name, _)| *name).collect();
                let message = format!("`!{}` has no field `{name}`: it has {}", kind.name(), known.join(", "));
                return self.error(label, message);
            };
            self.at += 1;
            let value = self.record_field(rows[index].0, rows[index].1)?;
            if fields[index].replace(value).is_some() {
                return self.error(label, format!("the field `{name}` is given twice: remove one"));
            }
            if !self.is_punct(b')') {
                self.require(b',', "between fields")?;
            }
        }
        let mut all = Vec::with_capacity(rows.len());
        for (&(name, field), value) in rows.iter().zip(fields) {
            all.push(match (value, field) {
                (Some(value), _) => value,
                (None, FieldKind::RequiredRef) => {
                    return self.error(token, format!("`!{}` needs the field `{name}`: add it", kind.name()));
                }
                (None, FieldKind::Ref | FieldKind::Text) => RawField::Ref(RawRef::Null),
                (None, FieldKind::Tag) => match dwarf::default_tag(kind) {
                    Some(tag) => RawField::Int(tag),
                    None => return self.error(token, format!("`!{}` needs the field `{name}`: add it", kind.name())),
                },
                (None, _) => RawField::Int(0),
            });
        }
        Ok(all)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "only null is not allowed")]
    fn record_field(&mut self, name: &str, kind: FieldKind) -> Parse<RawField> {
        let token = self.peek();
        match kind {
            FieldKind::Text => {
                // LLVM has no empty strings there.
                let text = self.string("a string")?;
                let is_empty = text.is_empty();
                let reference = if is_empty { RawRef::Null } else { RawRef::Entry(self.module.metadata.string(text)) };
                Ok(RawField::Ref(reference))
            }
            FieldKind::Ref => self.reference().map(RawField::Ref),
            FieldKind::RequiredRef => match self.reference()? {
                RawRef::Null => self.error(token, format!("the field `{name}` cannot be null")),
                reference => Ok(RawField::Ref(reference)),
            },
            FieldKind::Bool => match self.take_one_of(&[("true", 1), ("false", 0)]) {
                Some(value) => Ok(RawField::Int(value)),
                None => self.expected("`true` or `false`"),
            },
            FieldKind::Signed => Ok(RawField::Int(rotate_sign(self.signed(name)?))),
            FieldKind::Flags => {
                let mut flags = 0;
                loop {
                    flags |= match self.word().and_then(dwarf::flag) {
                        Some(flag) => {
                            self.at += 1;
                            flag
                        }
                        None => self.unsigned("flags, such as `DIFlagPrototyped`")?,
                    };
                    if !self.take(b'|') {
                        return Ok(RawField::Int(flags));
                    }
                }
            }
            FieldKind::Tag | FieldKind::Int => match self.word() {
                Some(word) => match dwarf::number(name, word) {
                    Some(number) => {
                        self.at += 1;
                        Ok(RawField::Int(number))
                    }
                    None => self.error(
                        token,
                        format!("{} is no value of `{name}` that is known: write its number", self.shown(token)),
                    ),
                },
                None if name == "count" => Ok(RawField::Int(self.signed(name)?.cast_unsigned())),
                None => Ok(RawField::Int(self.unsigned(&format!("a number for `{name}`"))?)),
            },
        }
    }

    fn signed(&mut self, name: &str) -> Parse<i64> {
        let token = self.peek();
        let digits = (token.kind == Kind::Int).then(|| std::str::from_utf8(self.text(token)).ok()).flatten();
        match digits.and_then(|digits| digits.parse().ok()) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.expected(&format!("a number for `{name}`")),
        }
    }

    /// The operations of an expression and their arguments.
    fn expression_fields(&mut self) -> Parse<Vec<RawField>> {
        let mut fields = Vec::new();
        while !self.take(b')') {
            let operation = self.word().and_then(dwarf::operation);
            fields.push(RawField::Int(match operation {
                Some(number) => {
                    self.at += 1;
                    number
                }
                None => self.unsigned("an operation, such as `DW_OP_deref`, or its argument")?,
            }));
            if !self.is_punct(b')') {
                self.require(b',', "between the operations of an expression")?;
            }
        }
        Ok(fields)
    }
}
