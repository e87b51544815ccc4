//! Lists the rules on conversions, and on parts of composites.

use super::law::{Assumptions, Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};
use super::{Rewrite, Rule, constant, made};
use hlslc_ir::{Imm, Op, Scalar};
use smallvec::{SmallVec, smallvec};

/// The operations on integers whose low bits depend on the low bits of the operands alone.
const LOW: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor];

rules! {
    "there and back": [Trunc, FpTrunc, Bitcast] => {
        on [Trunc] ((ZExt x)) if [(of result x)] => x;
        on [Trunc] ((SExt x)) if [(of result x)] => x;
        on [FpTrunc] ((FpExt x)) if [(of result x)] => x;
        on [Bitcast] ((Bitcast x)) if [(of result x)] => x;
    }
    "narrow (x & m) = narrow x": [Trunc], made(0, Op::And) => {
        ((And x k)) if [(is result Narrow) (eq (And k (ones result)) (ones result))] => (Trunc x);
    }
    // The low bits are selected in the wide type: an otherwise unneeded integer of 16 bits would require a feature of
    // the device.
    "there and back, unsigned = low bits": [ZExt], made(0, Op::Trunc) => {
        ((Trunc (let x (And y k)))) if [(of result x) (not of row x) (or (lt k (low 0)) (eq k (low 0)))] => x;
        ((Trunc x)) if [(of result x) (not of row x)] => (And x (num (low 0)));
    }
    "there and back, signed = shifted there and back": [SExt], made(0, Op::Trunc) => {
        ((sole Trunc x))
            if [(of result x) (not of row x)]
            => (AShr (Shl x (num (Sub (width x) (lowwidth 0)))) (num (Sub (width x) (lowwidth 0))));
    }
    "low word of joined words": [Trunc] => {
        ((Or (ZExt x) (Shl (ZExt y) k))) if [(is k Long) (is x Word) (is y Word) (of result x) (eq k 32)] => x;
        ((Or (Shl (ZExt y) k) (ZExt x))) if [(is k Long) (is x Word) (is y Word) (of result x) (eq k 32)] => x;
    }
    // 64-bit integers require a feature of the device.
    "narrow (wide a + wide b) = a + b": [Trunc] => by |v| {
        v.alone(0)?;
        let inner = v.func.as_inst(v.arg(0)?)?;
        let op = v.func.insts[inner].op;
        LOW.contains(&op).then_some(())?;
        (v.ctx.scalar_of(v.ty)? != Scalar::Bool).then_some(())?;
        let a = v.narrowed(v.inner_arg(inner, 0)?)?;
        let b = v.narrowed(v.inner_arg(inner, 1)?)?;
        v.to(op, &[a, b])
    }, as {
        ((sole [0 of &LOW] (ZExt a) (ZExt b))) if [(of result a) (of result b)] => ([0 made Some] a b);
        ((sole [0 of &LOW] (ZExt a) (SExt b))) if [(of result a) (of result b)] => ([0 made Some] a b);
        ((sole [0 of &LOW] (SExt a) (ZExt b))) if [(of result a) (of result b)] => ([0 made Some] a b);
        ((sole [0 of &LOW] (SExt a) (SExt b))) if [(of result a) (of result b)] => ([0 made Some] a b);
        ((sole [0 of &LOW] (ZExt a) (const k))) if [(of result a)] => ([0 made Some] a (fold Trunc k));
        ((sole [0 of &LOW] (SExt a) (const k))) if [(of result a)] => ([0 made Some] a (fold Trunc k));
        ((sole [0 of &LOW] (const k) (ZExt a))) if [(of result a)] => ([0 made Some] (fold Trunc k) a);
        ((sole [0 of &LOW] (const k) (SExt a))) if [(of result a)] => ([0 made Some] (fold Trunc k) a);
        ((sole [0 of &LOW] (Or (ZExt x) (Shl (ZExt y) k)) (ZExt b)))
            if [(is k Long) (is x Word) (is y Word) (of result x) (of result b) (eq k 32)]
            => ([0 made Some] x b);
        ((sole [0 of &LOW] (Or (Shl (ZExt y) k) (ZExt x)) (ZExt b)))
            if [(is k Long) (is x Word) (is y Word) (of result x) (of result b) (eq k 32)]
            => ([0 made Some] x b);
    }
    "narrow (wide a / b) = a / b": [Trunc], made(0, Op::UDiv) => {
        ((sole UDiv (ZExt a) (ZExt b))) if [(of result a) (of result b)] => (UDiv a b);
        ((sole UDiv (ZExt a) k)) if [(of result a) (eq (And k (ones result)) k)] => (UDiv a (fold Trunc k));
    }
    "narrow (wide a % b) = a % b": [Trunc], made(0, Op::URem) => {
        ((sole URem (ZExt a) (ZExt b))) if [(of result a) (of result b)] => (URem a b);
        ((sole URem (ZExt a) k)) if [(of result a) (eq (And k (ones result)) k)] => (URem a (fold Trunc k));
    }
    "narrow (wide a >> k) = a >> k": [Trunc], made(0, Op::LShr) => {
        ((sole LShr (ZExt a) k)) if [(of result a) (lt k (width a))] => (LShr a (fold Trunc k));
    }
    "narrow (wide a << k) = a << k": [Trunc], made(0, Op::Shl) => {
        ((sole Shl (ZExt a) k)) if [(of result a) (lt k (width a))] => (Shl a (fold Trunc k));
        ((sole Shl (SExt a) k)) if [(of result a) (lt k (width a))] => (Shl a (fold Trunc k));
    }
    "narrow (c ? wide a : wide b) = c ? a : b": [Trunc], made(0, Op::Select) => {
        ((sole Select c (ZExt a) (ZExt b))) if [(of result a) (of result b)] => (Select c a b);
        ((sole Select c (SExt a) (SExt b))) if [(of result a) (of result b)] => (Select c a b);
        ((sole Select c (ZExt a) (const k))) if [(of result a)] => (Select c a (fold Trunc k));
        ((sole Select c (SExt a) (const k))) if [(of result a)] => (Select c a (fold Trunc k));
        ((sole Select c (const k) (ZExt a))) if [(of result a)] => (Select c (fold Trunc k) a);
        ((sole Select c (const k) (SExt a))) if [(of result a)] => (Select c (fold Trunc k) a);
    }
    "float of wide a = float of a": [UiToFp, SiToFp] => {
        on [UiToFp] ((ZExt a)) if [(is a Sized)] => (UiToFp a);
        on [SiToFp] ((ZExt a)) if [(is a Sized)] => (UiToFp a);
        on [SiToFp] ((SExt a)) if [(is a Sized)] => (SiToFp a);
    }
    "high word of joined words": [Trunc], made(0, Op::LShr) => {
        ((LShr (Or (ZExt x) (Shl (ZExt y) k)) l))
            if [(is k Long) (is x Word) (is y Word) (of result y) (eq k 32) (eq l 32)]
            => y;
        ((LShr (Or (Shl (ZExt y) k) (ZExt x)) l))
            if [(is k Long) (is x Word) (is y Word) (of result y) (eq k 32) (eq l 32)]
            => y;
    }

    // Composites.
    "part of what was built": [Extract], made(0, Op::Construct) => by |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Construct)?;
        v.inner_arg(composite, index as usize).map(Rewrite::Value)
    }, as {}
    "part that was put in": [Extract], made(0, Op::Insert) => by |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Insert)?;
        if v.func.insts[composite].imm == v.imm {
            return v.inner_arg(composite, 1).map(Rewrite::Value);
        }
        let before = v.inner_arg(composite, 0)?;
        Some(Rewrite::Op(Op::Extract, Imm::Index(index), smallvec![before]))
    }, as {}
    "component of a swizzle": [Extract], made(0, Op::Swizzle) => by |v| {
        let Imm::Index(index) = v.imm else { return None };
        let composite = v.inner(0, Op::Swizzle)?;
        let Imm::Mask { lanes, .. } = v.func.insts[composite].imm else { return None };
        let lane = u32::from(*lanes.get(index as usize)?);
        Some(Rewrite::Op(Op::Extract, Imm::Index(lane), smallvec![v.inner_arg(composite, 0)?]))
    }, as {}
    "component of the first ones": [Extract], made(0, Op::Leading) => by |v| {
        let composite = v.inner(0, Op::Leading)?;
        Some(Rewrite::Op(Op::Extract, v.imm, smallvec![v.inner_arg(composite, 0)?]))
    }, as {}
    "swizzle of a swizzle": [Swizzle], made(0, Op::Swizzle) => by |v| {
        let Imm::Mask { lanes: outer, len } = v.imm else { return None };
        let source = v.inner(0, Op::Swizzle)?;
        let Imm::Mask { lanes: inner, .. } = v.func.insts[source].imm else { return None };
        let lanes = outer.map(|lane| inner.get(usize::from(lane)).copied().unwrap_or(0));
        Some(Rewrite::Op(Op::Swizzle, Imm::Mask { lanes, len }, smallvec![v.inner_arg(source, 0)?]))
    }, as {}
    "swizzle in order": [Swizzle] => by |v| {
        let Imm::Mask { lanes, len } = v.imm else { return None };
        let in_order = lanes.iter().take(usize::from(len)).enumerate().all(|(i, &lane)| i == usize::from(lane));
        (in_order && v.func.ty(v.arg(0)?) == v.ty).then_some(())?;
        v.keep(0)
    }, as {}
    "swizzle of what was built": [Swizzle], made(0, Op::Construct) => by |v| {
        let Imm::Mask { lanes, len } = v.imm else { return None };
        let composite = v.inner(0, Op::Construct)?;
        let parts: Option<SmallVec<_>> =
            lanes.iter().take(usize::from(len)).map(|&lane| v.inner_arg(composite, usize::from(lane))).collect();
        Some(Rewrite::Op(Op::Construct, Imm::None, parts?))
    }, as {}
    "built from its own parts": [Construct], made(0, Op::Extract) => by |v| {
        let source = v.inner_arg(v.inner(0, Op::Extract)?, 0)?;
        (v.func.ty(source) == v.ty).then_some(())?;
        for index in 0..v.args.len() {
            let part = v.inner(index, Op::Extract)?;
            let fits = v.func.insts[part].imm == Imm::Index(index as u32) && v.inner_arg(part, 0)? == source;
            fits.then_some(())?;
        }
        Some(Rewrite::Value(source))
    }, as {}
    "dynamic component of a known number": [ExtractDynamic], constant(1) => by |v| {
        let index = v.bits(1)?;
        (index < u64::from(v.ctx.lanes(v.func.ty(v.arg(0)?))?)).then_some(())?;
        Some(Rewrite::Op(Op::Extract, Imm::Index(index as u32), smallvec![v.arg(0)?]))
    }, as {}
    "dynamic insert of a known number": [InsertDynamic], constant(2) => by |v| {
        let index = v.bits(2)?;
        (index < u64::from(v.ctx.lanes(v.ty)?)).then_some(())?;
        Some(Rewrite::Op(Op::Insert, Imm::Index(index as u32), smallvec![v.arg(0)?, v.arg(1)?]))
    }, as {}
}
