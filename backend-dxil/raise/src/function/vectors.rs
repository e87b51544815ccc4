//! Raises the instructions that take vectors apart and put them together.

use super::{Raising, Step};
use dxil::constants::ConstKind;
use dxil::inst::{InstId, Value as Dv};
use hlslc_ir::{Imm, Op, Value};

impl Raising<'_> {
    pub(super) fn extract_element(&mut self, inst: InstId, vector: Dv, index: Dv) -> Step<()> {
        let vector = self.operand(vector)?;
        let known = self.number(index);
        let value = match known {
            Some(index) => {
                let index = u32::try_from(index).map_err(|_| "a component that is not there")?;
                let mut b = self.b();
                b.extract(vector, index)
            }
            None => {
                let index = self.operand(index)?;
                let mut b = self.b();
                b.op(Op::ExtractDynamic, &[vector, index])
            }
        };
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn insert_element(&mut self, inst: InstId, vector: Dv, value: Dv, index: Dv) -> Step<()> {
        let (vector, value) = (self.operand(vector)?, self.operand(value)?);
        let known = self.number(index);
        let value = match known {
            Some(index) => {
                let index = u32::try_from(index).map_err(|_| "a component that is not there")?;
                let mut b = self.b();
                b.insert(vector, value, index)
            }
            None => {
                let index = self.operand(index)?;
                let ty = self.func.ty(vector);
                let mut b = self.b();
                b.value(Op::InsertDynamic, ty, Imm::None, &[vector, value, index])
            }
        };
        self.set(inst, value);
        Ok(())
    }

    pub(super) fn shuffle(&mut self, inst: InstId, a: Dv, b: Dv, mask: Dv) -> Step<()> {
        let ty = self.result_type(inst)?;
        let lanes = self.module.ctx.lanes(ty).ok_or("a vector of nothing")?;
        let (first, second) = (self.operand(a)?, self.operand(b)?);
        let length = u32::from(self.module.ctx.lanes(self.func.ty(first)).ok_or("the components of no vector")?);
        let picks = self.mask(mask, u32::from(lanes))?;
        let known: Option<Vec<u16>> =
            picks.iter().map(|pick| pick.filter(|&pick| pick < length).map(|pick| pick as u16)).collect();
        let value = match known {
            Some(known) => {
                let mut b = self.b();
                b.swizzle(first, &known)
            }
            None => {
                let scalar = self.module.ctx.scalar_of(ty).ok_or("a vector of nothing")?;
                let scalar = self.module.ctx.scalar(scalar);
                let mut b = self.b();
                let parts: Vec<Value> = picks
                    .iter()
                    .map(|pick| match pick {
                        None => b.undef(scalar),
                        Some(pick) if *pick < length => b.extract(first, *pick),
                        Some(pick) => b.extract(second, pick - length),
                    })
                    .collect();
                b.construct(ty, &parts)
            }
        };
        self.set(inst, value);
        Ok(())
    }

    /// The components that a mask picks; none for any.
    fn mask(&self, mask: Dv, lanes: u32) -> Step<Vec<Option<u32>>> {
        let dx = self.env.dx;
        let Dv::Const(id) = mask else { return Err("a mask that is no constant".to_owned()) };
        if !dx.constants.is_valid(id) {
            return Err("a mask that is not there".to_owned());
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other constant has components")]
        match &dx.constants.get(id).kind {
            ConstKind::Null => Ok(vec![Some(0); lanes as usize]),
            ConstKind::Undef => Ok(vec![None; lanes as usize]),
            ConstKind::Aggregate(parts) => {
                Ok(parts.iter().map(|&part| dx.constants.as_int(part).map(|part| part as u32)).collect())
            }
            _ => Err("a mask of another kind".to_owned()),
        }
    }
}
