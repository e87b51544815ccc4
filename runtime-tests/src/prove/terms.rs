//! Represents values as terms of SMT-LIB: types, and what each operation of the IR computes.
//!
//! Input: an operation and the terms of its operands. Output: the term of its result, and the conditions under which it is
//! defined: a shift by less than the width, a division by something else than zero. A Boolean is a bit vector of one bit. A
//! float is declared by its bits, of which the number follows, so that a NaN has bits and every NaN is one number.

use hlslc_ir::Op;
use hlslc_ir::ops::comparison::{Compared, Order};

/// The type of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A Boolean.
    Truth,
    /// An integer of this many bits.
    Int(u32),
    /// A float of this many bits.
    Float(u32),
}

impl Ty {
    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Truth => 1,
            Self::Int(bits) | Self::Float(bits) => bits,
        }
    }

    /// The name in the table of verdicts.
    pub fn name(self) -> String {
        match self {
            Self::Truth => "i1".to_owned(),
            Self::Int(bits) => format!("i{bits}"),
            Self::Float(bits) => format!("f{bits}"),
        }
    }

    /// Exponent and significand bits of a float.
    pub const fn format(self) -> (u32, u32) {
        match self.bits() {
            16 => (5, 11),
            32 => (8, 24),
            _ => (11, 53),
        }
    }
}

/// How floats are modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// As IEEE 754 has them.
    Ieee,
    /// The same, but denormals count as zeros before and after each operation that computes.
    Flushed,
    /// As real numbers.
    Real,
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its type.
    pub ty: Ty,
    /// The bits of an integer or Boolean; the number of a float.
    pub text: String,
    /// The bits of a float, where they are known.
    pub bits: Option<String>,
}

/// What operations compute, and what has to hold for that.
pub struct Evaluator {
    /// The model of floats.
    pub floats: Floats,
    /// The conditions under which all operations so far are defined.
    pub defined: Vec<String>,
    /// The float terms that were computed.
    pub computed: Vec<Term>,
    /// What holds of functions that are only named.
    pub axioms: Vec<String>,
}

/// The text of a Boolean formula as one bit.
fn bit(formula: &str) -> String {
    format!("(ite {formula} #b1 #b0)")
}

/// A number as bits.
pub fn literal(value: u64, width: u32) -> String {
    let value = if width < 64 { value & ((1 << width) - 1) } else { value };
    format!("(_ bv{value} {width})")
}

impl Evaluator {
    /// One that has evaluated nothing.
    pub const fn new(floats: Floats) -> Self {
        Self { floats, defined: Vec::new(), computed: Vec::new(), axioms: Vec::new() }
    }

    /// A float constant.
    pub fn float(&self, ty: Ty, number: f64) -> Term {
        if self.floats == Floats::Real {
            let text = if number < 0.0 { format!("(- {:?})", -number) } else { format!("{:?}", number.abs()) };
            return Term { ty, text, bits: None };
        }
        let bits = match ty.bits() {
            16 => u64::from(half::f16::from_f64(number).to_bits()),
            32 => u64::from((number as f32).to_bits()),
            _ => number.to_bits(),
        };
        let bits = literal(bits, ty.bits());
        Term { ty, text: from_bits(ty, &bits), bits: Some(bits) }
    }

    /// A denormal as a zero of its sign.
    pub fn flush(&self, ty: Ty, text: &str) -> String {
        // Direct3D keeps denormals of 16 and 64 bits.
        if self.floats != Floats::Flushed || ty != Ty::Float(32) {
            return text.to_owned();
        }
        let (e, s) = ty.format();
        format!(
            "(let ((d {text})) (ite (fp.isSubnormal d) (ite (fp.isNegative d) (_ -zero {e} {s}) (_ +zero {e} {s})) d))"
        )
    }

    /// The result of an operation.
    pub fn apply(&mut self, op: Op, ty: Ty, args: &[Term]) -> Result<Term, String> {
        let term = if args.iter().any(|arg| matches!(arg.ty, Ty::Float(_))) || matches!(ty, Ty::Float(_)) {
            self.on_floats(op, ty, args)?
        } else {
            Term { ty, text: self.on_bits(op, ty, args)?, bits: None }
        };
        if matches!(term.ty, Ty::Float(_)) {
            self.computed.push(term.clone());
        }
        Ok(term)
    }

