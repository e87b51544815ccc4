//! Evaluates expressions over the values of a thread: watches, and conditions of breakpoints.
//!
//! Input: an expression of HLSL without side effects (names, members, swizzles, indices, operators, constructors of scalars and
//! vectors, and the functions of [`call`]). Output: a place, if the expression names one, or the value that it has. Operands are
//! converted as HLSL does it: to the greater type of the two, a scalar to a vector.

use crate::place::{Look, Number, Place, half, text};
use crate::types::{Kind, Scalar};

/// Expressions that are nested deeper are rejected.
const MOST_DEPTH: u32 = 64;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Something with an address.
    Place(Place),
    /// Scalars of one type: one, or those of a vector.
    Numbers(Scalar, Vec<u64>),
}

/// What names mean.
pub trait Names {
    /// A variable, a global, a member of a constant buffer or a resource.
    fn place(&self, name: &str) -> Option<Place>;
    /// A register such as `%12`.
    fn register(&self, name: &str) -> Option<Vec<Number>>;
    /// The element of a buffer; its index is checked when it is read.
    fn element(&self, name: &str, index: u64) -> Option<Place>;
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Int(u64, Scalar),
    Float(f64, Scalar),
    Sign(&'static str),
}

/// The operators and brackets, the longest first.
const SIGNS: [&str; 28] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%", "<", ">", "!", "~", "&", "|", "^", "?",
    ":", "(", ")", "[", "]", ".", ",",
];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let (token, length) = if is_number {
            number(rest)?
        } else if first.is_alphabetic() || first == '_' || first == '%' && is_register(rest) {
            let end = rest.char_indices().skip(1).find(|(_, c)| !(c.is_alphanumeric() || *c == '_'));
            let length = end.map_or(rest.len(), |(at, _)| at);
            (Token::Name(rest[..length].to_owned()), length)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("`{first}` means nothing here"))?;
            (Token::Sign(sign), sign.len())
        };
        // After an operand, `%` is an operator.
        let token = match (&token, found.last()) {
            (Token::Name(name), Some(Token::Name(_) | Token::Int(..) | Token::Float(..) | Token::Sign(")" | "]")))
                if name.starts_with('%') =>
            {
                found.push(Token::Sign("%"));
                rest = rest[1..].trim_start();
                continue;
            }
            _ => token,
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

fn is_register(text: &str) -> bool {
    text[1..].starts_with(|c: char| c.is_ascii_digit())
}

fn number(text: &str) -> Result<(Token, usize), String> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let length = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let value = u64::from_str_radix(&digits[..length], 16).map_err(|_| format!("`{text}` is no number"))?;
        let suffix = digits[length..].starts_with(['u', 'U']);
        return Ok((Token::Int(value, Scalar::UINT), 2 + length + usize::from(suffix)));
    }
    let mut length = 0;
    for (at, c) in text.char_indices() {
        let after_exponent = at > 0 && text[..at].ends_with(['e', 'E']);
        if c.is_ascii_digit() || c == '.' || matches!(c, 'e' | 'E') || matches!(c, '+' | '-') && after_exponent {
            length = at + 1;
        } else {
            break;
        }
    }
    let digits = &text[..length];
    let bad = || format!("`{digits}` is no number");
    let suffix = text[length..].chars().next();
    if digits.contains(['.', 'e', 'E']) || matches!(suffix, Some('f' | 'F' | 'h' | 'H')) {
        let value = digits.parse::<f64>().map_err(|_| bad())?;
        let has_suffix = matches!(suffix, Some('f' | 'F' | 'h' | 'H' | 'l' | 'L'));
        let scalar = if matches!(suffix, Some('l' | 'L')) { Scalar::Float { bits: 64 } } else { Scalar::FLOAT };
        return Ok((Token::Float(value, scalar), length + usize::from(has_suffix)));
    }
    let value = digits.parse::<u64>().map_err(|_| bad())?;
    let has_suffix = matches!(suffix, Some('u' | 'U'));
    Ok((Token::Int(value, if has_suffix { Scalar::UINT } else { Scalar::INT }), length + usize::from(has_suffix)))
}

/// Evaluates an expression.
pub fn evaluate(text: &str, look: Look<'_>, names: &dyn Names) -> Result<Value, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0, look, names };
    let value = parser.choice()?;
    match parser.tokens.get(parser.at) {
        None => Ok(value),
        Some(Token::Name(name)) => Err(format!("`{name}` is not expected here")),
        Some(Token::Sign(sign)) => Err(format!("`{sign}` is not expected here")),
        Some(Token::Int(..) | Token::Float(..)) => Err("a number is not expected here".to_owned()),
    }
}

