//! Reads metadata blocks of the module level: entries, named lists and attachment kinds.
//!
//! Entries may refer to later ones, in the same block or, for debug information, anywhere in it; each record is one
//! entry, and entries are numbered in the order of their records.

use crate::bitstream::Record;
use crate::debug_info::{DebugField, DebugKind, DebugRecord, FieldKind};
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::metadata::{MdId, Metadata};

use super::read::{Reader, text};
use super::{block, md_code};

type Read<T> = Result<T, BitcodeError>;

impl Reader<'_> {
    /// Reads a metadata block.
    pub(super) fn module_metadata(&mut self) -> Read<()> {
        if self.module.metadata.len() != self.md_count {
            return Err(self.error(BitcodeErrorKind::Unsupported { what: "module metadata after a function" }));
        }
        let mut name = None;
        let mut named = Vec::new();
        let mut greatest = None;
        self.records(|reader, record| {
            match record.code {
                md_code::NAME => name = Some(text(&record.operands)),
                md_code::NAMED_NODE => {
                    let bad = reader.operands("named metadata list", record).error();
                    named.push((name.take().ok_or(bad)?, record.operands.clone()));
                }
                md_code::KIND => {
                    let mut operands = reader.operands("metadata kind", record);
                    let number = operands.next()?;
                    reader.add_md_kind(number, text(operands.rest()));
                }
                _ => {
                    let entry = reader.metadata_record(record, &mut greatest)?;
                    reader.module.metadata.push(entry);
                }
            }
            Ok(())
        })?;
        self.md_count = self.module.metadata.len();
        if let Some(greatest) = greatest {
            self.md(u64::from(MdId::as_u32(greatest)))?;
        }
        for (name, nodes) in named {
            let nodes = nodes.iter().map(|&number| self.md(number)).collect::<Read<_>>()?;
            self.module.named_metadata.insert(name, nodes);
        }
        Ok(())
    }

    /// A metadata entry by number.
    pub(super) fn md(&self, number: u64) -> Read<MdId> {
        match u32::try_from(number) {
            Ok(index) if (index as usize) < self.md_count => Ok(MdId::from_u32(index)),
            _ => Err(self.missing("metadata entry", number)),
        }
    }

    /// A metadata entry by number, 0 for none and one more than the number otherwise.
    pub(super) fn md_or_null(&self, code: u64) -> Read<Option<MdId>> {
        code.checked_sub(1).map(|number| self.md(number)).transpose()
    }

    /// Makes an entry; it may refer to entries up to `greatest`, which must turn out to exist.
    fn metadata_record(&mut self, record: &Record, greatest: &mut Option<MdId>) -> Read<Metadata> {
        let mut reference = |reader: &Self, number: u64| -> Read<MdId> {
            match u32::try_from(number) {
                Ok(index) if index != u32::MAX => {
                    let id = MdId::from_u32(index);
                    *greatest = (*greatest).max(Some(id));
                    Ok(id)
                }
                _ => Err(reader.missing("metadata entry", number)),
            }
        };
        match record.code {
            md_code::STRING => Ok(Metadata::String(text(&record.operands))),
            md_code::VALUE => {
                let mut operands = self.operands("metadata value", record);
                let _ty = operands.next()?;
                let number = operands.next()?;
                let index = usize::try_from(number).unwrap_or(usize::MAX);
                let value = self.values.get(index).copied();
                Ok(Metadata::Value(value.ok_or_else(|| self.missing("value", number))?))
            }
            md_code::NODE | md_code::DISTINCT_NODE => {
                let operand = |&code: &u64| code.checked_sub(1).map(|number| reference(self, number)).transpose();
                let operands = record.operands.iter().map(operand).collect::<Read<_>>()?;
                Ok(Metadata::Node { distinct: record.code == md_code::DISTINCT_NODE, operands })
            }
            code => {
                let kind = DebugKind::from_code(code).ok_or_else(|| self.unknown(block::METADATA, code))?;
                let mut operands = self.operands(kind.name(), record);
                let distinct = operands.next_bool()?;
                let mut fields = Vec::with_capacity(operands.len());
                for (index, &raw) in operands.rest().iter().enumerate() {
                    fields.push(match kind.field(index).ok_or_else(|| operands.error())? {
                        FieldKind::Ref | FieldKind::Text => {
                            let target = raw.checked_sub(1).map(|number| reference(self, number)).transpose()?;
                            DebugField::Ref(target)
                        }
                        FieldKind::RequiredRef => DebugField::Ref(Some(reference(self, raw)?)),
                        FieldKind::Int | FieldKind::Signed | FieldKind::Bool | FieldKind::Tag | FieldKind::Flags => {
                            DebugField::Int(raw)
                        }
                    });
                }
                Ok(Metadata::Debug(DebugRecord { kind, distinct, fields: fields.into() }))
            }
        }
    }
}
