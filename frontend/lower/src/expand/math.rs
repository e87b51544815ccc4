//! Lowers arithmetic, tests and selection. Scalars and vectors are processed as a unit, matrices by rows.

use crate::function::{FuncLowerer, Parts};
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::math;
use hlslc_hir::types::ScalarClass;
use hlslc_ir::ops::fold::to_f64;
use hlslc_ir::{Imm, Op, Scalar, Value};

/// Degrees in a radian.
pub(super) const DEGREES: f64 = 57.295_78;
/// Radians in a degree.
pub(super) const RADIANS: f64 = 0.017_453_292;
/// Natural logarithm of 2.
pub(super) const LN_2: f64 = std::f32::consts::LN_2 as f64;
/// Common logarithm of 2.
pub(super) const LOG10_2: f64 = std::f32::consts::LOG10_2 as f64;

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`math`](hlslc_hir::intrinsics::math); `None` for `void`.
    pub(super) fn expand_math(&mut self, expansion: math::Expansion, call: &Call) -> Option<Value> {
        use math::Expansion as E;
        match expansion {
            E::Abs => Some(self.abs(call)),
            E::Atan2 => Some(self.atan2(call)),
            E::Clamp => Some(self.clamp(call)),
            E::Cross => Some(self.cross(call)),
            E::Degrees => Some(self.scaled(call, DEGREES)),
            E::Radians => Some(self.scaled(call, RADIANS)),
            E::Distance => Some(self.distance(call)),
            E::Dot => Some(self.dot_of(call)),
            E::Dst => Some(self.dst(call)),
            E::Exp => Some(self.exp(call)),
            E::Log => Some(self.log(call, LN_2)),
            E::Log10 => Some(self.log(call, LOG10_2)),
            E::FaceForward => Some(self.face_forward(call)),
            E::FMod => Some(self.fmod(call)),
            E::FrExp => Some(self.frexp(call)),
            E::LdExp => Some(self.ldexp(call)),
            E::Length => Some(self.length(call)),
            E::Lerp => Some(self.lerp(call)),
            E::Lit => Some(self.lit(call)),
            E::ModF => Some(self.modf(call)),
            E::Normalize => Some(self.normalize(call)),
            E::Pow => Some(self.pow(call)),
            E::Rcp => Some(self.rcp(call)),
            E::Reflect => Some(self.reflect(call)),
            E::Round => Some(self.round(call)),
            E::Refract => Some(self.refract(call)),
            E::Sign => Some(self.sign(call)),
            E::SinCos => self.sincos(call),
            E::SmoothStep => Some(self.smoothstep(call)),
            E::Step => Some(self.step_function(call)),
            E::All => Some(self.all_or_any(call, true)),
            E::Any => Some(self.all_or_any(call, false)),
            E::LogicalAnd => Some(self.logical(call, true)),
            E::LogicalOr => Some(self.logical(call, false)),
            E::Select => Some(self.select_of(call)),
            E::Clip => self.clip(call),
            E::NonUniform => {
                let index = self.arg(call, 0);
                Some(self.mark_non_uniform(index))
            }
            E::Determinant => Some(self.determinant(call)),
            E::Mul => Some(self.mul(call)),
            E::Transpose => Some(self.transpose(call)),
            E::IsNormal => Some(self.is_normal(call)),
            // Checked, but not built yet.
            E::Acos => self.not_yet(call),
        }
    }

    /// A function of one argument, row by row.
    fn unary_fn(&mut self, call: &Call, mut f: impl FnMut(&mut Self, Value) -> Value) -> Value {
        let x = self.arg(call, 0);
        self.by_rows(&[x], &mut |this, args| match *args {
            [x] => f(this, x),
            _ => x,
        })
    }

    /// A function of two arguments, row by row.
    fn binary_fn(&mut self, call: &Call, mut f: impl FnMut(&mut Self, Value, Value) -> Value) -> Value {
        let (x, y) = (self.arg(call, 0), self.arg(call, 1));
        self.by_rows(&[x, y], &mut |this, args| match *args {
            [x, y] => f(this, x, y),
            _ => x,
        })
    }

    /// A function of three arguments, row by row.
    fn ternary_fn(&mut self, call: &Call, mut f: impl FnMut(&mut Self, Value, Value, Value) -> Value) -> Value {
        let (x, y, z) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
        self.by_rows(&[x, y, z], &mut |this, args| match *args {
            [x, y, z] => f(this, x, y, z),
            _ => x,
        })
    }

    fn neg(&mut self, x: Value) -> Value {
        self.b.op(Op::FNeg, &[x])
    }

    fn fmul_by(&mut self, x: Value, factor: f64) -> Value {
        let factor = self.float_like(x, factor);
        self.b.op(Op::FMul, &[x, factor])
    }

    pub(super) fn abs(&mut self, call: &Call) -> Value {
        let class = self.class_of(call, 0);
        self.unary_fn(call, |this, x| match class {
            ScalarClass::Float => this.b.op(Op::FAbs, &[x]),
            ScalarClass::Signed => this.b.op(Op::IAbs, &[x]),
            ScalarClass::Unsigned | ScalarClass::Bool => x,
        })
    }

    /// `atan(y / x)`, moved to the right quadrant. Of constants the angle itself where it is exact, which is another one at
    /// the origin.
    pub(super) fn atan2(&mut self, call: &Call) -> Value {
        use std::f32::consts::{FRAC_PI_2, PI};
        self.binary_fn(call, |this, y, x| {
            if let Some(angles) = this.on_constants([y, x], |[y, x]| angle_on_axis(y, x)) {
                return angles;
            }
            let quotient = this.b.op(Op::FDiv, &[y, x]);
            let angle = this.b.op(Op::Atan, &[quotient]);
            let (pi, half_pi) = (this.float_like(x, f64::from(PI)), this.float_like(x, f64::from(FRAC_PI_2)));
            let minus_half_pi = this.float_like(x, -f64::from(FRAC_PI_2));
            let zero = this.float_like(x, 0.0);
            let above = this.b.op(Op::FAdd, &[angle, pi]);
            let minus_pi = this.float_like(x, -f64::from(PI));
            let below = this.b.op(Op::FAdd, &[angle, minus_pi]);
            let x_negative = this.b.op(Op::FOlt, &[x, zero]);
            let x_zero = this.b.op(Op::FOeq, &[x, zero]);
            let y_positive = this.b.op(Op::FOge, &[y, zero]);
            let y_negative = this.b.op(Op::FOlt, &[y, zero]);
            let mut result = angle;
            for (y_side, x_side, value) in [
                (y_positive, x_negative, above),
                (y_negative, x_negative, below),
                (y_negative, x_zero, minus_half_pi),
                (y_positive, x_zero, half_pi),
            ] {
                let here = this.b.op(Op::And, &[y_side, x_side]);
                result = this.b.select(here, value, result);
            }
            result
        })
    }

    /// Halves go to the even neighbour; those of constants away from zero in the language of 2016.
    pub(super) fn round(&mut self, call: &Call) -> Value {
        self.unary_fn(call, |this, x| {
            let away = this.cx.options.rounds_constants_away;
            let constant = if away { this.on_constants([x], |[x]| Some(x.round())) } else { None };
            constant.unwrap_or_else(|| this.b.op(Op::RoundEven, &[x]))
        })
    }

    /// A function of constants, component by component, as DXC works it out before it knows the operations of the target:
    /// of floats and doubles only.
    fn on_constants<const N: usize>(&mut self, args: [Value; N], f: impl Fn([f64; N]) -> Option<f64>) -> Option<Value> {
        let mut columns = Vec::new();
        for arg in args {
            columns.push(self.numbers_of(arg)?);
        }
        let like = self.components_like(*args.first()?)?;
        let mut parts = Vec::new();
        for (lane, &like) in like.iter().enumerate() {
            let mut numbers = [0.0; N];
            for (number, column) in numbers.iter_mut().zip(&columns) {
                *number = *column.get(lane)?;
            }
            parts.push(self.float_like(like, f(numbers)?));
        }
        Some(self.vector_of(&parts))
    }

    /// The operand of a negation and `true`, or the value itself.
    fn negated(&self, value: Value) -> (Value, bool) {
        let inst = self.b.func.as_inst(value).filter(|&inst| self.b.func.insts[inst].op == Op::FNeg);
        match inst.and_then(|inst| self.b.func.args(inst).first()) {
            Some(&inner) => (inner, true),
            None => (value, false),
        }
    }

    /// The components of a constant, without its sign.
    fn components_like(&mut self, value: Value) -> Option<Parts> {
        let (value, _) = self.negated(value);
        self.b.func.as_const(value)?;
        Some(self.components(value))
    }

    /// The numbers in a constant, or in the negation of one.
    fn numbers_of(&mut self, value: Value) -> Option<Vec<f64>> {
        let scalar = self.scalar_of(value);
        if !matches!(scalar, Scalar::F32 | Scalar::F64) {
            return None;
        }
        let is_negated = self.negated(value).1;
        let parts = self.components_like(value)?;
        let bits = parts.into_iter().map(|part| self.b.func.const_bits(self.b.ctx, part));
        bits.map(|bits| bits.map(|bits| to_f64(scalar, bits) * if is_negated { -1.0 } else { 1.0 })).collect()
    }

    pub(super) fn clamp(&mut self, call: &Call) -> Value {
        let (max, min) = match self.class_of(call, 0) {
            ScalarClass::Float => (Op::FMax, Op::FMin),
            ScalarClass::Signed => (Op::IMax, Op::IMin),
            ScalarClass::Unsigned | ScalarClass::Bool => (Op::UMax, Op::UMin),
        };
        self.ternary_fn(call, |this, x, low, high| {
            let x = this.b.op(max, &[x, low]);
            this.b.op(min, &[x, high])
        })
    }

    pub(super) fn cross(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, a, b| {
            let (a_yzx, b_yzx) = (this.b.swizzle(a, &[1, 2, 0]), this.b.swizzle(b, &[1, 2, 0]));
            let (a_zxy, b_zxy) = (this.b.swizzle(a, &[2, 0, 1]), this.b.swizzle(b, &[2, 0, 1]));
            let left = this.b.op(Op::FMul, &[a_yzx, b_zxy]);
            let right = this.b.op(Op::FMul, &[a_zxy, b_yzx]);
            this.b.op(Op::FSub, &[left, right])
        })
    }

    /// The argument times a constant.
    pub(super) fn scaled(&mut self, call: &Call, factor: f64) -> Value {
        self.unary_fn(call, |this, x| this.fmul_by(x, factor))
    }

    pub(super) fn distance(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, a, b| {
            let difference = this.b.op(Op::FSub, &[a, b]);
            this.length_of(difference)
        })
    }

    pub(super) fn length(&mut self, call: &Call) -> Value {
        self.unary_fn(call, Self::length_of)
    }

    /// Square root of the sum of squares, added from the first on.
    fn length_of(&mut self, x: Value) -> Value {
        if self.lanes(x) == 1 {
            return self.b.op(Op::FAbs, &[x]);
        }
        let squares: Vec<Value> = self.components(x).into_iter().map(|c| self.b.op(Op::FMul, &[c, c])).collect();
        let sum = squares.into_iter().reduce(|sum, square| self.b.op(Op::FAdd, &[sum, square])).unwrap_or(x);
        self.b.op(Op::Sqrt, &[sum])
    }

    pub(super) fn dot_of(&mut self, call: &Call) -> Value {
        let class = self.class_of(call, 0);
        self.binary_fn(call, |this, a, b| {
            let is_float = class == ScalarClass::Float && this.scalar_of(a) != Scalar::F64;
            if this.cx.options.whole_vectors && is_float && this.lanes(a) > 1 {
                return this.b.op(Op::VectorDot, &[a, b]);
            }
            this.dot(class, a, b)
        })
    }

    /// Sum of products: one operation for floats, multiply-add for integers.
    pub(super) fn dot(&mut self, class: ScalarClass, a: Value, b: Value) -> Value {
        let float = class == ScalarClass::Float;
        if self.lanes(a) == 1 {
            return self.b.op(if float { Op::FMul } else { Op::Mul }, &[a, b]);
        }
        // There is no dot operation on doubles.
        if float && self.scalar_of(a) != Scalar::F64 {
            // Only vectors as a whole may be longer than four, wherever a product asks for one.
            let is_long = self.lanes(a) > 4 && self.cx.options.whole_vectors;
            return self.b.op(if is_long { Op::VectorDot } else { Op::Dot }, &[a, b]);
        }
        let (parts, others) = (self.components(a), self.components(b));
        self.multiply_add_chain(class, &parts, &others).unwrap_or(a)
    }

    /// Sum of products by multiply-add, from the first component on; none of no components.
    pub(super) fn multiply_add_chain(&mut self, class: ScalarClass, a: &[Value], b: &[Value]) -> Option<Value> {
        let (first, mad) = match class {
            ScalarClass::Float => (Op::FMul, Op::FMad),
            ScalarClass::Signed => (Op::Mul, Op::IMad),
            ScalarClass::Unsigned | ScalarClass::Bool => (Op::Mul, Op::UMad),
        };
        a.iter().zip(b).fold(None, |sum, (&a, &b)| {
            Some(match sum {
                None => self.b.op(first, &[a, b]),
                Some(sum) => self.b.op(mad, &[a, b, sum]),
            })
        })
    }

    /// `(1, a.y * b.y, a.z, b.w)`.
    pub(super) fn dst(&mut self, call: &Call) -> Value {
        let float = self.class_of(call, 0) == ScalarClass::Float;
        self.binary_fn(call, |this, a, b| {
            let (ay, by) = (this.b.extract(a, 1), this.b.extract(b, 1));
            let one = if float { this.float_like(ay, 1.0) } else { this.int_like(ay, 1) };
            let y = this.b.op(if float { Op::FMul } else { Op::Mul }, &[ay, by]);
            let (z, w) = (this.b.extract(a, 2), this.b.extract(b, 3));
            this.vector_of(&[one, y, z, w])
        })
    }

    pub(super) fn exp(&mut self, call: &Call) -> Value {
        self.unary_fn(call, |this, x| {
            let scaled = this.fmul_by(x, f64::from(std::f32::consts::LOG2_E));
            this.b.op(Op::Exp2, &[scaled])
        })
    }

    /// Logarithm to the base whose logarithm of 2 is `scale`.
    pub(super) fn log(&mut self, call: &Call, scale: f64) -> Value {
        self.unary_fn(call, |this, x| {
            let log = this.b.op(Op::Log2, &[x]);
            this.fmul_by(log, scale)
        })
    }

    /// `n` turned so that it faces against `i`, as `ng` shows.
    pub(super) fn face_forward(&mut self, call: &Call) -> Value {
        self.ternary_fn(call, |this, n, i, ng| {
            let cosine = this.dot(ScalarClass::Float, i, ng);
            let zero = this.float_like(cosine, 0.0);
            let facing = this.b.op(Op::FOlt, &[cosine, zero]);
            let turned = this.neg(n);
            this.b.select(facing, n, turned)
        })
    }

    /// The fraction of `x / y`, with the sign of the quotient, times `y`.
    pub(super) fn fmod(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, x, y| {
            let quotient = this.b.op(Op::FDiv, &[x, y]);
            let negated = this.neg(quotient);
            let positive = this.b.op(Op::FOge, &[quotient, negated]);
            let size = this.b.op(Op::FAbs, &[quotient]);
            let fraction = this.b.op(Op::Frac, &[size]);
            let minus = this.neg(fraction);
            let fraction = this.b.select(positive, fraction, minus);
            this.b.op(Op::FMul, &[fraction, y])
        })
    }

    /// Mantissa in 0.5..1 (without its sign, as DXC gives it); the exponent goes to the second argument.
    pub(super) fn frexp(&mut self, call: &Call) -> Value {
        let mut exponents = Vec::new();
        let mantissa = self.unary_fn(call, |this, x| {
            let zero = this.float_like(x, 0.0);
            let non_zero = this.b.op(Op::FUne, &[x, zero]);
            let bits = this.b.cast(Op::Bitcast, x, Scalar::I32);
            let exponent_mask = this.int_like(bits, 0x7f80_0000);
            let exponent = this.b.op(Op::And, &[bits, exponent_mask]);
            let bias = this.int_like(bits, -0x3f00_0000);
            let exponent = this.b.op(Op::Add, &[exponent, bias]);
            let shift = this.int_like(bits, 23);
            let exponent = this.b.op(Op::AShr, &[exponent, shift]);
            let scalar = this.scalar_of(x);
            let exponent = this.b.cast(Op::SiToFp, exponent, scalar);
            exponents.push(this.b.select(non_zero, exponent, zero));
            let mantissa_mask = this.int_like(bits, 0x007f_ffff);
            let mantissa = this.b.op(Op::And, &[bits, mantissa_mask]);
            let half = this.int_like(bits, 0x3f00_0000);
            let mantissa = this.b.op(Op::Or, &[mantissa, half]);
            let mantissa = this.b.cast(Op::Bitcast, mantissa, scalar);
            this.b.select(non_zero, mantissa, zero)
        });
        let exponent = self.rows_like(mantissa, &exponents);
        self.store_out(call, 1, exponent);
        mantissa
    }

    /// The only row, or the matrix of the rows, with the shape of `like`.
    fn rows_like(&mut self, like: Value, rows: &[Value]) -> Value {
        match rows {
            [only] if !self.is_array(like) => *only,
            _ => {
                let ty = self.b.func.ty(like);
                self.b.construct(ty, rows)
            }
        }
    }

    pub(super) fn fwidth(&mut self, call: &Call) -> Value {
        self.unary_fn(call, |this, x| {
            let along_x = this.b.op(Op::DerivCoarseX, &[x]);
            let along_x = this.b.op(Op::FAbs, &[along_x]);
            let along_y = this.b.op(Op::DerivCoarseY, &[x]);
            let along_y = this.b.op(Op::FAbs, &[along_y]);
            this.b.op(Op::FAdd, &[along_x, along_y])
        })
    }

    pub(super) fn ldexp(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, x, exponent| {
            let power = this.b.op(Op::Exp2, &[exponent]);
            this.b.op(Op::FMul, &[power, x])
        })
    }

    pub(super) fn lerp(&mut self, call: &Call) -> Value {
        self.ternary_fn(call, |this, a, b, s| {
            let range = this.b.op(Op::FSub, &[b, a]);
            let part = this.b.op(Op::FMul, &[s, range]);
            this.b.op(Op::FAdd, &[part, a])
        })
    }

    /// Ambient, diffuse and specular factors.
    pub(super) fn lit(&mut self, call: &Call) -> Value {
        self.ternary_fn(call, |this, l, h, m| {
            let (zero, one) = (this.float_like(l, 0.0), this.float_like(l, 1.0));
            let behind = this.b.op(Op::FOlt, &[l, zero]);
            let diffuse = this.b.select(behind, zero, l);
            let h_behind = this.b.op(Op::FOlt, &[h, zero]);
            let dark = this.b.op(Op::Or, &[behind, h_behind]);
            let log = this.b.op(Op::Log2, &[h]);
            let scaled = this.b.op(Op::FMul, &[log, m]);
            let specular = this.b.op(Op::Exp2, &[scaled]);
            let specular = this.b.select(dark, zero, specular);
            this.vector_of(&[one, diffuse, specular, one])
        })
    }

    /// The fraction, with the sign of the argument; the whole part goes to the second argument.
    pub(super) fn modf(&mut self, call: &Call) -> Value {
        let mut wholes = Vec::new();
        let fraction = self.unary_fn(call, |this, x| {
            let whole = this.b.op(Op::TruncFloat, &[x]);
            wholes.push(whole);
            this.b.op(Op::FSub, &[x, whole])
        });
        let whole = self.rows_like(fraction, &wholes);
        self.store_out(call, 1, whole);
        fraction
    }

    pub(super) fn normalize(&mut self, call: &Call) -> Value {
        self.unary_fn(call, |this, x| {
            let square = this.dot(ScalarClass::Float, x, x);
            let scale = this.b.op(Op::Rsqrt, &[square]);
            let scale = this.b.splat(scale, this.lanes(x));
            this.b.op(Op::FMul, &[scale, x])
        })
    }

    /// `exp2(log2(x) * y)`; a square is a product, which is right for negative numbers too, and so was every small whole power
    /// in the language of 2016.
    pub(super) fn pow(&mut self, call: &Call) -> Value {
        let power = if self.cx.options.multiplies_powers { self.power_in_products(call) } else { None };
        self.binary_fn(call, |this, x, y| {
            if let Some(power) = power {
                return this.in_products(x, power);
            }
            let two = this.float_like(y, 2.0);
            if y == two {
                return this.b.op(Op::FMul, &[x, x]);
            }
            let log = this.b.op(Op::Log2, &[x]);
            let scaled = this.b.op(Op::FMul, &[log, y]);
            this.b.op(Op::Exp2, &[scaled])
        })
    }

    /// The power of `pow`, if it is one whole number for all components and takes as few products as the old compiler wanted.
    fn power_in_products(&mut self, call: &Call) -> Option<i32> {
        let powers = self.arg(call, 1);
        let mut rows = Vec::new();
        self.by_rows(&[powers], &mut |this, row| {
            rows.extend(row.iter().map(|&row| this.numbers_of(row)));
            powers
        });
        let powers = rows.into_iter().collect::<Option<Vec<_>>>()?.concat();
        let (&first, others) = powers.split_first()?;
        let whole = first.trunc() == first && first.abs() < f64::from(1 << 30);
        if !whole || others.iter().any(|&other| other != first) {
            return None;
        }
        let power = first as i32;
        let bits = power.unsigned_abs();
        let needed = i64::from(bits.checked_ilog2().map_or(-1, |top| top as i32)) + i64::from(bits.count_ones()) - 1;
        let count = powers.len() as i64;
        (needed <= if power < 0 { count + 1 } else { 2 * count + 1 }).then_some(power)
    }

    /// A whole power in products of squares, in the order of the bits of the power.
    fn in_products(&mut self, x: Value, power: i32) -> Value {
        let mut bits = power.unsigned_abs();
        let (mut square, mut result) = (x, None);
        while bits > 0 {
            if bits & 1 == 1 {
                result = Some(result.map_or(square, |result| self.b.op(Op::FMul, &[result, square])));
            }
            bits >>= 1;
            if bits > 0 {
                square = self.b.op(Op::FMul, &[square, square]);
            }
        }
        let one = self.float_like(x, 1.0);
        match result {
            None => one,
            Some(result) if power < 0 => self.b.op(Op::FDiv, &[one, result]),
            Some(result) => result,
        }
    }

    pub(super) fn rcp(&mut self, call: &Call) -> Value {
        self.unary_fn(call, |this, x| {
            let one = this.float_like(x, 1.0);
            this.b.op(Op::FDiv, &[one, x])
        })
    }

    pub(super) fn reflect(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, i, n| {
            let cosine = this.dot(ScalarClass::Float, i, n);
            let twice = this.fmul_by(cosine, 2.0);
            let twice = this.b.splat(twice, this.lanes(n));
            let across = this.b.op(Op::FMul, &[twice, n]);
            this.b.op(Op::FSub, &[i, across])
        })
    }

    pub(super) fn refract(&mut self, call: &Call) -> Value {
        self.ternary_fn(call, |this, i, n, eta| {
            let lanes = this.lanes(i);
            let cosine = this.dot(ScalarClass::Float, i, n);
            let (zero, one) = (this.float_like(eta, 0.0), this.float_like(eta, 1.0));
            let eta_square = this.b.op(Op::FMul, &[eta, eta]);
            let cosine_square = this.b.op(Op::FMul, &[cosine, cosine]);
            let sine_square = this.b.op(Op::FSub, &[one, cosine_square]);
            let bent = this.b.op(Op::FMul, &[eta_square, sine_square]);
            let k = this.b.op(Op::FSub, &[one, bent]);
            let passes = this.b.op(Op::FOge, &[k, zero]);
            let eta_all = this.b.splat(eta, lanes);
            let along = this.b.op(Op::FMul, &[i, eta_all]);
            let root = this.b.op(Op::Sqrt, &[k]);
            let scaled = this.b.op(Op::FMul, &[cosine, eta]);
            let across = this.b.op(Op::FAdd, &[scaled, root]);
            let across = this.b.splat(across, lanes);
            let across = this.b.op(Op::FMul, &[across, n]);
            let result = this.b.op(Op::FSub, &[along, across]);
            let nothing = this.float_like(result, 0.0);
            this.b.select(passes, result, nothing)
        })
    }

    pub(super) fn sign(&mut self, call: &Call) -> Value {
        let class = self.class_of(call, 0);
        self.unary_fn(call, |this, x| {
            if matches!(class, ScalarClass::Unsigned | ScalarClass::Bool) {
                let zero = this.int_like(x, 0);
                let positive = this.b.op(Op::INe, &[x, zero]);
                return this.b.cast(Op::ZExt, positive, Scalar::I32);
            }
            let float = class == ScalarClass::Float;
            let zero = if float { this.float_like(x, 0.0) } else { this.int_like(x, 0) };
            let (greater, less) = if float { (Op::FOgt, Op::FOlt) } else { (Op::SGt, Op::SLt) };
            let positive = this.b.op(greater, &[x, zero]);
            let negative = this.b.op(less, &[x, zero]);
            let positive = this.b.cast(Op::ZExt, positive, Scalar::I32);
            let negative = this.b.cast(Op::ZExt, negative, Scalar::I32);
            this.b.op(Op::Sub, &[positive, negative])
        })
    }

    pub(super) fn sincos(&mut self, call: &Call) -> Option<Value> {
        let sine = self.unary_fn(call, |this, x| this.b.op(Op::Sin, &[x]));
        let cosine = self.unary_fn(call, |this, x| this.b.op(Op::Cos, &[x]));
        self.store_out(call, 1, sine);
        self.store_out(call, 2, cosine);
        None
    }

    pub(super) fn smoothstep(&mut self, call: &Call) -> Value {
        self.ternary_fn(call, |this, a, b, x| {
            let range = this.b.op(Op::FSub, &[b, a]);
            let done = this.b.op(Op::FSub, &[x, a]);
            let t = this.b.op(Op::FDiv, &[done, range]);
            let t = this.b.op(Op::Saturate, &[t]);
            let twice = this.fmul_by(t, 2.0);
            let three = this.float_like(t, 3.0);
            let slope = this.b.op(Op::FSub, &[three, twice]);
            let square = this.b.op(Op::FMul, &[t, t]);
            this.b.op(Op::FMul, &[square, slope])
        })
    }

    pub(super) fn step_function(&mut self, call: &Call) -> Value {
        self.binary_fn(call, |this, edge, x| {
            let before = this.b.op(Op::FOlt, &[x, edge]);
            let (zero, one) = (this.float_like(x, 0.0), this.float_like(x, 1.0));
            this.b.select(before, zero, one)
        })
    }

    /// Whether all, or any, of the components are not zero.
    pub(super) fn all_or_any(&mut self, call: &Call, all: bool) -> Value {
        let x = self.arg(call, 0);
        let class = self.class_of(call, 0);
        if self.cx.options.whole_vectors && self.b.ctx.lanes(self.b.func.ty(x)).is_some_and(|lanes| lanes > 1) {
            let truths = self.is_true(class, x);
            return self.b.op(if all { Op::AllTrue } else { Op::AnyTrue }, &[truths]);
        }
        let truths: Vec<Value> = self.components(x).into_iter().map(|c| self.is_true(class, c)).collect();
        let op = if all { Op::And } else { Op::Or };
        truths.into_iter().reduce(|a, b| self.b.op(op, &[a, b])).unwrap_or_else(|| self.b.bool(all))
    }

    fn is_true(&mut self, class: ScalarClass, x: Value) -> Value {
        match class {
            ScalarClass::Bool => x,
            ScalarClass::Float => {
                let zero = self.float_like(x, 0.0);
                self.b.op(Op::FUne, &[x, zero])
            }
            ScalarClass::Signed | ScalarClass::Unsigned => {
                let zero = self.int_like(x, 0);
                self.b.op(Op::INe, &[x, zero])
            }
        }
    }

    pub(super) fn logical(&mut self, call: &Call, and: bool) -> Value {
        self.binary_fn(call, |this, a, b| this.b.op(if and { Op::And } else { Op::Or }, &[a, b]))
    }

    pub(super) fn select_of(&mut self, call: &Call) -> Value {
        let (cond, then, otherwise) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
        self.select(cond, then, otherwise)
    }

    /// Ends the lane if any component is negative.
    pub(super) fn clip(&mut self, call: &Call) -> Option<Value> {
        let x = self.arg(call, 0);
        let mut negative = None;
        for component in self.components(x) {
            let zero = self.float_like(component, 0.0);
            let below = self.b.op(Op::FOlt, &[component, zero]);
            negative = Some(match negative {
                None => below,
                Some(sum) => self.b.op(Op::Or, &[sum, below]),
            });
        }
        if let Some(negative) = negative {
            let void = self.b.ctx.void();
            self.b.inst(Op::Discard, void, Imm::None, &[negative]);
        }
        None
    }
}

/// The angle of a point on an axis. Elsewhere machines differ in how they round.
fn angle_on_axis(y: f64, x: f64) -> Option<f64> {
    use std::f64::consts::{FRAC_PI_2, PI};
    match (y == 0.0, x == 0.0) {
        (true, _) if x.is_nan() => None,
        (true, _) if x.is_sign_positive() => Some(y),
        (true, _) => Some(PI.copysign(y)),
        (false, true) if !y.is_nan() => Some(FRAC_PI_2.copysign(y)),
        (false, _) => None,
    }
}