/// Whether a value is true.
pub fn is_true(value: &Value, look: Look<'_>) -> bool {
    numbers(look, value).is_ok_and(|(scalar, bits)| bits.iter().all(|&bits| is_nonzero(scalar, bits)))
}

/// A value in words, and the name of its type.
pub fn describe(value: &Value, look: Look<'_>) -> (String, String) {
    match value {
        Value::Place(place) => (look.text(place), look.type_name(place)),
        Value::Numbers(scalar, bits) => {
            let parts: Vec<String> = bits.iter().map(|&bits| text(*scalar, bits)).collect();
            match &parts[..] {
                [one] => (one.clone(), scalar.name().to_owned()),
                all => (format!("({})", all.join(", ")), format!("{}{}", scalar.name(), all.len())),
            }
        }
    }
}

fn is_nonzero(scalar: Scalar, bits: u64) -> bool {
    match scalar {
        Scalar::Bool | Scalar::Int { .. } => bits != 0,
        Scalar::Float { .. } => float(scalar, bits) != 0.0,
    }
}

/// A scalar as a float.
fn float(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::Bool => f64::from(u8::from(bits != 0)),
        Scalar::Int { signed: true, .. } => int(scalar, bits) as f64,
        Scalar::Int { signed: false, .. } => bits as f64,
        Scalar::Float { bits: 64 } => f64::from_bits(bits),
        Scalar::Float { bits: 16 } => f64::from(half(bits as u16)),
        Scalar::Float { .. } => f64::from(f32::from_bits(bits as u32)),
    }
}

/// A scalar as an integer.
fn int(scalar: Scalar, bits: u64) -> i64 {
    match scalar {
        Scalar::Bool => i64::from(bits != 0),
        Scalar::Int { bits: width, signed: true } => {
            let unused = 64 - width.clamp(1, 64);
            (bits << unused).cast_signed() >> unused
        }
        Scalar::Int { .. } => bits.cast_signed(),
        Scalar::Float { .. } => float(scalar, bits) as i64,
    }
}

/// The bits of a scalar as another type.
fn converted(from: Scalar, bits: u64, to: Scalar) -> u64 {
    if from == to {
        return bits;
    }
    match to {
        Scalar::Bool => u64::from(is_nonzero(from, bits)),
        Scalar::Int { bits: width, .. } => int(from, bits).cast_unsigned() & (u64::MAX >> (64 - width.clamp(1, 64))),
        Scalar::Float { bits: 64 } => float(from, bits).to_bits(),
        // Halves are computed as floats.
        Scalar::Float { .. } => u64::from((float(from, bits) as f32).to_bits()),
    }
}

/// The type that two operands are converted to.
fn common(a: Scalar, b: Scalar) -> Scalar {
    let rank = |scalar: Scalar| match scalar {
        Scalar::Bool => 0,
        Scalar::Int { bits, signed } => bits * 2 + u32::from(!signed),
        Scalar::Float { bits } => 1000 + bits,
    };
    let greater = if rank(a) >= rank(b) { a } else { b };
    match greater {
        Scalar::Float { bits: 16 } => Scalar::FLOAT,
        Scalar::Int { bits, signed } if bits < 32 => Scalar::Int { bits: 32, signed },
        Scalar::Bool | Scalar::Int { .. } | Scalar::Float { .. } => greater,
    }
}

/// The scalars of a value: of a scalar, or of a vector.
fn numbers(look: Look<'_>, value: &Value) -> Result<(Scalar, Vec<u64>), String> {
    let place = match value {
        Value::Numbers(scalar, bits) => return Ok((*scalar, bits.clone())),
        Value::Place(place) => place,
    };
    let is_vector = match &look.types.get(place.ty).kind {
        Kind::Scalar(_) | Kind::Vector { .. } => true,
        Kind::Matrix { .. } => place.row.is_some(),
        Kind::Struct(_) | Kind::Array { .. } | Kind::Opaque => false,
    };
    if !is_vector {
        return Err(format!("`{}` is neither a scalar nor a vector", look.type_name(place)));
    }
    let count = look.count(place);
    let parts = (0..count).filter_map(|at| look.part(place, at)).map(|(_, part)| part);
    let parts: Vec<Place> = if count == 0 { vec![*place] } else { parts.collect() };
    let mut found: Option<(Scalar, Vec<u64>)> = None;
    for part in parts {
        match look.number(&part) {
            Number::Known(scalar, bits) => match &mut found {
                None => found = Some((scalar, vec![bits])),
                Some((of, all)) => all.push(converted(scalar, bits, *of)),
            },
            other @ (Number::Handle(_)
            | Number::Pointer(_)
            | Number::Removed
            | Number::Unset
            | Number::Unwritten
            | Number::Outside) => return Err(format!("it is {}", other.text())),
        }
    }
    found.ok_or_else(|| "it has no value".to_owned())
}

