//! Translates operands that are constants.

use super::Emit;
use super::types::literal;
use crate::ast::{Operand, Value};
use crate::{Error, Result};
use hlslc_ir::{Const, ConstData, TypeData};

impl Emit<'_> {
    /// The constant that an operand is.
    pub(super) fn constant(&mut self, value: &Value) -> Result<Const> {
        let ty = self.memory_type(value.ty, &value.range)?;
        let error = |message: &str| Err(Error::new(value.range.clone(), message));
        let data = match &value.operand {
            Operand::True => ConstData::Scalar(1),
            Operand::False => ConstData::Scalar(0),
            Operand::Undef => ConstData::Undef,
            Operand::Zero => ConstData::Zero,
            Operand::Number(text) => {
                let scalar = self.scalar(value.ty);
                match scalar.and_then(|scalar| literal(scalar, text)) {
                    Some(bits) => ConstData::Scalar(bits),
                    None => return error("the number is none of its type"),
                }
            }
            Operand::Parts(parts) => {
                if self.module.ctx.part_count(ty) != Some(parts.len() as u32) {
                    return error("the constant has another number of parts than its type");
                }
                if let [one] = &parts[..]
                    && matches!(self.module.ctx.type_data(ty), TypeData::Scalar(_))
                {
                    return self.constant(one);
                }
                ConstData::Composite(parts.iter().map(|part| self.constant(part)).collect::<Result<_>>()?)
            }
            Operand::Splat(part) => {
                let part = self.constant(part)?;
                match self.module.ctx.lanes(ty) {
                    Some(1) => return Ok(part),
                    Some(lanes) => ConstData::Composite(vec![part; usize::from(lanes)]),
                    None => return error("only a vector is all of one number"),
                }
            }
            Operand::Local(_) | Operand::Global(_) | Operand::Bytes(_) | Operand::Address(_) | Operand::Metadata => {
                return error("a constant is needed here");
            }
        };
        if matches!(data, ConstData::Scalar(_)) && !super::types::is_scalar(&self.module.ctx, ty) {
            return error("the constant is of another type");
        }
        Ok(self.module.ctx.constant(ty, data))
    }

    /// The number that an operand is.
    pub(super) fn number(&self, value: &Value) -> Option<u64> {
        match &value.operand {
            Operand::True => Some(1),
            Operand::False | Operand::Zero => Some(0),
            Operand::Number(text) => {
                if let crate::ast::TypeData::Int(bits) = self.ast.types.get(value.ty) {
                    // What no value of the IR is: `i8 -1`.
                    let number: i128 = text.parse().ok()?;
                    Some(number as u64 & (u64::MAX >> (64 - bits)))
                } else {
                    None
                }
            }
            Operand::Local(_)
            | Operand::Global(_)
            | Operand::Undef
            | Operand::Parts(_)
            | Operand::Bytes(_)
            | Operand::Splat(_)
            | Operand::Address(_)
            | Operand::Metadata => None,
        }
    }

    /// The same of 32 bits.
    pub(super) fn number32(&self, value: &Value) -> Option<u32> {
        self.number(value).and_then(|number| u32::try_from(number).ok())
    }
}