    fn on_bits(&mut self, op: Op, ty: Ty, args: &[Term]) -> Result<String, String> {
        let at = |index: usize| args.get(index).map(|term| term.text.clone()).unwrap_or_default();
        let width = args.first().map_or(ty.bits(), |arg| arg.ty.bits());
        let two = |name: &str| format!("({name} {} {})", at(0), at(1));
        let chosen = |test: &str| format!("(ite ({test} {0} {1}) {0} {1})", at(0), at(1));
        if let Some(comparison) = op.comparison() {
            let signed = comparison.of == Compared::Signed;
            let formula = match comparison.holds {
                Order::EQUAL => two("="),
                Order::UNEQUAL => format!("(not {})", two("=")),
                Order::LESS => two(if signed { "bvslt" } else { "bvult" }),
                Order::AT_MOST => two(if signed { "bvsle" } else { "bvule" }),
                Order::GREATER => two(if signed { "bvsgt" } else { "bvugt" }),
                Order::AT_LEAST => two(if signed { "bvsge" } else { "bvuge" }),
                other => return Err(format!("no comparison for {other:?}")),
            };
            return Ok(bit(&formula));
        }
        Ok(match op {
            Op::Add => two("bvadd"),
            Op::Sub => two("bvsub"),
            Op::Mul => two("bvmul"),
            Op::And => two("bvand"),
            Op::Or => two("bvor"),
            Op::Xor => two("bvxor"),
            Op::UDiv | Op::URem | Op::SDiv | Op::SRem => {
                self.defined.push(format!("(not (= {} {}))", at(1), literal(0, width)));
                if matches!(op, Op::SDiv | Op::SRem) {
                    let (least, minus) = (literal(1 << (width - 1), width), literal(u64::MAX, width));
                    self.defined.push(format!("(not (and (= {} {least}) (= {} {minus})))", at(0), at(1)));
                }
                two(match op {
                    Op::UDiv => "bvudiv",
                    Op::URem => "bvurem",
                    Op::SDiv => "bvsdiv",
                    _ => "bvsrem",
                })
            }
            Op::Shl | Op::LShr | Op::AShr => {
                self.defined.push(format!("(bvult {} {})", at(1), literal(u64::from(width), width)));
                two(match op {
                    Op::Shl => "bvshl",
                    Op::LShr => "bvlshr",
                    _ => "bvashr",
                })
            }
            Op::IMin => chosen("bvslt"),
            Op::IMax => chosen("bvsgt"),
            Op::UMin => chosen("bvult"),
            Op::UMax => chosen("bvugt"),
            Op::IMad | Op::UMad => format!("(bvadd (bvmul {} {}) {})", at(0), at(1), at(2)),
            Op::ZExt => format!("((_ zero_extend {}) {})", ty.bits() - width, at(0)),
            Op::SExt => format!("((_ sign_extend {}) {})", ty.bits() - width, at(0)),
            Op::Trunc => format!("((_ extract {} 0) {})", ty.bits() - 1, at(0)),
            Op::Bitcast => at(0),
            Op::Select => format!("(ite (= {} #b1) {} {})", at(0), at(1), at(2)),
            other => return Err(format!("no term for {other:?}")),
        })
    }