/// The binary operators by their precedence.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    look: Look<'a>,
    names: &'a dyn Names,
}

impl Parser<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let is_it = matches!(self.tokens.get(self.at), Some(Token::Sign(next)) if *next == sign);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.takes(sign) { Ok(()) } else { Err(format!("`{sign}` is missing")) }
    }

    /// An expression in an expression.
    fn inner(&mut self) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err("the expression is nested too deeply".to_owned());
        }
        let value = self.choice();
        self.depth -= 1;
        value
    }

    /// `a ? b : c`, or what binds more strongly.
    fn choice(&mut self) -> Result<Value, String> {
        let value = self.binary(0)?;
        if !self.takes("?") {
            return Ok(value);
        }
        let yes = self.inner()?;
        self.expect(":")?;
        let no = self.inner()?;
        Ok(if is_true(&value, self.look) { yes } else { no })
    }

    fn binary(&mut self, level: usize) -> Result<Value, String> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(sign) = self.one_of(signs) {
            let right = self.binary(level + 1)?;
            let (left_numbers, right_numbers) = (numbers(self.look, &left)?, numbers(self.look, &right)?);
            left = operation(sign, left_numbers, right_numbers)?;
        }
        Ok(left)
    }

    fn one_of(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        signs.iter().copied().find(|sign| self.takes(sign))
    }

    fn unary(&mut self) -> Result<Value, String> {
        let mut signs = Vec::new();
        while let Some(sign) = self.one_of(&["-", "!", "~", "+"]) {
            signs.push(sign);
        }
        let mut value = self.postfix()?;
        for sign in signs.into_iter().rev() {
            let (scalar, bits) = numbers(self.look, &value)?;
            let (to, bits) = match (sign, scalar) {
                ("!", _) => (Scalar::Bool, bits.iter().map(|&b| u64::from(!is_nonzero(scalar, b))).collect()),
                ("~", Scalar::Int { .. } | Scalar::Bool) => {
                    let to = common(scalar, Scalar::INT);
                    (to, bits.iter().map(|&b| converted(to, !converted(scalar, b, to), to) & mask(to)).collect())
                }
                ("~", Scalar::Float { .. }) => return Err("`~` is for integers".to_owned()),
                ("-", _) => {
                    let zero = (scalar, vec![0; bits.len()]);
                    let Value::Numbers(to, mut negated) = operation("-", zero, (scalar, bits))? else { continue };
                    // Zero less zero is zero, and the opposite of zero has a sign.
                    if let Scalar::Float { bits: width } = to {
                        let sign = if width == 64 { 1 << 63 } else { 1 << 31 };
                        negated.iter_mut().filter(|b| **b == 0).for_each(|b| *b = sign);
                    }
                    (to, negated)
                }
                _ => (scalar, bits),
            };
            value = Value::Numbers(to, bits);
        }
        Ok(value)
    }

    fn postfix(&mut self) -> Result<Value, String> {
        let mut value = self.primary()?;
        loop {
            if self.takes(".") {
                let Some(Token::Name(name)) = self.tokens.get(self.at) else {
                    return Err("a member is missing".to_owned());
                };
                self.at += 1;
                value = self.member(&value, name)?;
            } else if self.takes("[") {
                let index = self.inner()?;
                self.expect("]")?;
                let index = self.index(&index)?;
                value = self.element(&value, index)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn index(&self, value: &Value) -> Result<u64, String> {
        match numbers(self.look, value)? {
            (scalar, bits) if bits.len() == 1 => Ok(int(scalar, bits[0]).cast_unsigned()),
            _ => Err("an index is one number".to_owned()),
        }
    }

    fn member(&self, value: &Value, name: &str) -> Result<Value, String> {
        if let Value::Place(place) = value {
            if let Kind::Matrix { of, rows, columns } = self.look.types.get(place.ty).kind
                && place.row.is_none()
            {
                return element_of_matrix(*place, name, of, rows, columns);
            }
            let parts = (0..self.look.count(place).min(1024)).filter_map(|at| self.look.part(place, at));
            if let Some((_, part)) = { parts }.find(|(of, _)| of == name) {
                return Ok(Value::Place(part));
            }
            if matches!(self.look.types.get(place.ty).kind, Kind::Struct(_)) {
                return Err(format!("`{}` has no member `{name}`", self.look.type_name(place)));
            }
        }
        // A swizzle.
        let (scalar, bits) = numbers(self.look, value)?;
        let mut chosen = Vec::new();
        for c in name.chars() {
            let at = "xyzw".find(c).or_else(|| "rgba".find(c)).and_then(|at| bits.get(at));
            chosen.push(*at.ok_or_else(|| format!("there is no member `{name}`"))?);
        }
        if chosen.len() > 4 { Err(format!("there is no member `{name}`")) } else { Ok(Value::Numbers(scalar, chosen)) }
    }

    fn element(&self, value: &Value, index: u64) -> Result<Value, String> {
        match value {
            Value::Place(place) => {
                let part = u32::try_from(index).ok().and_then(|index| self.look.part(place, index));
                let missing =
                    || format!("there is no element {} in {}", index.cast_signed(), self.look.type_name(place));
                part.map(|(_, part)| Value::Place(part)).ok_or_else(missing)
            }
            Value::Numbers(scalar, bits) => match bits.get(index as usize) {
                Some(&one) => Ok(Value::Numbers(*scalar, vec![one])),
                None => Err(format!("there is no component {}", index.cast_signed())),
            },
        }
    }

    fn primary(&mut self) -> Result<Value, String> {
        let token = self.tokens.get(self.at).ok_or("the expression ends too soon")?;
        self.at += 1;
        match token {
            Token::Int(value, scalar) => Ok(Value::Numbers(*scalar, vec![*value & mask(*scalar)])),
            Token::Float(value, scalar) => {
                Ok(Value::Numbers(*scalar, vec![converted(Scalar::Float { bits: 64 }, value.to_bits(), *scalar)]))
            }
            Token::Sign("(") => {
                let value = self.inner()?;
                self.expect(")")?;
                Ok(value)
            }
            Token::Sign(sign) => Err(format!("`{sign}` is not expected here")),
            Token::Name(name) => match &**name {
                "true" | "false" => Ok(Value::Numbers(Scalar::Bool, vec![u64::from(name == "true")])),
                _ if self.takes("(") => self.call(name),
                _ => self.named(name),
            },
        }
    }

    fn named(&mut self, name: &str) -> Result<Value, String> {
        if let Some(numbers) = self.names.register(name) {
            return match &numbers[..] {
                [Number::Known(scalar, _), ..] => {
                    let bits = numbers.iter().map(|number| {
                        if let Number::Known(of, bits) = number { converted(*of, *bits, *scalar) } else { 0 }
                    });
                    Ok(Value::Numbers(*scalar, bits.collect()))
                }
                [other, ..] => Err(format!("`{name}` is {}", other.text())),
                [] => Err(format!("`{name}` has no value")),
            };
        }
        // An element of a buffer is no part of it: buffers are as long as what is bound.
        let before = self.at;
        if self.names.element(name, 0).is_some() && self.takes("[") {
            let index = self.inner()?;
            self.expect("]")?;
            let index = self.index(&index)?;
            if let Some(place) = self.names.element(name, index) {
                return Ok(Value::Place(place));
            }
            self.at = before;
        }
        self.names.place(name).map(Value::Place).ok_or_else(|| format!("there is no `{name}` here"))
    }

    fn call(&mut self, name: &str) -> Result<Value, String> {
        let mut args = Vec::new();
        while !self.takes(")") {
            if !args.is_empty() {
                self.expect(",")?;
            }
            let value = self.inner()?;
            args.push(numbers(self.look, &value)?);
        }
        call(name, &args)
    }
}

fn element_of_matrix(
    place: Place,
    name: &str,
    of: crate::types::TypeId,
    rows: [u32; 2],
    columns: [u32; 2],
) -> Result<Value, String> {
    let digits = |from: char, text: &str| -> Option<[u32; 2]> {
        let mut digits = text.chars().map(|c| u32::from(c).checked_sub(u32::from(from)));
        let place = [digits.next()??, digits.next()??];
        digits.next().is_none().then_some(place)
    };
    let at = name.strip_prefix("_m").and_then(|text| digits('0', text));
    let at = at.or_else(|| name.strip_prefix('_').and_then(|text| digits('1', text)));
    match at {
        Some([row, column]) if row < rows[0] && column < columns[0] => {
            let bit = place.bit + row * rows[1] + column * columns[1];
            Ok(Value::Place(Place { ty: of, bit, row: None, ..place }))
        }
        _ => Err(format!("a matrix has no element `{name}`")),
    }
}

fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits().clamp(1, 64))
}

