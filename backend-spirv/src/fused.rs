//! Finds groups of operations that one instruction of GLSL's extended set expresses: a sign, a linear interpolation, a clamp.
//!
//! Input: a function in its final form. Output: for the last operation of each group, what it is, and the operations that only the group
//! uses, which are not written. The IR keeps such functions as what they are made of, so that its rules apply to the parts; drivers
//! have better code for the whole, and know more about its result.
//!
//! A sign or an interpolation of floats must be fast, as the instructions say nothing about NaN and may be rounded otherwise. So must a
//! clamp, which is a minimum of a maximum: where both are fast, they become `FMin` and `FMax`, which a driver may combine with other
//! operations, and one `FClamp` where the bounds are known to be in order. A minimum or a maximum alone stays exact about NaN, as in DXC.

use crate::writer::{Site, Writer};
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::context::{ConstData, Context};
use hlslc_ir::{Function, Inst, Op, Scalar, Value};
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core, Word};

/// What a group of operations computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fused {
    /// The sign of a number, as an integer or as the number's own type.
    Sign { of: Value, is_float: bool, converted: bool },
    /// `from + (to - from) * by`.
    Mix { from: Value, to: Value, by: Value },
    /// `min(max(value, low), high)`.
    Clamp { value: Value, low: Value, high: Value, in_order: bool },
}

/// The groups of a function.
#[derive(Default)]
pub(crate) struct Groups {
    at: SecondaryMap<Inst, Option<Fused>>,
    /// The operations that only a group uses.
    absorbed: EntitySet<Inst>,
}

impl Groups {
    pub(crate) fn is_absorbed(&self, inst: Inst) -> bool {
        self.absorbed.contains(inst)
    }

    pub(crate) fn new(ctx: &Context, func: &Function) -> Self {
        let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
        for &block in &func.layout {
            let data = &func.blocks[block];
            data.insts.iter().flat_map(|&inst| func.args(inst)).for_each(|&arg| uses[arg] += 1);
            data.terminator.values().for_each(|value| uses[value] += 1);
        }
        let search = Search { ctx, func, uses };
        let mut groups = Self::default();
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let Some((fused, parts)) = search.group(inst) else { continue };
            groups.at[inst] = Some(fused);
            for part in parts.into_iter().flatten() {
                groups.absorbed.insert(part);
                // A part may have been the end of a smaller group.
                groups.at[part] = None;
            }
        }
        groups
    }
}

/// A group, and the operations that only it uses.
type Found = (Fused, [Option<Inst>; 5]);

struct Search<'a> {
    ctx: &'a Context,
    func: &'a Function,
    uses: SecondaryMap<Value, u32>,
}