    fn on_floats(&mut self, op: Op, ty: Ty, args: &[Term]) -> Result<Term, String> {
        let term = |text: String| Term { ty, text, bits: None };
        let plain = |index: usize| args.get(index).map(|arg| arg.text.clone()).unwrap_or_default();
        let of = args.first().map_or(ty, |arg| arg.ty);
        // What only moves bits, or changes the sign.
        match op {
            Op::Select => {
                let text = format!("(ite (= {} #b1) {} {})", plain(0), plain(1), plain(2));
                let bits = args[1].bits.as_ref().zip(args[2].bits.as_ref());
                let bits = bits.map(|(yes, no)| format!("(ite (= {} #b1) {yes} {no})", plain(0)));
                return Ok(Term { ty, text, bits });
            }
            Op::Bitcast => {
                let arg = &args[0];
                let bits = if matches!(arg.ty, Ty::Float(_)) { arg.bits.clone() } else { Some(arg.text.clone()) };
                let bits = bits.ok_or("the bits of a float that is computed")?;
                let text = if matches!(ty, Ty::Float(_)) { from_bits(ty, &bits) } else { bits.clone() };
                return Ok(Term { ty, text, bits: Some(bits) });
            }
            _ => {}
        }
        if self.floats == Floats::Real {
            return self.on_reals(op, ty, args).map(term);
        }
        match op {
            Op::FNeg => return Ok(term(format!("(fp.neg {})", plain(0)))),
            Op::FAbs => return Ok(term(format!("(fp.abs {})", plain(0)))),
            _ => {}
        }
        let flushed: Vec<String> = args
            .iter()
            .map(|arg| match arg.ty {
                Ty::Float(_) => self.flush(arg.ty, &arg.text),
                _ => arg.text.clone(),
            })
            .collect();
        let at = |index: usize| flushed.get(index).cloned().unwrap_or_default();
        let two = |name: &str| format!("({name} {} {})", at(0), at(1));
        let rounded = |name: &str| format!("({name} RNE {} {})", at(0), at(1));
        if let Some(comparison) = op.comparison() {
            let mut any: Vec<String> = Vec::new();
            let orders = [(Order::LESS, "fp.lt"), (Order::EQUAL, "fp.eq"), (Order::GREATER, "fp.gt")];
            any.extend(orders.iter().filter(|order| comparison.holds.contains(order.0)).map(|order| two(order.1)));
            if comparison.holds.contains(Order::NEITHER) {
                any.push(format!("(fp.isNaN {})", at(0)));
                any.push(format!("(fp.isNaN {})", at(1)));
            }
            return Ok(term(bit(&format!("(or false {})", any.join(" ")))));
        }
        let (e, s) = ty.format();
        let zero = self.float(of, 0.0).text;
        let one = self.float(of, 1.0).text;
        // Of two zeros, the minimum is the negative one.
        let extreme = |test: &str, sign: &str| {
            format!(
                "(ite (or ({test} {0} {1}) (fp.isNaN {1}) (and (fp.eq {0} {1}) ({sign} {0}))) {0} {1})",
                at(0),
                at(1)
            )
        };
        let text = match op {
            Op::FAdd => rounded("fp.add"),
            Op::FSub => rounded("fp.sub"),
            Op::FMul => rounded("fp.mul"),
            Op::FDiv => rounded("fp.div"),
            Op::FMad => {
                let product = self.flush(ty, &rounded("fp.mul"));
                format!("(fp.add RNE {product} {})", at(2))
            }
            Op::FMin => extreme("fp.lt", "fp.isNegative"),
            Op::FMax => extreme("fp.gt", "fp.isPositive"),
            Op::Saturate => format!("(ite (fp.gt {0} {zero}) (ite (fp.lt {0} {one}) {0} {one}) {zero})", at(0)),
            Op::FpTrunc | Op::FpExt => format!("((_ to_fp {e} {s}) RNE {})", at(0)),
            Op::UiToFp => format!("((_ to_fp_unsigned {e} {s}) RNE {})", at(0)),
            Op::SiToFp => format!("((_ to_fp {e} {s}) RNE {})", at(0)),
            Op::FpToUi => format!("((_ fp.to_ubv {}) RTZ {})", ty.bits(), at(0)),
            Op::FpToSi => format!("((_ fp.to_sbv {}) RTZ {})", ty.bits(), at(0)),
            other => return Err(format!("no term for {other:?}")),
        };
        let text = if matches!(ty, Ty::Float(_)) { self.flush(ty, &text) } else { text };
        Ok(term(text))
    }

    fn on_reals(&mut self, op: Op, ty: Ty, args: &[Term]) -> Result<String, String> {
        let at = |index: usize| args.get(index).map(|arg| arg.text.clone()).unwrap_or_default();
        let two = |name: &str| format!("({name} {} {})", at(0), at(1));
        Ok(match op {
            Op::FAdd => two("+"),
            Op::FSub => two("-"),
            Op::FMul => two("*"),
            Op::FDiv => {
                self.defined.push(format!("(not (= {} 0.0))", at(1)));
                two("/")
            }
            Op::FMad => format!("(+ (* {} {}) {})", at(0), at(1), at(2)),
            Op::FNeg => format!("(- {})", at(0)),
            Op::FAbs => format!("(ite (< {0} 0.0) (- {0}) {0})", at(0)),
            Op::UiToFp if args[0].ty == Ty::Truth => format!("(ite (= {} #b1) 1.0 0.0)", at(0)),
            Op::Log2 => {
                self.defined.push(format!("(> {} 0.0)", at(0)));
                let log = format!("(log2 {})", at(0));
                self.axioms.push(format!("(= (exp2 {log}) {})", at(0)));
                self.axioms.push(format!("(= (exp2 (* {log} 2.0)) (* (exp2 {log}) (exp2 {log})))"));
                log
            }
            Op::Exp2 => format!("(exp2 {})", at(0)),
            other => return Err(format!("no real term for {other:?} of {ty:?}")),
        })
    }
}

/// The float that bits stand for.
pub fn from_bits(ty: Ty, bits: &str) -> String {
    let (e, s) = ty.format();
    format!("((_ to_fp {e} {s}) {bits})")
}