/// An operator on two operands, component by component.
fn operation(sign: &str, (a, left): (Scalar, Vec<u64>), (b, right): (Scalar, Vec<u64>)) -> Result<Value, String> {
    let is_of_truth = matches!(sign, "&&" | "||");
    let mut to = common(a, b);
    let compares = matches!(sign, "==" | "!=" | "<" | ">" | "<=" | ">=");
    if to == Scalar::Bool && !is_of_truth && !compares {
        to = Scalar::INT;
    }
    let count = match (left.len(), right.len()) {
        (1, count) | (count, 1) => count,
        (left, right) => left.min(right),
    };
    let of = |list: &[u64], at: usize| list[if list.len() == 1 { 0 } else { at }];
    let mut found = Vec::new();
    for at in 0..count {
        let (left, right) = (of(&left, at), of(&right, at));
        if is_of_truth {
            let [left, right] = [is_nonzero(a, left), is_nonzero(b, right)];
            found.push(u64::from(if sign == "&&" { left && right } else { left || right }));
            continue;
        }
        let (left, right) = (converted(a, left, to), converted(b, right, to));
        found.push(match to {
            Scalar::Float { bits } => float_operation(sign, float(to, left), float(to, right), bits)?,
            Scalar::Bool | Scalar::Int { .. } => int_operation(sign, to, left, right)?,
        });
    }
    let to = if compares || is_of_truth { Scalar::Bool } else { to };
    Ok(Value::Numbers(to, found))
}

