//! Computes the cost of conversions in overload resolution by DXC's rule, so that a call resolves to the same function
//! in both compilers.
//!
//! Input: the type that something is converted to and the type that it has. Output: a sum of one power of two per [`Fault`] of the
//! conversion. Each power is 2^7 times the one before, so a fault outweighs all lesser ones of up to 128 arguments. Whether
//! there is a conversion at all is not asked here; see `convert.rs`.
//!
//! An element is converted in two steps through the kind that both kinds combine to, as operands of an operator would be. Either
//! step may be a promotion, a change between integers that are as good as equal, or a cast.

use crate::cx::Checker;
use crate::facts::{Element, Runs};
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// The defects of a conversion, from the least to the worst.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// There are fewer elements than are asked for: one is copied to all.
    Copied,
    /// The result is wider than the combined kind.
    WidenedAfter,
    /// The combined kind is wider than the source.
    WidenedBefore,
    /// The result is an integer of the other sign than the combined kind.
    SignAfter,
    /// The combined kind is an integer of the other sign than the source.
    SignBefore,
    /// The result is of another kind than the combined one.
    CastAfter,
    /// The combined kind is another one than that of the source.
    CastBefore,
    /// Elements are dropped.
    Truncated,
}

impl Fault {
    /// Its power of two. Two bits are left below, as in DXC.
    fn cost(self) -> u64 {
        1 << (2 + 7 * self as u32)
    }
}

/// One step of the conversion of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Nothing,
    Widened,
    Sign,
    Cast,
}

/// Most parts of an aggregate that are looked at. Arrays of numbers are one.
const MOST_PARTS: usize = 1 << 12;

impl Checker<'_> {
    /// The cost of a conversion from one type to another.
    pub fn conversion_score(&self, to: Ty, from: Ty) -> u64 {
        if to == from || self.types().is_error(to) || self.types().is_error(from) {
            return 0;
        }
        let (left, right) = (self.elements_of(to), self.elements_of(from));
        let count = |runs: &[(Element, u64)]| runs.iter().map(|run| run.1).sum::<u64>();
        let (need, have) = (count(&left), count(&right));
        // Each fault counts once, however many elements have it.
        let mut cost = match have.cmp(&need) {
            Ordering::Less => Fault::Copied.cost(),
            Ordering::Equal => 0,
            Ordering::Greater => Fault::Truncated.cost(),
        };
        for (to, from) in pairs(&left, &right) {
            let (after, before) = steps(to, from);
            cost |= match after {
                Step::Nothing => 0,
                Step::Widened => Fault::WidenedAfter.cost(),
                Step::Sign => Fault::SignAfter.cost(),
                Step::Cast => Fault::CastAfter.cost(),
            };
            cost |= match before {
                Step::Nothing => 0,
                Step::Widened => Fault::WidenedBefore.cost(),
                Step::Sign => Fault::SignBefore.cost(),
                Step::Cast => Fault::CastBefore.cost(),
            };
        }
        cost
    }

    /// The elements of a type in order, equal ones that follow each other counted. A base class has none.
    pub(crate) fn elements_of(&self, ty: Ty) -> Runs {
        let mut runs = Runs::new();
        let mut stack: SmallVec<[Ty; 4]> = SmallVec::from_slice(&[ty]);
        for _ in 0..MOST_PARTS {
            let Some(ty) = stack.pop() else { break };
            let (element, count) = match *self.types().data(ty) {
                TyData::Scalar(kind) => (Element::Number(kind.value()), 1),
                TyData::Vector(kind, n) => (Element::Number(kind.value()), u64::from(n)),
                TyData::Matrix { scalar, rows, cols, .. } => {
                    (Element::Number(scalar.value()), u64::from(rows) * u64::from(cols))
                }
                TyData::Enum(id) if self.types().enums[id].is_class => (Element::EnumClass, 1),
                TyData::Enum(_) => (Element::Enum, 1),
                TyData::Object(kind, _) => (Element::Object(kind), 1),
                TyData::String => (Element::Text, 1),
                TyData::Array(element, count) => {
                    let mut of_one = self.elements_of_one(element);
                    let count = u64::from(count.unwrap_or(0));
                    if let [run] = of_one.as_mut_slice() {
                        (run.0, run.1 * count)
                    } else {
                        let copies = count.min(MOST_PARTS as u64) as usize;
                        stack.extend(std::iter::repeat_n(element, copies));
                        continue;
                    }
                }
                TyData::Struct(id) => {
                    let data = &self.types().structs[id];
                    let own = data.fields.iter().skip(usize::from(data.has_base));
                    stack.extend(own.rev().map(|field| field.ty));
                    continue;
                }
                TyData::Error | TyData::Void => continue,
            };
            match runs.last_mut() {
                Some(last) if last.0 == element => last.1 += count,
                _ if count > 0 => runs.push((element, count)),
                _ => {}
            }
        }
        runs
    }

    /// The elements of a number or of an array of arrays of such; nothing for anything else.
    fn elements_of_one(&self, ty: Ty) -> Runs {
        let (mut ty, mut copies) = (ty, 1u64);
        while let TyData::Array(element, count) = *self.types().data(ty) {
            copies = copies.saturating_mul(u64::from(count.unwrap_or(0)));
            ty = element;
        }
        if matches!(self.types().data(ty), TyData::Struct(_)) {
            return Runs::new();
        }
        self.elements_of(ty).into_iter().map(|(element, count)| (element, count.saturating_mul(copies))).collect()
    }
}

