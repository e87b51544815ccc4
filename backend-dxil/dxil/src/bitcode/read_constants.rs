//! Reads constants blocks.
//!
//! Constants of a block may refer to each other in any order, so they are collected first and made in the order of
//! their references, with an explicit stack.

use crate::bitstream::{Record, unrotate_sign};
use crate::constants::{ConstId, ConstKind};
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::inst::{BinaryOp, CastOp, Predicate};
use crate::types::{Type, TypeId};

use super::read::Reader;
use super::{block, const_code};

type Read<T> = Result<T, BitcodeError>;

/// A constant as it stands in the file: operands are numbers.
struct RawConst {
    ty: TypeId,
    kind: RawKind,
    operands: Vec<u64>,
}

/// The kind of a constant with operands.
enum RawKind {
    /// Nothing: it is complete.
    Done(ConstKind),
    Aggregate,
    Cast(CastOp),
    Gep {
        inbounds: bool,
        source_ty: TypeId,
    },
    Binary {
        op: u64,
        flags: u8,
    },
    Cmp(Predicate),
    Select,
}

impl Reader<'_> {
    /// Reads the constants of the module level.
    pub(super) fn module_constants(&mut self) -> Read<()> {
        let constants = self.constants_block(self.values.len() as u64, |_| None)?;
        self.values.extend(constants);
        Ok(())
    }

    /// Reads a constants block whose first constant has the number `first`; `local` finds other constants that are not
    /// at module level.
    pub(super) fn constants_block(&mut self, first: u64, local: impl Fn(u64) -> Option<ConstId>) -> Read<Vec<ConstId>> {
        let raw = self.raw_constants()?;
        let mut made: Vec<Option<ConstId>> = vec![None; raw.len()];
        let mut open = vec![false; raw.len()];
        let mut work = Vec::new();
        for start in 0..raw.len() {
            work.push(start);
            while let Some(&index) = work.last() {
                if made[index].is_some() {
                    work.pop();
                    continue;
                }
                // Operands first: those of this block that are not made yet go on the stack above it.
                let inside = |number: u64| number.checked_sub(first).filter(|&i| i < raw.len() as u64);
                let missing = raw[index].operands.iter().filter_map(|&number| inside(number));
                let missing: Vec<_> = missing.map(|i| i as usize).filter(|&i| made[i].is_none()).collect();
                if missing.is_empty() {
                    let operands = raw[index].operands.iter().map(|&number| {
                        let found = match inside(number) {
                            Some(i) => made[i as usize],
                            None => {
                                let index = usize::try_from(number).unwrap_or(usize::MAX);
                                self.values.get(index).copied().or_else(|| local(number))
                            }
                        };
                        found.ok_or_else(|| self.missing("constant", number))
                    });
                    let operands: Vec<_> = operands.collect::<Read<_>>()?;
                    made[index] = Some(self.make_constant(&raw[index], &operands)?);
                    work.pop();
                } else if std::mem::replace(&mut open[index], true) {
                    return Err(self.error(BitcodeErrorKind::Cycle { what: "constant" }));
                } else {
                    work.extend(missing);
                }
            }
        }
        Ok(made.into_iter().flatten().collect())
    }

    fn raw_constants(&mut self) -> Read<Vec<RawConst>> {
        let mut raw = Vec::new();
        let mut ty = self.module.types.i32();
        self.records(|reader, record| {
            if record.code == const_code::SETTYPE {
                let number = reader.operands("type of constants", record).next()?;
                ty = reader.ty(number)?;
            } else {
                raw.push(reader.raw_constant(ty, record)?);
            }
            Ok(())
        })?;
        Ok(raw)
    }

    fn raw_constant(&mut self, ty: TypeId, record: &Record) -> Read<RawConst> {
        let mut fields = self.operands("constant", record);
        let mut operands = Vec::new();
        let kind = match record.code {
            const_code::NULL => RawKind::Done(ConstKind::Null),
            const_code::UNDEF => RawKind::Done(ConstKind::Undef),
            const_code::INTEGER => {
                if self.module.types.int_bits(ty).is_none() {
                    return Err(fields.error());
                }
                RawKind::Done(ConstKind::Int(unrotate_sign(fields.next()?) as u64))
            }
            const_code::FLOAT => {
                if !self.module.types.is_float(ty) {
                    return Err(fields.error());
                }
                RawKind::Done(ConstKind::Float(fields.next()?))
            }
            const_code::AGGREGATE => {
                operands.extend_from_slice(fields.rest());
                RawKind::Aggregate
            }
            const_code::DATA => RawKind::Done(self.data(ty, fields.rest())?),
            const_code::STRING => RawKind::Done(self.data(ty, fields.rest())?),
            const_code::CSTRING => {
                let mut bytes = fields.rest().to_vec();
                bytes.push(0);
                RawKind::Done(self.data(ty, &bytes)?)
            }
            const_code::CAST => {
                let op = CastOp::from_code(fields.next()?).ok_or_else(|| fields.error())?;
                let _source_type = fields.next()?;
                operands.push(fields.next()?);
                RawKind::Cast(op)
            }
            const_code::GEP | const_code::INBOUNDS_GEP => {
                // An odd number of operands says that the type of what is pointed to stands in front.
                let source_ty = match fields.len() % 2 {
                    1 => Some(self.ty(fields.next()?)?),
                    _ => None,
                };
                let base_ty = match fields.rest().first() {
                    Some(&number) => self.ty(number)?,
                    None => return Err(fields.error()),
                };
                let source_ty = source_ty.or_else(|| self.module.types.pointee(base_ty));
                let source_ty = source_ty.ok_or_else(|| fields.error())?;
                operands.extend(fields.rest().chunks_exact(2).map(|pair| pair[1]));
                RawKind::Gep { inbounds: record.code == const_code::INBOUNDS_GEP, source_ty }
            }
            const_code::BINOP => {
                let op = fields.next()?;
                operands.extend([fields.next()?, fields.next()?]);
                RawKind::Binary { op, flags: fields.next_or_zero() as u8 }
            }
            const_code::SELECT => {
                operands.extend([fields.next()?, fields.next()?, fields.next()?]);
                RawKind::Select
            }
            const_code::CMP => {
                let _operand_type = fields.next()?;
                operands.extend([fields.next()?, fields.next()?]);
                RawKind::Cmp(Predicate::from_code(fields.next()?).ok_or_else(|| fields.error())?)
            }
            code => return Err(self.unknown(block::CONSTANTS, code)),
        };
        Ok(RawConst { ty, kind, operands })
    }

    /// An array or vector given as raw element values.
    fn data(&mut self, ty: TypeId, values: &[u64]) -> Read<ConstKind> {
        let (Type::Array { elem, .. } | Type::Vector { elem, .. }) = *self.module.types.get(ty) else {
            return Err(self.error(BitcodeErrorKind::BadRecord { what: "constant" }));
        };
        let is_float = self.module.types.is_float(elem);
        if !is_float && self.module.types.int_bits(elem).is_none() {
            return Err(self.error(BitcodeErrorKind::BadRecord { what: "constant" }));
        }
        let part = |&bits: &u64| {
            let kind = if is_float { ConstKind::Float(bits) } else { ConstKind::Int(bits) };
            self.module.constant(elem, kind)
        };
        Ok(ConstKind::Aggregate(values.iter().map(part).collect()))
    }

    fn make_constant(&mut self, raw: &RawConst, operands: &[ConstId]) -> Read<ConstId> {
        let bad = self.error(BitcodeErrorKind::BadRecord { what: "constant" });
        let kind = match (&raw.kind, operands) {
            (RawKind::Done(kind), _) => kind.clone(),
            (RawKind::Aggregate, parts) => ConstKind::Aggregate(parts.into()),
            (RawKind::Cast(op), &[value]) => ConstKind::Cast { op: *op, value },
            (&RawKind::Gep { inbounds, source_ty }, operands) => {
                ConstKind::Gep { inbounds, source_ty, operands: operands.into() }
            }
            (&RawKind::Binary { op, flags }, &[lhs, rhs]) => {
                let types = &self.module.types;
                let float = types.is_float(types.scalar(raw.ty));
                ConstKind::Binary { op: BinaryOp::from_code(op, float).ok_or(bad)?, flags, lhs, rhs }
            }
            (RawKind::Cmp(pred), &[lhs, rhs]) => ConstKind::Cmp { pred: *pred, lhs, rhs },
            (RawKind::Select, &[cond, on_true, on_false]) => ConstKind::Select { cond, on_true, on_false },
            _ => return Err(bad),
        };
        Ok(self.module.constant(raw.ty, kind))
    }
}