fn float_operation(sign: &str, left: f64, right: f64, bits: u32) -> Result<u64, String> {
    let value = match sign {
        // A product of floats is exact as a double, and so a float that is rounded once; so is a sum but for rare cases.
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "%" => left % right,
        "==" => return Ok(u64::from(left == right)),
        "!=" => return Ok(u64::from(left != right)),
        "<" => return Ok(u64::from(left < right)),
        ">" => return Ok(u64::from(left > right)),
        "<=" => return Ok(u64::from(left <= right)),
        ">=" => return Ok(u64::from(left >= right)),
        _ => return Err(format!("`{sign}` is for integers")),
    };
    Ok(if bits == 64 { value.to_bits() } else { u64::from((value as f32).to_bits()) })
}

fn int_operation(sign: &str, to: Scalar, left: u64, right: u64) -> Result<u64, String> {
    let is_signed = matches!(to, Scalar::Int { signed: true, .. });
    let (a, b) = (int(to, left), int(to, right));
    let by = right & u64::from(to.bits() - 1);
    let none = || "a division by zero".to_owned();
    let order = if is_signed { a.cmp(&b) } else { left.cmp(&right) };
    let value = match sign {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if is_signed => a.checked_div(b).ok_or_else(none)?.cast_unsigned(),
        "/" => left.checked_div(right).ok_or_else(none)?,
        "%" if is_signed => a.checked_rem(b).ok_or_else(none)?.cast_unsigned(),
        "%" => left.checked_rem(right).ok_or_else(none)?,
        "<<" => left << by,
        ">>" if is_signed => (a >> by).cast_unsigned(),
        ">>" => left >> by,
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "==" => return Ok(u64::from(order.is_eq())),
        "!=" => return Ok(u64::from(order.is_ne())),
        "<" => return Ok(u64::from(order.is_lt())),
        ">" => return Ok(u64::from(order.is_gt())),
        "<=" => return Ok(u64::from(order.is_le())),
        ">=" => return Ok(u64::from(order.is_ge())),
        _ => return Err(format!("`{sign}` is no operator")),
    };
    Ok(value & mask(to))
}