/// The elements that stand at one place in both lists, each pair once per run.
fn pairs(left: &[(Element, u64)], right: &[(Element, u64)]) -> impl Iterator<Item = (Element, Element)> {
    let (mut left, mut right) = (left.iter().copied().peekable(), right.iter().copied().peekable());
    std::iter::from_fn(move || {
        let (a, b) = (left.peek_mut()?, right.peek_mut()?);
        let pair = (a.0, b.0);
        let both = a.1.min(b.1);
        a.1 -= both;
        b.1 -= both;
        let (is_left_done, is_right_done) = (a.1 == 0, b.1 == 0);
        left.next_if(|_| is_left_done);
        right.next_if(|_| is_right_done);
        Some(pair)
    })
}

/// The conversion of an element: from the combined kind to the result, and from the source to the combined kind.
fn steps(to: Element, from: Element) -> (Step, Step) {
    match combined(to, from) {
        Some(middle) => (step(to, middle), step(middle, from)),
        None => (Step::Cast, Step::Cast),
    }
}

/// The kind that operands of two kinds are combined to, if they can be.
fn combined(a: Element, b: Element) -> Option<Element> {
    use ScalarKind as K;
    if a == b {
        return Some(a);
    }
    let kind = |element| match element {
        Element::Number(kind) => Some(Some(kind)),
        Element::Enum => Some(None),
        Element::EnumClass | Element::Object(_) | Element::Text => None,
    };
    let kinds = [kind(a)?, kind(b)?];
    let is_float = |kind: Option<K>| kind.is_some_and(K::is_float);
    let is_literal = |kind: Option<K>| kind.is_some_and(K::is_literal);
    // What has no width of its own takes the other's.
    let takes = |kind: Option<K>| kind.is_none_or(|kind| kind.is_literal() || kind == K::Bool);
    let width = |kind: Option<K>| if takes(kind) { 0 } else { kind.map_or(0, K::written_bits) };
    let float = is_float(kinds[0]) || is_float(kinds[1]);
    if kinds.into_iter().all(is_literal) {
        return Some(Element::Number(if float { K::LitFloat } else { K::LitInt }));
    }
    let has = |test: fn(K) -> bool| {
        let [one, other] = kinds.map(|kind| kind.is_some_and(test));
        (one && other) || ((one || other) && kinds.into_iter().any(takes))
    };
    if has(|kind| kind == K::Half) {
        return Some(Element::Number(K::Half));
    }
    let mut bits = width(kinds[0]).max(width(kinds[1]));
    let mut is_minimum = has(K::is_min_precision);
    // A float beside an integer stays as it is.
    if float && is_float(kinds[0]) != is_float(kinds[1]) {
        let float = kinds.into_iter().find(|kind| is_float(*kind)).flatten()?;
        bits = width(Some(float));
        is_minimum = float.is_min_precision();
    }
    let is_unsigned = kinds.into_iter().flatten().any(|kind| kind.class() == ScalarClass::Unsigned);
    Some(Element::Number(match (float, bits, is_minimum, is_unsigned) {
        (true, 10, ..) => K::Min10Float,
        (true, 16, true, _) => K::Min16Float,
        (true, 16, false, _) => K::Float16,
        (true, 64, ..) => K::Double,
        (true, ..) => K::Float,
        (false, 12, ..) => K::Min12Int,
        (false, 16, true, true) => K::Min16Uint,
        (false, 16, true, false) => K::Min16Int,
        (false, 16, false, true) => K::Uint16,
        (false, 16, false, false) => K::Int16,
        (false, 64, _, true) => K::Uint64,
        (false, 64, _, false) => K::Int64,
        (false, _, _, true) => K::Uint,
        (false, _, _, false) => K::Int,
    }))
}

