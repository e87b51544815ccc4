//! Prints constants.

use std::fmt::Write as _;

use crate::constants::{ConstId, ConstKind};
use crate::inst::{BinaryOp, FlagSet, Flags};
use crate::types::Type;

use super::{Printer, emit};

/// Constants nested deeper than this, which no DXIL module has, print as dots.
const MAX_DEPTH: u32 = 200;

impl Printer<'_> {
    /// Writes a constant without its type.
    pub(super) fn constant(&mut self, id: ConstId) {
        self.constant_within(id, MAX_DEPTH);
    }

    /// Writes a constant with its type in front.
    pub(super) fn typed_constant(&mut self, id: ConstId) {
        self.typed_within(id, MAX_DEPTH);
    }

    fn typed_within(&mut self, id: ConstId, depth: u32) {
        self.ty(self.module.constants.ty(id));
        self.out.push(' ');
        self.constant_within(id, depth);
    }

    fn list(&mut self, parts: &[ConstId], depth: u32) {
        for (index, &part) in parts.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.typed_within(part, depth);
        }
    }

    fn constant_within(&mut self, id: ConstId, depth: u32) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.out.len() < self.limit) else {
            self.out.push_str("...");
            return;
        };
        let module = self.module;
        let constant = module.constants.get(id);
        match &constant.kind {
            ConstKind::Null => {
                let is_pointer = matches!(module.types.get(constant.ty), Type::Pointer { .. });
                self.out.push_str(if is_pointer { "null" } else { "zeroinitializer" });
            }
            ConstKind::Undef => self.out.push_str("undef"),
            ConstKind::Int(bits) => match module.types.int_bits(constant.ty) {
                Some(1) => self.out.push_str(if *bits == 0 { "false" } else { "true" }),
                width => {
                    let unused = 64 - width.unwrap_or(64).clamp(1, 64);
                    emit!(self, "{}", ((bits << unused) as i64) >> unused);
                }
            },
            ConstKind::Float(bits) => match module.types.float_bits(constant.ty) {
                Some(16) => emit!(self, "0xH{bits:04X}"),
                Some(32) => write_float(&mut self.out, widen(*bits as u32)),
                Some(_) | None => write_float(&mut self.out, *bits),
            },
            ConstKind::Aggregate(parts) => {
                let array = module.types.array_elements(constant.ty);
                if array.is_some_and(|(elem, _)| *module.types.get(elem) == Type::Int(8)) && self.is_text(parts) {
                    let bytes: Vec<u8> =
                        parts.iter().map(|&part| module.constants.as_int(part).unwrap_or(0) as u8).collect();
                    self.out.push_str("c\"");
                    let _ = crate::bytestr::ByteStr::from(bytes).write_escaped(&mut self.out);
                    self.out.push('"');
                } else {
                    let (open, close) = match (array, module.types.elements(constant.ty)) {
                        (Some(_), _) => ("[", "]"),
                        (None, Some(_)) => ("<", ">"),
                        (None, None) => ("{ ", " }"),
                    };
                    self.out.push_str(open);
                    self.list(parts, depth);
                    self.out.push_str(close);
                }
            }
            ConstKind::Global(global) => self.global_name(*global),
            ConstKind::Function(function) => self.function_name(*function),
            ConstKind::Cast { op, value } => {
                emit!(self, "{} (", op.text());
                self.typed_within(*value, depth);
                self.out.push_str(" to ");
                self.ty(constant.ty);
                self.out.push(')');
            }
            ConstKind::Gep { inbounds, source_ty, operands } => {
                self.out.push_str("getelementptr ");
                self.out.push_str(if *inbounds { "inbounds (" } else { "(" });
                self.ty(*source_ty);
                self.out.push_str(", ");
                self.list(operands, depth);
                self.out.push(')');
            }
            ConstKind::Binary { op, flags, lhs, rhs } => {
                self.out.push_str(op.text());
                write_flags(&mut self.out, *op, *flags);
                self.out.push_str(" (");
                self.list(&[*lhs, *rhs], depth);
                self.out.push(')');
            }
            ConstKind::Cmp { pred, lhs, rhs } => {
                emit!(self, "{} {} (", if pred.is_float() { "fcmp" } else { "icmp" }, pred.text());
                self.list(&[*lhs, *rhs], depth);
                self.out.push(')');
            }
            ConstKind::Select { cond, on_true, on_false } => {
                self.out.push_str("select (");
                self.list(&[*cond, *on_true, *on_false], depth);
                self.out.push(')');
            }
        }
    }

    fn is_text(&self, parts: &[ConstId]) -> bool {
        parts.iter().all(|&part| self.module.constants.as_int(part).is_some())
    }
}

/// Writes the flags of a binary operation, each with a space in front.
pub(super) fn write_flags(out: &mut String, op: BinaryOp, flags: u8) {
    match op.flag_set() {
        FlagSet::None => {}
        FlagSet::Wrap => {
            for (flag, text) in [(Flags::NUW, " nuw"), (Flags::NSW, " nsw")] {
                out.push_str(if flags & flag != 0 { text } else { "" });
            }
        }
        FlagSet::Exact => out.push_str(if flags & Flags::EXACT != 0 { " exact" } else { "" }),
        FlagSet::Float => write_fast_math(out, flags),
    }
}

/// Writes fast-math flags, each with a space in front.
pub(super) fn write_fast_math(out: &mut String, flags: u8) {
    if flags & Flags::UNSAFE_ALGEBRA != 0 {
        out.push_str(" fast");
        return;
    }
    for (flag, text) in [(Flags::NNAN, " nnan"), (Flags::NINF, " ninf"), (Flags::NSZ, " nsz"), (Flags::ARCP, " arcp")] {
        out.push_str(if flags & flag != 0 { text } else { "" });
    }
}

/// The bits of a `float` as those of the `double` with its value; the bits of a NaN are kept.
fn widen(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let (sign, fraction) = (u64::from(bits >> 31), u64::from(bits & 0x7F_FFFF));
        sign << 63 | 0x7FF << 52 | fraction << 29
    } else {
        f64::from(value).to_bits()
    }
}

/// Writes a float: with six digits if these say it exactly, else as the bits of a double.
fn write_float(out: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    if value.is_finite() {
        let text = exponential(value);
        if text.parse() == Ok(value) {
            out.push_str(&text);
            return;
        }
    }
    let _ = write!(out, "0x{bits:X}");
}

/// A number as C's `%e` prints it.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = match exponent.strip_prefix('-') {
                Some(digits) => ('-', digits),
                None => ('+', exponent),
            };
            format!("{mantissa}e{sign}{digits:0>2}")
        }
        None => text,
    }
}
