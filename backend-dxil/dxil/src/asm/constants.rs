//! Reads constants.

use crate::constants::{ConstId, ConstKind};
use crate::inst::{BinaryOp, CastOp, FlagSet, Flags, Predicate};
use crate::types::{Type, TypeId};

use super::lex::{Kind, Token, unescape};
use super::parser::{Parse, Parser, Symbol, inside_quotes};

/// What DXIL has only as instructions.
const NO_EXPRESSIONS: [&[u8]; 6] =
    [b"extractelement", b"insertelement", b"shufflevector", b"extractvalue", b"insertvalue", b"blockaddress"];

/// The flags of wrapping, exact and floating-point operations.
const WRAP_FLAGS: [(&str, u8); 2] = [("nuw", Flags::NUW), ("nsw", Flags::NSW)];
const EXACT_FLAGS: [(&str, u8); 1] = [("exact", Flags::EXACT)];
const FAST_FLAGS: [(&str, u8); 5] =
    [("fast", Flags::FAST), ("nnan", Flags::NNAN), ("ninf", Flags::NINF), ("nsz", Flags::NSZ), ("arcp", Flags::ARCP)];

impl Parser<'_> {
    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parse<ConstId> {
        let ty = self.value_type()?;
        self.constant(ty)
    }

    /// A constant of a type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Parse<ConstId> {
        self.nested(|parser| {
            let token = parser.peek();
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a constant")]
            match token.kind {
                Kind::Word => parser.word_constant(token, ty),
                Kind::Int => parser.integer(token, ty),
                Kind::Decimal | Kind::Bits => parser.float(token, ty),
                Kind::Global => {
                    parser.at += 1;
                    let id = parser.symbol_address(token)?;
                    parser.require_type(token, parser.constant_type(id), ty, "this address")?;
                    Ok(id)
                }
                Kind::Punct(b'[' | b'{' | b'<') => parser.aggregate(token, ty),
                Kind::Local => parser.error(token, "a constant is needed here, and this is a local value"),
                _ => parser.expected("a constant"),
            }
        })
    }

    /// The address that a global name stands for.
    pub(super) fn symbol_address(&mut self, token: Token) -> Parse<ConstId> {
        let name = self.name_of(token)?;
        match self.symbols.get(&name).copied() {
            Some(Symbol::Global(global)) => Ok(self.module.global_address(global)),
            Some(Symbol::Function(function)) => Ok(self.module.function_address(function)),
            None => {
                let text = self.shown(token);
                self.error(token, format!("{text} is not defined: declare it as a function or a global"))
            }
        }
    }

    fn wrong_type<T>(&self, token: Token, ty: TypeId) -> Parse<T> {
        let (text, ty) = (self.shown(token), self.type_text(ty));
        self.error(token, format!("{text} is no constant of the type `{ty}`"))
    }

    fn word_constant(&mut self, token: Token, ty: TypeId) -> Parse<ConstId> {
        let kind = self.module.types.get(ty).clone();
        let word = self.text(token);
        match word {
            b"true" | b"false" => {
                self.at += 1;
                if kind != Type::Int(1) {
                    return self.wrong_type(token, ty);
                }
                Ok(self.module.i1_const(word == b"true"))
            }
            b"null" => {
                self.at += 1;
                if !matches!(kind, Type::Pointer { .. }) {
                    return self.wrong_type(token, ty);
                }
                Ok(self.module.zero(ty))
            }
            b"zeroinitializer" => {
                self.at += 1;
                if kind == Type::Metadata {
                    return self.wrong_type(token, ty);
                }
                Ok(self.module.zero(ty))
            }
            b"undef" => {
                self.at += 1;
                if kind == Type::Metadata {
                    return self.wrong_type(token, ty);
                }
                Ok(self.module.undef(ty))
            }
            b"c" if self.token_at(self.at + 1).kind == Kind::Text => {
                self.at += 1;
                let text = self.next();
                let bytes = unescape(inside_quotes(self.text(text)));
                #[expect(clippy::wildcard_enum_match_arm, reason = "a string is an array of bytes")]
                let (elem, len) = match kind {
                    Type::Array { elem, len } if self.module.types.int_bits(elem) == Some(8) => (elem, len),
                    _ => return self.wrong_type(text, ty),
                };
                if len != bytes.len() as u64 {
                    let found = bytes.len();
                    return self
                        .error(text, format!("this text has {found} bytes, and its type {len}: make them agree"));
                }
                let parts: Vec<_> = bytes.iter().map(|&byte| self.module.int_const(elem, u64::from(byte))).collect();
                Ok(self.module.aggregate(ty, &parts))
            }
            _ => self.expression(token, ty),
        }
    }

    /// A constant expression: an operation with its operands in parentheses.
    fn expression(&mut self, token: Token, ty: TypeId) -> Parse<ConstId> {
        let word = self.text(token);
        if NO_EXPRESSIONS.contains(&word) {
            let text = self.shown(token);
            return self.error(token, format!("{text} is not a constant of DXIL: use an instruction"));
        }
        let op = CastOp::ALL.iter().find(|op| op.text().as_bytes() == word);
        if let Some(&op) = op {
            self.at += 1;
            self.require(b'(', "before the operand of a constant expression")?;
            let value = self.typed_constant()?;
            self.require_word("to", "between the operand and the type of a conversion")?;
            let at = self.peek();
            let result = self.value_type()?;
            self.check_cast(at, op, self.constant_type(value), result)?;
            self.require(b')', "after a constant expression")?;
            self.require_type(token, result, ty, "this constant")?;
            return Ok(self.module.const_cast(op, value, ty));
        }
        let id = match word {
            b"getelementptr" => self.gep_expression()?,
            b"select" => {
                self.at += 1;
                let parts = self.expression_operands()?;
                let &[cond, on_true, on_false] = parts.as_slice() else {
                    return self.error(token, "`select` takes three operands");
                };
                let (kind, yes) = (ConstKind::Select { cond, on_true, on_false }, self.constant_type(on_true));
                self.require_type(token, self.constant_type(on_false), yes, "the third operand")?;
                self.module.constant(yes, kind)
            }
            b"icmp" | b"fcmp" => {
                self.at += 1;
                let pred = self.predicate(word == b"fcmp")?;
                let (lhs, rhs) = self.two_operands(token)?;
                let i1 = self.module.types.i1();
                let operand = self.constant_type(lhs);
                let result = self.module.types.with_lanes_of(i1, operand);
                self.module.constant(result, ConstKind::Cmp { pred, lhs, rhs })
            }
            _ => match BinaryOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
                Some(&op) => {
                    self.at += 1;
                    let flags = self.flags(op.flag_set());
                    let (lhs, rhs) = self.two_operands(token)?;
                    self.check_binary(token, op, self.constant_type(lhs))?;
                    let result = self.constant_type(lhs);
                    self.module.constant(result, ConstKind::Binary { op, flags, lhs, rhs })
                }
                None => return self.wrong_type(token, ty),
            },
        };
        self.require_type(token, self.constant_type(id), ty, "this constant")?;
        Ok(id)
    }

    fn gep_expression(&mut self) -> Parse<ConstId> {
        let token = self.next();
        let inbounds = self.take_word("inbounds");
        self.require(b'(', "before the operands of a constant expression")?;
        let at = self.peek();
        let source = self.value_type()?;
        self.require(b',', "after the type that an address is in")?;
        let mut parts = vec![self.typed_constant()?];
        while self.take(b',') {
            parts.push(self.typed_constant()?);
        }
        self.require(b')', "after a constant expression")?;
        let base_ty = self.constant_type(parts[0]);
        match self.module.types.pointee(base_ty) {
            Some(pointee) => self.require_type(at, source, pointee, "the type that the address is in")?,
            None => return self.error(token, "the first operand of `getelementptr` is an address"),
        }
        if parts.len() < 2 {
            return self.error(token, "`getelementptr` takes an address and one index or more");
        }
        let steps: Vec<_> = parts[2..].iter().map(|&index| index.into()).collect();
        if self.module.gep_element(source, &steps).is_none() {
            let text = self.type_text(source);
            return self
                .error(token, format!("these indices lead out of the type `{text}`: use fewer or smaller ones"));
        }
        Ok(self.module.const_gep(parts[0], &parts[1..], inbounds))
    }

    fn expression_operands(&mut self) -> Parse<Vec<ConstId>> {
        self.require(b'(', "before the operands of a constant expression")?;
        let mut parts = vec![self.typed_constant()?];
        while self.take(b',') {
            parts.push(self.typed_constant()?);
        }
        self.require(b')', "after a constant expression")?;
        Ok(parts)
    }

    fn two_operands(&mut self, token: Token) -> Parse<(ConstId, ConstId)> {
        let parts = self.expression_operands()?;
        let &[lhs, rhs] = parts.as_slice() else {
            return self.error(token, format!("{} takes two operands", self.shown(token)));
        };
        self.require_type(token, self.constant_type(rhs), self.constant_type(lhs), "the second operand")?;
        Ok((lhs, rhs))
    }

    /// The flags of an operation, as many as come next.
    pub(super) fn flags(&mut self, set: FlagSet) -> u8 {
        let table: &[(&str, u8)] = match set {
            FlagSet::None => &[],
            FlagSet::Wrap => &WRAP_FLAGS,
            FlagSet::Exact => &EXACT_FLAGS,
            FlagSet::Float => &FAST_FLAGS,
        };
        let mut flags = 0;
        while let Some(flag) = self.take_one_of(table) {
            flags |= flag;
        }
        flags
    }

    /// The predicate of a comparison.
    pub(super) fn predicate(&mut self, is_float: bool) -> Parse<Predicate> {
        let word = self.word().unwrap_or_default();
        let mut all = Predicate::ALL.iter().filter(|pred| pred.is_float() == is_float);
        match all.find(|pred| pred.text().as_bytes() == word) {
            Some(&pred) => {
                self.at += 1;
                Ok(pred)
            }
            None if is_float => self.expected("a predicate of `fcmp`, such as `olt`"),
            None => self.expected("a predicate of `icmp`, such as `slt`"),
        }
    }

    /// The parts of an array, a vector or a struct, in their brackets.
    fn aggregate(&mut self, token: Token, ty: TypeId) -> Parse<ConstId> {
        self.at += 1;
        let is_packed = token.kind == Kind::Punct(b'<') && self.take(b'{');
        #[expect(clippy::wildcard_enum_match_arm, reason = "the caller has seen one of the four brackets")]
        let close = match token.kind {
            Kind::Punct(b'[') => b']',
            Kind::Punct(b'{') => b'}',
            _ if is_packed => b'}',
            _ => b'>',
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "these types have parts")]
        let fits = match self.module.types.get(ty) {
            Type::Array { .. } => close == b']',
            Type::Vector { .. } => close == b'>',
            Type::Struct { packed, .. } => close == b'}' && *packed == is_packed,
            // How the fields lie is said where the struct is defined.
            Type::Named(_) => close == b'}',
            _ => false,
        };
        if !fits {
            let text = self.type_text(ty);
            return self.error(token, format!("{} begins no constant of the type `{text}`", self.shown(token)));
        }
        let mut parts = Vec::new();
        if !self.is_punct(close) {
            loop {
                let at = self.peek();
                let wanted = self.module.types.element(ty, parts.len() as u64);
                let part_ty = self.value_type()?;
                match wanted {
                    Some(wanted) => self.require_type(at, part_ty, wanted, "this element")?,
                    None => {
                        return self.error(at, format!("`{}` has fewer elements: remove this one", self.type_text(ty)));
                    }
                }
                parts.push(self.constant(part_ty)?);
                if !self.take(b',') {
                    break;
                }
            }
        }
        self.require(close, "after the last element")?;
        if is_packed {
            self.require(b'>', "after the last field of a packed struct")?;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others have fields, or no parts")]
        let count = match self.module.types.get(ty) {
            Type::Array { len, .. } => *len,
            Type::Vector { len, .. } => u64::from(*len),
            _ => self.module.types.struct_fields(ty).map_or(0, |fields| fields.len() as u64),
        };
        if count != parts.len() as u64 {
            let (text, found) = (self.type_text(ty), parts.len());
            return self.error(token, format!("`{text}` has {count} elements, and {found} are given"));
        }
        Ok(self.module.aggregate(ty, &parts))
    }

    fn integer(&mut self, token: Token, ty: TypeId) -> Parse<ConstId> {
        self.at += 1;
        let Some(bits) = self.module.types.int_bits(ty) else {
            if self.module.types.is_float(ty) {
                let text = self.shown(token);
                return self.error(token, format!("{text} is an integer: write a number with a point, as in `1.0`"));
            }
            return self.wrong_type(token, ty);
        };
        let value = std::str::from_utf8(self.text(token)).ok().and_then(|digits| digits.parse::<i128>().ok());
        let range = -(1i128 << (bits - 1))..1i128 << bits;
        match value.filter(|value| range.contains(value)) {
            Some(value) => Ok(self.module.int_const(ty, value as u64)),
            None => self.error(token, format!("{} does not fit in {bits} bits", self.shown(token))),
        }
    }

    fn float(&mut self, token: Token, ty: TypeId) -> Parse<ConstId> {
        self.at += 1;
        let kind = self.module.types.get(ty).clone();
        if !self.module.types.is_float(ty) {
            return self.wrong_type(token, ty);
        }
        let text = self.text(token);
        let hexadecimal = |digits: &[u8]| {
            let text = std::str::from_utf8(digits).ok().filter(|text| !text.is_empty())?;
            u64::from_str_radix(text, 16).ok()
        };
        if let Some(digits) = text.strip_prefix(b"0xH") {
            return match hexadecimal(digits).filter(|&bits| u16::try_from(bits).is_ok()) {
                Some(bits) if kind == Type::Half => Ok(self.module.constant(ty, ConstKind::Float(bits))),
                Some(_) => self.wrong_type(token, ty),
                None => self.error(token, "`0xH` stands before four hexadecimal digits, the bits of a `half`"),
            };
        }
        let bits = match text.strip_prefix(b"0x") {
            Some(digits) => hexadecimal(digits),
            None => std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok()).map(f64::to_bits),
        };
        let Some(bits) = bits else {
            return self.error(
                token,
                format!("{} is no number that DXIL has: write `0x` and the bits of a `double`", self.shown(token)),
            );
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the caller has seen one of the three types of floats")]
        let narrowed = match kind {
            Type::Double => Some(bits),
            Type::Float => narrow(bits).map(u64::from),
            _ => narrow_to_half(bits).map(u64::from),
        };
        match narrowed {
            Some(bits) => Ok(self.module.constant(ty, ConstKind::Float(bits))),
            None => {
                let (text, shown) = (self.type_text(ty), self.shown(token));
                let nearest = (f64::from_bits(bits) as f32 as f64).to_bits();
                #[expect(clippy::wildcard_enum_match_arm, reason = "a double is exact, and this is a float")]
                let hint = match kind {
                    Type::Float => format!("the nearest that is has the bits `0x{nearest:X}`"),
                    _ => "write `0xH` and the four digits of its bits".to_owned(),
                };
                self.error(token, format!("{shown} is not exactly a `{text}`: {hint}"))
            }
        }
    }
}