/// The step from one kind to another.
fn step(to: Element, from: Element) -> Step {
    use ScalarKind as K;
    if to == from {
        return Step::Nothing;
    }
    let (Element::Number(to), Element::Number(from)) = (to, from) else { return Step::Cast };
    let is_plain = |kind: K| kind.is_int() && !kind.is_min_precision() && !kind.is_literal() && !is_packed(kind);
    let is_wide_float = |kind| matches!(kind, K::Float16 | K::Half | K::Float | K::Double);
    if widens(to, from) {
        return Step::Widened;
    }
    match (to, from) {
        (K::LitInt, kind) | (kind, K::LitInt) if is_plain(kind) => Step::Nothing,
        (K::LitFloat, kind) | (kind, K::LitFloat) if is_wide_float(kind) => Step::Nothing,
        (to, from) if is_plain(to) && is_plain(from) && to.bits() == from.bits() => Step::Sign,
        _ => Step::Cast,
    }
}

/// Whether a kind holds all values of another. Signs do not count, except between minimum precision and more.
fn widens(to: ScalarKind, from: ScalarKind) -> bool {
    use ScalarKind as K;
    match from {
        K::Float16 => matches!(to, K::Half | K::Float | K::Double),
        K::Half => matches!(to, K::Float | K::Double),
        K::Float => to == K::Double,
        K::Min10Float => matches!(to, K::Min16Float | K::Float16 | K::Half | K::Float | K::Double),
        K::Min16Float => matches!(to, K::Float16 | K::Half | K::Float | K::Double),
        K::Int16 | K::Uint16 => matches!(to, K::Int | K::Uint | K::Int64 | K::Uint64),
        K::Int | K::Uint => matches!(to, K::Int64 | K::Uint64),
        K::Min12Int => matches!(to, K::Min16Int | K::Int | K::Int64),
        K::Min16Int => matches!(to, K::Int | K::Int64),
        K::Min16Uint => matches!(to, K::Uint | K::Uint64),
        K::Bool
        | K::Int64
        | K::Uint64
        | K::Double
        | K::SNormFloat
        | K::UNormFloat
        | K::SNormHalf
        | K::UNormHalf
        | K::PackedInt8x4
        | K::PackedUint8x4
        | K::LitInt
        | K::LitFloat => false,
    }
}

fn is_packed(kind: ScalarKind) -> bool {
    matches!(kind, ScalarKind::PackedInt8x4 | ScalarKind::PackedUint8x4)
}
