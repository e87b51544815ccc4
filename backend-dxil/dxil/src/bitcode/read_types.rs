//! Reads the type table.
//!
//! A type may refer to later ones only through named structs, which is how LLVM breaks cycles; so all named structs are
//! made first, empty, and the other types in order.

use crate::bitstream::Record;
use crate::bytestr::ByteStr;
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::types::{NamedStruct, OtherType, StructId, Type, TypeId};

use super::read::{Reader, text};
use super::{block, type_code};

type Read<T> = Result<T, BitcodeError>;

/// The widest integer that constants can hold.
const MAX_INT_BITS: u64 = 64;

impl Reader<'_> {
    /// Reads the block of types.
    pub(super) fn type_table(&mut self) -> Read<()> {
        let mut pending: Vec<Record> = Vec::new();
        let mut known: Vec<Option<TypeId>> = Vec::new();
        let mut name = ByteStr::default();
        self.records(|reader, record| {
            match record.code {
                type_code::NUM_ENTRY => return Ok(()),
                type_code::STRUCT_NAME => {
                    name = text(&record.operands);
                    return Ok(());
                }
                type_code::STRUCT_NAMED | type_code::OPAQUE => {
                    let packed = record.operands.first().is_some_and(|&packed| packed != 0);
                    let body = NamedStruct { name: std::mem::take(&mut name), fields: None, packed };
                    known.push(Some(reader.module.types.new_struct(body)));
                }
                _ => known.push(None),
            }
            pending.push(record.clone());
            Ok(())
        })?;

        for (index, record) in pending.iter().enumerate() {
            match known[index] {
                Some(_) => {}
                None => known[index] = Some(self.type_record(record, &known)?),
            }
        }
        for (index, record) in pending.iter().enumerate() {
            if record.code == type_code::STRUCT_NAMED
                && let Some(&Type::Named(id)) = known[index].map(|ty| self.module.types.get(ty))
            {
                self.fill_struct(id, record, &known)?;
            }
        }
        self.types = known.into_iter().flatten().collect();
        Ok(())
    }

    fn fill_struct(&mut self, id: StructId, record: &Record, known: &[Option<TypeId>]) -> Read<()> {
        let fields = record.operands.get(1..).unwrap_or(&[]);
        let fields: Vec<_> = fields.iter().map(|&number| self.known_type(number, known)).collect::<Read<_>>()?;
        self.module.types.set_struct_fields(id, &fields);
        Ok(())
    }

    fn known_type(&self, number: u64, known: &[Option<TypeId>]) -> Read<TypeId> {
        let ty = usize::try_from(number).ok().and_then(|index| *known.get(index)?);
        ty.ok_or_else(|| self.missing("type", number))
    }

    fn type_record(&mut self, record: &Record, known: &[Option<TypeId>]) -> Read<TypeId> {
        let mut operands = self.operands("type", record);
        let list = |numbers: &[u64]| numbers.iter().map(|&number| self.known_type(number, known)).collect::<Read<_>>();
        let ty = match record.code {
            type_code::VOID => Type::Void,
            type_code::HALF => Type::Half,
            type_code::FLOAT => Type::Float,
            type_code::DOUBLE => Type::Double,
            type_code::LABEL => Type::Label,
            type_code::METADATA => Type::Metadata,
            type_code::INTEGER => match operands.next()? {
                bits @ 1..=MAX_INT_BITS => Type::Int(bits as u32),
                bits => return Err(self.error(BitcodeErrorKind::IntegerWidth { bits })),
            },
            type_code::POINTER => {
                let pointee = self.known_type(operands.next()?, known)?;
                Type::Pointer { pointee, addrspace: operands.next_or_zero() as u32 }
            }
            type_code::ARRAY => {
                let len = operands.next()?;
                Type::Array { elem: self.known_type(operands.next()?, known)?, len }
            }
            type_code::VECTOR => {
                let len = operands.next_u32()?;
                Type::Vector { elem: self.known_type(operands.next()?, known)?, len }
            }
            type_code::STRUCT_ANON => {
                let packed = operands.next_bool()?;
                Type::Struct { packed, fields: list(operands.rest())? }
            }
            type_code::FUNCTION => {
                let vararg = operands.next_bool()?;
                let ret = self.known_type(operands.next()?, known)?;
                Type::Function { ret, params: list(operands.rest())?, vararg }
            }
            code => match OtherType::ALL.iter().find(|other| other.code() == code) {
                Some(&other) => Type::Other(other),
                None => return Err(self.unknown(block::TYPES, code)),
            },
        };
        Ok(self.module.types.intern(ty))
    }
}