/// The bits of a `float` with the value of a `double`, if there is one; bits of a NaN are kept.
fn narrow(bits: u64) -> Option<u32> {
    /// The fraction bits that a `float` has not.
    const LOST: u32 = 29;
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let is_exact = bits & ((1 << LOST) - 1) == 0;
        let (sign, fraction) = ((bits >> 63) as u32, (bits >> LOST) as u32 & 0x7F_FFFF);
        return (is_exact && fraction != 0).then_some(sign << 31 | 0xFF << 23 | fraction);
    }
    let narrowed = value as f32;
    (f64::from(narrowed).to_bits() == bits).then_some(narrowed.to_bits())
}

/// The bits of a `half` with the value of a `double`, if there is one.
fn narrow_to_half(bits: u64) -> Option<u16> {
    /// The fraction bits that a `half` has not, and the difference of the exponents' biases.
    const LOST: u32 = 42;
    const BIAS: i64 = 1023 - 15;
    let sign = ((bits >> 63) as u16) << 15;
    let exponent = (bits >> 52 & 0x7FF) as i64;
    let fraction = bits & ((1 << 52) - 1);
    let exact = |fraction: u64, lost: u32| (fraction.trailing_zeros() >= lost).then_some((fraction >> lost) as u16);
    match exponent {
        0 if fraction == 0 => Some(sign),
        0x7FF => exact(fraction, LOST).map(|fraction| sign | 0x1F << 10 | fraction),
        _ => match exponent - BIAS {
            exponent @ 1..=30 => exact(fraction, LOST).map(|fraction| sign | (exponent as u16) << 10 | fraction),
            // A number below the least normal one, whose leading one is written.
            exponent @ -9..=0 => {
                exact(fraction | 1 << 52, LOST + (1 - exponent) as u32).map(|fraction| sign | fraction)
            }
            _ => None,
        },
    }
}