/// A function: constructors, and those of HLSL that a watch is likely to use.
fn call(name: &str, args: &[(Scalar, Vec<u64>)]) -> Result<Value, String> {
    if let Some((to, count)) = constructed(name) {
        let all: Vec<u64> =
            args.iter().flat_map(|(scalar, bits)| bits.iter().map(|&b| converted(*scalar, b, to))).collect();
        return match (all.len(), count) {
            (1, count) => Ok(Value::Numbers(to, vec![all[0]; count])),
            (given, count) if given >= count && (given == count || args.len() == 1) => {
                Ok(Value::Numbers(to, all[..count].to_vec()))
            }
            (given, count) => Err(format!("`{name}` is of {count} numbers, not {given}")),
        };
    }
    let floats = |(scalar, bits): &(Scalar, Vec<u64>)| bits.iter().map(|&b| float(*scalar, b)).collect::<Vec<_>>();
    let from_floats = |list: Vec<f64>| {
        Value::Numbers(Scalar::FLOAT, list.into_iter().map(|value| u64::from((value as f32).to_bits())).collect())
    };
    match (name, args) {
        ("asfloat" | "asuint" | "asint", [(_, bits)]) => {
            let to = match name {
                "asfloat" => Scalar::FLOAT,
                "asuint" => Scalar::UINT,
                _ => Scalar::INT,
            };
            Ok(Value::Numbers(to, bits.clone()))
        }
        ("any" | "all", [(scalar, bits)]) => {
            let mut truths = bits.iter().map(|&b| is_nonzero(*scalar, b));
            let is_true = if name == "any" { truths.any(|truth| truth) } else { truths.all(|truth| truth) };
            Ok(Value::Numbers(Scalar::Bool, vec![u64::from(is_true)]))
        }
        ("dot", [a, b]) => {
            let products = floats(a).into_iter().zip(floats(b)).map(|(a, b)| a * b);
            Ok(from_floats(vec![products.sum()]))
        }
        ("length", [a]) => Ok(from_floats(vec![floats(a).into_iter().map(|a| a * a).sum::<f64>().sqrt()])),
        ("min" | "max", [(a, left), (b, right)]) => {
            let to = common(*a, *b);
            let sign = if name == "min" { "<" } else { ">" };
            let Value::Numbers(_, chosen) = operation(sign, (*a, left.clone()), (*b, right.clone()))? else {
                return Err("no numbers".to_owned());
            };
            let of = |list: &[u64], at: usize| list[if list.len() == 1 { 0 } else { at }];
            let pick = |(at, &is_left): (usize, &u64)| {
                if is_left != 0 { converted(*a, of(left, at), to) } else { converted(*b, of(right, at), to) }
            };
            Ok(Value::Numbers(to, chosen.iter().enumerate().map(pick).collect()))
        }
        ("abs", [(scalar @ Scalar::Int { signed: true, .. }, bits)]) => {
            let all = bits.iter().map(|&b| int(*scalar, b).unsigned_abs() & mask(*scalar));
            Ok(Value::Numbers(*scalar, all.collect()))
        }
        (_, [a]) => {
            let f: fn(f64) -> f64 = match name {
                "abs" => f64::abs,
                "floor" => f64::floor,
                "ceil" => f64::ceil,
                "frac" => |x| x - x.floor(),
                "sqrt" => f64::sqrt,
                "saturate" => |x| if x > 0.0 { x.min(1.0) } else { 0.0 },
                "sin" => libm::sin,
                "cos" => libm::cos,
                "exp2" => libm::exp2,
                "log2" => libm::log2,
                "degrees" => f64::to_degrees,
                "radians" => f64::to_radians,
                _ => return Err(format!("there is no function `{name}` here")),
            };
            Ok(from_floats(floats(a).into_iter().map(f).collect()))
        }
        _ => Err(format!("there is no function `{name}` of {} arguments here", args.len())),
    }
}

/// The type that a constructor makes, such as `float3`.
fn constructed(name: &str) -> Option<(Scalar, usize)> {
    let base = name.trim_end_matches(|c: char| matches!(c, '1'..='4'));
    let count = if base.len() + 1 == name.len() { name[base.len()..].parse().ok()? } else { 1 };
    let scalar = match base {
        "float" | "half" => Scalar::FLOAT,
        "double" => Scalar::Float { bits: 64 },
        "int" => Scalar::INT,
        "uint" => Scalar::UINT,
        "bool" => Scalar::Bool,
        _ => return None,
    };
    (base.len() + 1 >= name.len()).then_some((scalar, count))
}