impl Search<'_> {
    fn group(&self, inst: Inst) -> Option<Found> {
        let op = self.func.insts[inst].op;
        if op == Op::Sub {
            self.sign(inst)
        } else if op == Op::SiToFp {
            self.float_sign(inst)
        } else if op == Op::FAdd {
            self.mix(inst)
        } else if op == Op::FMin {
            self.clamp(inst)
        } else {
            None
        }
    }

    /// A sign that is converted back to the type of the float.
    fn float_sign(&self, inst: Inst) -> Option<Found> {
        let &[value] = self.func.args(inst) else { return None };
        let below = self.only_use(value).filter(|&below| self.func.insts[below].op == Op::Sub)?;
        let (fused, mut parts) = self.sign(below)?;
        let Fused::Sign { of, is_float: true, .. } = fused else { return None };
        parts[4] = Some(below);
        let fits = self.func.ty(of) == self.func.insts[inst].ty;
        fits.then_some((Fused::Sign { of, is_float: true, converted: false }, parts))
    }

    /// The instruction of a value that is used once.
    fn only_use(&self, value: Value) -> Option<Inst> {
        self.func.as_inst(value).filter(|_| self.uses[value] == 1)
    }

    fn is_fast(&self, inst: Inst) -> bool {
        self.func.insts[inst].flags.is_fast()
    }

    /// Whether a value is zero in all components.
    fn is_zero(&self, value: Value) -> bool {
        let Some(id) = self.func.as_const(value) else { return false };
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            match self.ctx.const_data(id).1 {
                ConstData::Zero => {}
                ConstData::Scalar(bits) if *bits == 0 => {}
                ConstData::Composite(parts) => work.extend(parts.iter().copied()),
                ConstData::Scalar(_) | ConstData::Undef => return false,
            }
        }
        true
    }

    /// `(x > 0) - (x < 0)`.
    fn sign(&self, inst: Inst) -> Option<Found> {
        let &[above, below] = self.func.args(inst) else { return None };
        let test = |value: Value| {
            let widened = self.func.as_inst(value).filter(|&inst| self.func.insts[inst].op == Op::ZExt)?;
            let &[bit] = self.func.args(widened) else { return None };
            let test = self.func.as_inst(bit)?;
            let &[of, zero] = self.func.args(test) else { return None };
            self.is_zero(zero).then_some((widened, bit, test, of))
        };
        let ((wide_a, bit_a, a, of), (wide_b, bit_b, b, of_b)) = (test(above)?, test(below)?);
        let is_float = match (self.func.insts[a].op, self.func.insts[b].op) {
            (Op::FOgt, Op::FOlt) => true,
            (Op::SGt, Op::SLt) => false,
            _ => return None,
        };
        let (of_ty, ty) = (self.func.ty(of), self.func.insts[inst].ty);
        let (from, to) = (self.ctx.scalar_of(of_ty)?, self.ctx.scalar_of(ty)?);
        let fits = if is_float {
            from == Scalar::F32 && to == Scalar::I32 && self.is_fast(a) && self.is_fast(b)
        } else {
            of_ty == ty && to == Scalar::I32
        };
        if of != of_b || !fits {
            return None;
        }
        let absorbed = |value: Value, inst: Inst| (self.uses[value] == 1).then_some(inst);
        let wides = [absorbed(above, wide_a), absorbed(below, wide_b)];
        let bits = [wides[0].and_then(|_| absorbed(bit_a, a)), wides[1].and_then(|_| absorbed(bit_b, b))];
        Some((Fused::Sign { of, is_float, converted: true }, [wides[0], wides[1], bits[0], bits[1], None]))
    }

    /// `a + (b - a) * t`.
    fn mix(&self, inst: Inst) -> Option<Found> {
        let &[x, y] = self.func.args(inst) else { return None };
        let scalar = self.ctx.scalar_of(self.func.insts[inst].ty)?;
        if !self.is_fast(inst) || !matches!(scalar, Scalar::F16 | Scalar::F32 | Scalar::MinF16) {
            return None;
        }
        [(x, y), (y, x)].into_iter().find_map(|(product, from)| {
            let mul = self.only_use(product).filter(|&mul| self.func.insts[mul].op == Op::FMul && self.is_fast(mul))?;
            let &[a, b] = self.func.args(mul) else { return None };
            [(a, b), (b, a)].into_iter().find_map(|(difference, by)| {
                let sub = self.only_use(difference)?;
                let &[to, subtracted] = self.func.args(sub) else { return None };
                let fits = self.func.insts[sub].op == Op::FSub && self.is_fast(sub) && subtracted == from;
                fits.then_some((Fused::Mix { from, to, by }, [Some(mul), Some(sub), None, None, None]))
            })
        })
    }

    /// `min(max(x, low), high)`.
    fn clamp(&self, inst: Inst) -> Option<Found> {
        let &[x, y] = self.func.args(inst) else { return None };
        if !self.is_fast(inst) {
            return None;
        }
        [(x, y), (y, x)].into_iter().find_map(|(inner, high)| {
            let max = self.only_use(inner).filter(|&max| self.func.insts[max].op == Op::FMax && self.is_fast(max))?;
            let &[a, b] = self.func.args(max) else { return None };
            let (value, low) = if self.func.as_const(a).is_some() { (b, a) } else { (a, b) };
            let in_order = self.are_in_order(low, high);
            Some((Fused::Clamp { value, low, high, in_order }, [Some(max), None, None, None, None]))
        })
    }

    /// Whether two bounds are constants, one of which is not greater than the other, in all components.
    fn are_in_order(&self, low: Value, high: Value) -> bool {
        let bits = |value: Value| self.func.const_bits(self.ctx, value).map(|bits| f32::from_bits(bits as u32));
        let is_scalar = self.ctx.scalar_of(self.func.ty(low)) == Some(Scalar::F32);
        is_scalar && matches!((bits(low), bits(high)), (Some(low), Some(high)) if low <= high)
    }
}

impl Writer<'_> {
    /// Writes the group that ends with an operation.
    pub(crate) fn fused(&mut self, site: &Site<'_>) -> Option<Word> {
        let ty = site.ty;
        Some(match self.body.groups.at[site.inst]? {
            Fused::Sign { of, is_float, converted } => {
                let of_ty = self.register_type(self.func.ty(of));
                let of = self.id(of);
                let glsl = if is_float { Glsl::FSign } else { Glsl::SSign };
                let sign = self.asm.glsl(glsl, of_ty, &[of]);
                if is_float && converted { self.asm.op(Core::ConvertFToS, ty, &[sign]) } else { sign }
            }
            Fused::Mix { from, to, by } => {
                let (from, to) = (self.id(from), self.id(to));
                let by = match self.body.splats[by] {
                    Some(scalar) => {
                        let lanes = usize::from(self.lanes(by));
                        let scalar = self.id(scalar);
                        self.asm.op(Core::CompositeConstruct, ty, &vec![scalar; lanes])
                    }
                    None => self.id(by),
                };
                self.asm.glsl(Glsl::FMix, ty, &[from, to, by])
            }
            Fused::Clamp { value, low, high, in_order } => {
                let (value, low, high) = (self.id(value), self.id(low), self.id(high));
                if in_order {
                    self.asm.glsl(Glsl::FClamp, ty, &[value, low, high])
                } else {
                    let above = self.asm.glsl(Glsl::FMax, ty, &[value, low]);
                    self.asm.glsl(Glsl::FMin, ty, &[above, high])
                }
            }
        })
    }
}
