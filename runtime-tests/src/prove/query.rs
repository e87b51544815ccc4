//! Makes queries of the equations of rules.
//!
//! Input: a claim. Output: a query for each equation, operation and assignment of types. It asserts the conditions of the
//! equation, that the original is defined, and what is assumed of floats; then that the replacement is undefined or differs.
//!
//! Types are found by enumeration from the result down: an operation has a few types of operands for each of its result.

use std::fmt::Write as _;

use hlslc_ir::Op;
use hlslc_ir::ops::Scalars;
use hlslc_ir::ops::types::Class;
use hlslc_passes::rules::law::{Assumptions, Calc, Condition, Kind, Law, Letter, Number, Oper, Pattern, Replacement};

use super::Claim;
use super::terms::{Evaluator, Floats, Term, Ty, literal};

/// A question for a solver.
#[derive(Clone, Debug)]
pub struct Query {
    /// The operations it is about.
    pub what: String,
    /// The number of the equation.
    pub law: usize,
    /// The types it is about, as the table of verdicts names them.
    pub width: String,
    /// Whether the original has to be undefined.
    pub is_undefined: bool,
    declarations: String,
    premises: Vec<String>,
    differs: String,
}

impl Query {
    /// The declarations and assertions: satisfiable if the equation is wrong.
    pub fn text(&self) -> String {
        format!("{}(assert {})\n", self.premises(), self.differs)
    }

    /// The declarations, and the assertions without that of a difference.
    pub fn premises(&self) -> String {
        let premises = self.premises.iter().map(|premise| format!("(assert {premise})\n"));
        format!("{}{}", self.declarations, premises.collect::<String>())
    }
}

/// The types of values, from the narrowest.
const TYPES: [Ty; 8] =
    [Ty::Truth, Ty::Int(8), Ty::Int(16), Ty::Int(32), Ty::Int(64), Ty::Float(16), Ty::Float(32), Ty::Float(64)];

/// An assignment of types to letters and of operations to numbers.
#[derive(Clone, Default)]
struct Choice {
    types: [Option<Ty>; Letter::COUNT],
    ops: [Option<Op>; 2],
}

impl Choice {
    fn with(&self, letter: Letter, ty: Ty) -> Option<Self> {
        let mut choice = self.clone();
        let known = choice.types[letter as usize].get_or_insert(ty);
        (*known == ty).then_some(choice)
    }

    fn ty(&self, letter: Letter) -> Result<Ty, String> {
        self.types[letter as usize].ok_or_else(|| format!("{} has no type", letter.name()))
    }
}

/// The types that operands may have for a result of a type.
fn operand_types(op: Op, result: Ty, count: usize) -> Vec<Vec<Ty>> {
    let ints = || TYPES.into_iter().filter(|ty| matches!(ty, Ty::Int(_)));
    let floats = || TYPES.into_iter().filter(|ty| matches!(ty, Ty::Float(_)));
    let alone = |types: Vec<Ty>| types.into_iter().map(|ty| vec![ty]).collect::<Vec<_>>();
    if let Some(comparison) = op.comparison() {
        use hlslc_ir::ops::comparison::Compared;
        let of: Vec<Ty> = match comparison.of {
            Compared::Floats => floats().collect(),
            Compared::Bits => TYPES.into_iter().filter(|ty| !matches!(ty, Ty::Float(_))).collect(),
            Compared::Signed | Compared::Unsigned => ints().collect(),
        };
        return if result == Ty::Truth { of.into_iter().map(|ty| vec![ty; count]).collect() } else { Vec::new() };
    }
    let is_int = matches!(result, Ty::Int(_));
    let is_float = matches!(result, Ty::Float(_));
    let narrower = |ty: &Ty| ty.bits() < result.bits();
    let wider = |ty: &Ty| ty.bits() > result.bits();
    match op {
        Op::Select => vec![vec![Ty::Truth, result, result]],
        Op::ZExt | Op::SExt if is_int => {
            alone(ints().filter(narrower).chain((op == Op::ZExt).then_some(Ty::Truth)).collect())
        }
        Op::Trunc if is_int => alone(ints().filter(wider).collect()),
        Op::FpTrunc if is_float => alone(floats().filter(wider).collect()),
        Op::FpExt if is_float => alone(floats().filter(narrower).collect()),
        Op::UiToFp if is_float => alone(ints().chain([Ty::Truth]).collect()),
        Op::SiToFp if is_float => alone(ints().collect()),
        Op::FpToUi | Op::FpToSi if is_int => alone(floats().collect()),
        Op::Bitcast if result != Ty::Truth => {
            alone(TYPES.into_iter().filter(|ty| ty.bits() == result.bits()).collect())
        }
        Op::And | Op::Or | Op::Xor if !is_float => vec![vec![result; count]],
        _ if op.info().scalars == Scalars::Each && !op.info().is_conversion() => {
            let of_floats = matches!(op.info().operands.first(), Some(Class::Floats));
            let fits = if of_floats { is_float } else { is_int };
            if fits { vec![vec![result; count]] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// The assignments for which a pattern has a type.
fn choices(pattern: &Pattern, ty: Ty, root: Op, before: &Choice) -> Vec<Choice> {
    match *pattern {
        Pattern::Any => vec![before.clone()],
        Pattern::Truth => {
            if ty == Ty::Truth {
                vec![before.clone()]
            } else {
                Vec::new()
            }
        }
        Pattern::Value(letter) | Pattern::Number(letter) | Pattern::Constant(letter) => {
            before.with(letter, ty).into_iter().collect()
        }
        Pattern::Named(letter, inner) => {
            choices(inner, ty, root, before).iter().filter_map(|choice| choice.with(letter, ty)).collect()
        }
        Pattern::Made { op, args, .. } => {
            let ops: Vec<(Op, Choice)> = match op {
                Oper::Is(op) => vec![(op, before.clone())],
                Oper::Root => vec![(root, before.clone())],
                Oper::OneOf(at, ops) => ops
                    .iter()
                    .map(|&op| {
                        let mut choice = before.clone();
                        choice.ops[usize::from(at)] = Some(op);
                        (op, choice)
                    })
                    .collect(),
                Oper::Made(..) | Oper::RootMade(_) => Vec::new(),
            };
            ops.into_iter().flat_map(|(op, choice)| operands(op, ty, args, root, &choice)).collect()
        }
    }
}

fn operands(op: Op, ty: Ty, args: &[Pattern], root: Op, before: &Choice) -> Vec<Choice> {
    if op.info().args() != Some(args.len()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for types in operand_types(op, ty, args.len()) {
        let mut known = vec![before.clone()];
        for (arg, ty) in args.iter().zip(types) {
            known = known.iter().flat_map(|choice| choices(arg, ty, root, choice)).collect();
        }
        found.extend(known);
    }
    found
}

/// A number of a rule: without a width, or as a term of a width.
enum Sized {
    Literal(u64),
    Term(String, u32),
}

/// One equation under an assignment.
struct Instance<'a> {
    law: &'a Law,
    root: Op,
    result: Ty,
    choice: Choice,
    operands: Vec<Ty>,
    /// What each letter is, if not a variable.
    named: Vec<(Letter, Term)>,
    /// The letters whose possible bits are asked for.
    possible: std::cell::RefCell<Vec<Letter>>,
    floats: Floats,
}

impl Instance<'_> {
    fn letter(&self, letter: Letter, evaluator: &Evaluator) -> Result<Term, String> {
        if let Some((_, term)) = self.named.iter().find(|named| named.0 == letter) {
            return Ok(term.clone());
        }
        let (ty, name) = (self.choice.ty(letter)?, letter.name().to_owned());
        let bits = (matches!(ty, Ty::Float(_)) && evaluator.floats != Floats::Real).then(|| format!("{name}-bits"));
        Ok(Term { ty, text: name, bits })
    }

    fn number(&self, number: &Number, evaluator: &Evaluator) -> Result<Sized, String> {
        Ok(match *number {
            Number::Bits(letter) => {
                let term = self.letter(letter, evaluator)?;
                let bits =
                    if matches!(term.ty, Ty::Float(_)) { term.bits.ok_or("a float without bits")? } else { term.text };
                Sized::Term(bits, term.ty.bits())
            }
            Number::Literal(number) => Sized::Literal(number),
            Number::Ones => Sized::Literal(u64::MAX),
            Number::OnesOf(letter) => Sized::Literal(ones(self.choice.ty(letter)?)),
            Number::OnesOfResult => Sized::Literal(ones(self.result)),
            Number::Low(at) => Sized::Literal(ones(self.operands[usize::from(at)])),
            Number::LowWidth(at) => Sized::Literal(u64::from(self.operands[usize::from(at)].bits())),
            Number::Least(letter) => {
                let width = self.choice.ty(letter)?.bits();
                Sized::Term(literal(1 << (width - 1), width), width)
            }
            Number::Width(letter) => Sized::Literal(u64::from(self.choice.ty(letter)?.bits())),
            Number::Possible(letter) => {
                let mut possible = self.possible.borrow_mut();
                if !possible.contains(&letter) {
                    possible.push(letter);
                }
                Sized::Term(format!("possible-{}", letter.name()), self.choice.ty(letter)?.bits())
            }
            Number::Not(number) => match self.number(number, evaluator)? {
                Sized::Literal(number) => Sized::Literal(!number),
                Sized::Term(text, width) => Sized::Term(format!("(bvnot {text})"), width),
            },
            Number::Neg(number) => match self.number(number, evaluator)? {
                Sized::Literal(number) => Sized::Literal(number.wrapping_neg()),
                Sized::Term(text, width) => Sized::Term(format!("(bvneg {text})"), width),
            },
            Number::Log2(number) => match self.number(number, evaluator)? {
                Sized::Literal(number) => Sized::Literal(u64::from(number.trailing_zeros())),
                Sized::Term(text, width) => {
                    let none = literal(u64::from(width), width);
                    let chain = (0..width).rev().fold(none, |rest, at| {
                        let (power, at) = (literal(1 << at, width), literal(u64::from(at), width));
                        format!("(ite (= {text} {power}) {at} {rest})")
                    });
                    Sized::Term(chain, width)
                }
            },
            Number::Two(calc, left, right) => {
                let (left, right) = (self.number(left, evaluator)?, self.number(right, evaluator)?);
                if let (Sized::Literal(left), Sized::Literal(right)) = (&left, &right) {
                    return Ok(Sized::Literal(calculated(calc, *left, *right)));
                }
                let (left, right, width) = meet(left, right);
                let name = match calc {
                    Calc::Add => "bvadd",
                    Calc::Sub => "bvsub",
                    Calc::Mul => "bvmul",
                    Calc::And => "bvand",
                    Calc::Or => "bvor",
                    Calc::Xor => "bvxor",
                    Calc::Shl => "bvshl",
                    Calc::Shr => "bvlshr",
                };
                Sized::Term(format!("({name} {left} {right})"), width)
            }
        })
    }

    fn compared(&self, test: &str, left: &Number, right: &Number, evaluator: &Evaluator) -> Result<String, String> {
        let (left, right, _) = meet(self.number(left, evaluator)?, self.number(right, evaluator)?);
        Ok(format!("({test} {left} {right})"))
    }

    /// The formula for a condition; nothing for one that only decides what is worth it, and an error for one that no
    /// input satisfies with these types.
    fn condition(&self, condition: &Condition, evaluator: &mut Evaluator) -> Result<Option<String>, Never> {
        let real = self.floats == Floats::Real;
        let formula = match *condition {
            Condition::Equal(ref left, ref right) => self.compared("=", left, right, evaluator)?,
            Condition::Differ(ref left, ref right) => format!("(not {})", self.compared("=", left, right, evaluator)?),
            Condition::Less(ref left, ref right) => self.compared("bvult", left, right, evaluator)?,
            Condition::SignedLess(_, ref left, ref right) => self.compared("bvslt", left, right, evaluator)?,
            Condition::Power(ref number) => match self.number(number, evaluator)? {
                Sized::Literal(number) => number.is_power_of_two().to_string(),
                Sized::Term(text, width) => {
                    let (zero, one) = (literal(0, width), literal(1, width));
                    format!("(and (not (= {text} {zero})) (= (bvand {text} (bvsub {text} {one})) {zero}))")
                }
            },
            Condition::Either(conditions) => {
                let mut any = Vec::new();
                for one in conditions {
                    any.extend(self.condition(one, evaluator)?);
                }
                format!("(or {})", any.join(" "))
            }
            Condition::Is(letter, kind) => return holds(is_of(self.choice.ty(letter)?, kind)),
            Condition::ResultIs(kind) => return holds(is_of(self.result, kind)),
            Condition::SameType(one, other) => return holds(self.choice.ty(one)? == self.choice.ty(other)?),
            Condition::OfResult(letter) => return holds(self.choice.ty(letter)? == self.result),
            Condition::Operations(test) => {
                let [Some(one), Some(other)] = self.choice.ops else {
                    return Err(Never::Unknown("no operations".to_owned()));
                };
                return holds(test(self.root, one, other));
            }
            Condition::Distinct(..) | Condition::Unlike(..) | Condition::NotOfRow(_) => return Ok(None),
            // Real numbers do not overflow; neither do the proofs on floats depend on it.
            Condition::Ordinary(_) => return Ok(None),
            Condition::Float(letter, number) => {
                let term = self.letter(letter, evaluator)?;
                // Only zeros are equal without being the same.
                let test = if real || number != 0.0 { "=" } else { "fp.eq" };
                format!("({test} {} {})", term.text, evaluator.float(term.ty, number).text)
            }
            Condition::Nan(letter) => {
                let term = self.letter(letter, evaluator)?;
                if real {
                    return Err(Never::Never);
                }
                format!("(fp.isNaN {})", term.text)
            }
            Condition::Negative(letter) => {
                let term = self.letter(letter, evaluator)?;
                let test = if real { "<" } else { "fp.lt" };
                format!("({test} {} {})", term.text, evaluator.float(term.ty, 0.0).text)
            }
            Condition::NormalReciprocal(letter) => {
                let term = self.letter(letter, evaluator)?;
                if real {
                    format!("(not (= {} 0.0))", term.text)
                } else {
                    format!("(fp.isNormal {})", self.reciprocal(letter, evaluator)?.text)
                }
            }
            Condition::ExactReciprocal(letter) => {
                let term = self.letter(letter, evaluator)?;
                let (_, s) = term.ty.format();
                let bits = term.bits.clone().ok_or_else(|| "a float without bits".to_owned())?;
                let mantissa = format!("(= ((_ extract {} 0) {bits}) {})", s - 2, literal(0, s - 1));
                let reciprocal = self.reciprocal(letter, evaluator)?.text;
                format!("(and (fp.isNormal {}) {mantissa} (fp.isNormal {reciprocal}))", term.text)
            }
        };
        Ok(Some(formula))
    }

    fn reciprocal(&self, letter: Letter, evaluator: &mut Evaluator) -> Result<Term, String> {
        let term = self.letter(letter, evaluator)?;
        let one = evaluator.float(term.ty, 1.0);
        // The compiler computes it, with denormals.
        let floats = if self.floats == Floats::Flushed { Floats::Ieee } else { self.floats };
        let mut apart = Evaluator::new(floats);
        apart.apply(Op::FDiv, term.ty, &[one, term])
    }

    fn operation(&self, op: Oper) -> Result<Op, String> {
        let known = |at: u8| self.choice.ops[usize::from(at)].ok_or("no operation");
        Ok(match op {
            Oper::Is(op) => op,
            Oper::Root => self.root,
            Oper::OneOf(at, _) => known(at)?,
            Oper::Made(at, of) => of(known(at)?).ok_or("no such operation")?,
            Oper::RootMade(of) => of(self.root).ok_or("no such operation")?,
        })
    }

    fn sized(&self, number: &Number, ty: Ty, evaluator: &Evaluator) -> Result<Term, String> {
        let text = match self.number(number, evaluator)? {
            Sized::Literal(number) => literal(number, ty.bits()),
            Sized::Term(text, width) if width < ty.bits() => format!("((_ zero_extend {}) {text})", ty.bits() - width),
            Sized::Term(text, width) if width > ty.bits() => format!("((_ extract {} 0) {text})", ty.bits() - 1),
            Sized::Term(text, _) => text,
        };
        Ok(Term { ty, text, bits: None })
    }

    /// The term of what replaces the instruction, or of an operand of it.
    fn replacement(&self, to: &Replacement, args: &[Term], evaluator: &mut Evaluator) -> Result<Term, String> {
        let of = |letter: Letter| self.choice.ty(letter);
        match *to {
            Replacement::Value(letter) => self.letter(letter, evaluator),
            Replacement::Operand(at) => Ok(args[usize::from(at)].clone()),
            Replacement::Number(ref number) => self.sized(number, self.result, evaluator),
            Replacement::Like(letter, ref number) => self.sized(number, of(letter)?, evaluator),
            Replacement::Float(number) => Ok(evaluator.float(self.result, number)),
            Replacement::Reciprocal(letter) => self.reciprocal(letter, evaluator),
            Replacement::Folded(op, parts) => self.made(op, self.result, parts, args, true, evaluator),
            Replacement::FoldedLike(letter, op, parts) => self.made(op, of(letter)?, parts, args, true, evaluator),
            Replacement::Made(op, parts) => self.made(op, self.result, parts, args, false, evaluator),
            Replacement::MadeLike(letter, op, parts) => self.made(op, of(letter)?, parts, args, false, evaluator),
            Replacement::Undefined => Err("an undefined value as an operand".to_owned()),
        }
    }

    fn made(
        &self,
        op: Oper,
        ty: Ty,
        parts: &[Replacement],
        args: &[Term],
        folded: bool,
        evaluator: &mut Evaluator,
    ) -> Result<Term, String> {
        let op = self.operation(op)?;
        let parts: Vec<Term> =
            parts.iter().map(|part| self.replacement(part, args, evaluator)).collect::<Result<_, _>>()?;
        if !folded {
            return evaluator.apply(op, ty, &parts);
        }
        // What is folded does not run: it keeps denormals, and an undefined result would not have been folded.
        let floats = if self.floats == Floats::Flushed { Floats::Ieee } else { self.floats };
        Evaluator::new(floats).apply(op, ty, &parts)
    }

    /// The folds in a replacement that have to be defined for the rule to match.
    fn folds(&self, to: &Replacement, args: &[Term], evaluator: &mut Evaluator) -> Result<(), String> {
        match *to {
            Replacement::Folded(op, parts) => {
                let op = self.operation(op)?;
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.replacement(part, args, evaluator)).collect::<Result<_, _>>()?;
                evaluator.apply(op, self.result, &parts).map(|_| ())
            }
            Replacement::Made(_, parts) | Replacement::MadeLike(_, _, parts) => {
                parts.iter().try_for_each(|part| self.folds(part, args, evaluator))
            }
            _ => Ok(()),
        }
    }

    /// The term of a pattern.
    fn original(&mut self, pattern: &Pattern, ty: Ty, evaluator: &mut Evaluator) -> Result<Term, String> {
        match *pattern {
            Pattern::Any | Pattern::Truth => Err("a value without a name".to_owned()),
            Pattern::Value(letter) | Pattern::Number(letter) | Pattern::Constant(letter) => {
                self.letter(letter, evaluator)
            }
            Pattern::Named(letter, inner) => {
                let term = self.original(inner, ty, evaluator)?;
                self.named.push((letter, term.clone()));
                Ok(term)
            }
            Pattern::Made { op, args, .. } => {
                let op = self.operation(op)?;
                let types = operand_types(op, ty, args.len());
                // The one whose letters have the types of the choice.
                let types = types.into_iter().find(|types| {
                    args.iter().zip(types).all(|(arg, &ty)| {
                        choices(arg, ty, self.root, &self.choice)
                            .iter()
                            .any(|choice| choice.types == self.choice.types && choice.ops == self.choice.ops)
                    })
                });
                let types = types.ok_or("no types")?;
                let mut terms = Vec::new();
                for (arg, ty) in args.iter().zip(types) {
                    terms.push(self.original(arg, ty, evaluator)?);
                }
                evaluator.apply(op, ty, &terms)
            }
        }
    }
}

/// Why there is no query for an assignment.
enum Never {
    /// The conditions exclude these types.
    Never,
    /// The translation does not cover it.
    Unknown(String),
}

impl From<String> for Never {
    fn from(why: String) -> Self {
        Self::Unknown(why)
    }
}

fn holds(holds: bool) -> Result<Option<String>, Never> {
    if holds { Ok(None) } else { Err(Never::Never) }
}

fn ones(ty: Ty) -> u64 {
    u64::MAX >> (64 - ty.bits())
}

fn calculated(calc: Calc, left: u64, right: u64) -> u64 {
    let by = u32::try_from(right).unwrap_or(64);
    match calc {
        Calc::Add => left.wrapping_add(right),
        Calc::Sub => left.wrapping_sub(right),
        Calc::Mul => left.wrapping_mul(right),
        Calc::And => left & right,
        Calc::Or => left | right,
        Calc::Xor => left ^ right,
        Calc::Shl => left.checked_shl(by).unwrap_or(0),
        Calc::Shr => left.checked_shr(by).unwrap_or(0),
    }
}

/// Two numbers of the narrower width.
fn meet(left: Sized, right: Sized) -> (String, String, u32) {
    let width = match (&left, &right) {
        (Sized::Term(_, left), Sized::Term(_, right)) => *left.min(right),
        (Sized::Term(_, width), Sized::Literal(_)) | (Sized::Literal(_), Sized::Term(_, width)) => *width,
        (Sized::Literal(_), Sized::Literal(_)) => 64,
    };
    let text = |number: Sized| match number {
        Sized::Literal(number) => literal(number, width),
        Sized::Term(text, of) if of > width => format!("((_ extract {} 0) {text})", width - 1),
        Sized::Term(text, _) => text,
    };
    (text(left), text(right), width)
}

fn is_of(ty: Ty, kind: Kind) -> bool {
    match kind {
        Kind::Truth => ty == Ty::Truth,
        Kind::Integer | Kind::Sized => matches!(ty, Ty::Int(_)),
        Kind::Narrow => matches!(ty, Ty::Int(8 | 16 | 32)),
        Kind::Word => ty == Ty::Int(32),
        Kind::Long => ty == Ty::Int(64),
    }
}

/// The queries for a claim, with types no wider than this.
pub fn queries(claim: &Claim<'_>, widest: u32) -> Result<Vec<Query>, String> {
    let mut found = Vec::new();
    for (number, law) in claim.laws.iter().enumerate() {
        let mut any = false;
        let mut why = "no types fit".to_owned();
        for &root in claim.ops.iter().filter(|op| law.on.is_empty() || law.on.contains(op)) {
            for result in TYPES {
                for types in operand_types(root, result, law.from.len()) {
                    let mut known = vec![Choice::default()];
                    for (arg, &ty) in law.from.iter().zip(&types) {
                        known = known.iter().flat_map(|choice| choices(arg, ty, root, choice)).collect();
                    }
                    for choice in known {
                        let all = types.iter().chain(choice.types.iter().flatten()).chain([&result]);
                        let uses: Vec<Ty> = all.copied().collect();
                        // Some rules are about 32 and 64 bits alone.
                        if uses.iter().any(|ty| ty.bits() > widest) {
                            continue;
                        }
                        let has_floats = uses.iter().any(|ty| matches!(ty, Ty::Float(_)));
                        let models: &[Floats] = if claim.assumes.are_real() && has_floats {
                            &[Floats::Real]
                        } else if claim.assumes.is_empty() && uses.contains(&Ty::Float(32)) {
                            &[Floats::Ieee, Floats::Flushed]
                        } else {
                            &[Floats::Ieee]
                        };
                        for &floats in models {
                            match query(claim, law, root, result, &types, &choice, floats) {
                                Ok(query) => {
                                    any = true;
                                    found.extend(by_truths(Query { law: number, ..query }, &choice));
                                }
                                Err(Never::Never) => {}
                                Err(Never::Unknown(unknown)) => why = unknown,
                            }
                        }
                    }
                }
            }
        }
        if !any && widest >= 64 {
            return Err(format!("equation {}: {why}", number + 1));
        }
    }
    // Real numbers have no width: one query is enough.
    let mut seen = std::collections::HashSet::new();
    found.retain(|query| seen.insert((query.text(), query.width.clone())));
    if found.is_empty() { Err("no types fit".to_owned()) } else { Ok(found) }
}

/// A query for each case of the Booleans that are chosen by: then both sides have the same operations, and a solver needs
/// to know nothing about products and quotients.
fn by_truths(query: Query, choice: &Choice) -> Vec<Query> {
    let letters = [Letter::C, Letter::B].into_iter();
    let truths = letters.filter(|&letter| choice.types[letter as usize] == Some(Ty::Truth));
    truths.fold(vec![query], |queries, letter| {
        let case = |query: &Query, bit: &str| {
            let mut query = query.clone();
            query.premises.push(format!("(= {} {bit})", letter.name()));
            query
        };
        queries.iter().flat_map(|query| [case(query, "#b0"), case(query, "#b1")]).collect()
    })
}

fn query(
    claim: &Claim<'_>,
    law: &Law,
    root: Op,
    result: Ty,
    types: &[Ty],
    choice: &Choice,
    floats: Floats,
) -> Result<Query, Never> {
    let mut instance = Instance {
        law,
        root,
        result,
        choice: choice.clone(),
        operands: types.to_vec(),
        named: Vec::new(),
        possible: std::cell::RefCell::default(),
        floats,
    };
    let mut before = Evaluator::new(floats);
    let mut args = Vec::new();
    for (pattern, &ty) in law.from.iter().zip(types) {
        args.push(instance.original(pattern, ty, &mut before)?);
    }
    let original = before.apply(root, result, &args)?;
    let mut premises = Vec::new();
    for condition in instance.law.given {
        premises.extend(instance.condition(condition, &mut before)?);
    }
    let mut after = Evaluator::new(floats);
    let is_undefined = matches!(law.to, Replacement::Undefined);
    let differs = if is_undefined {
        "true".to_owned()
    } else {
        let mut folds = Evaluator::new(if floats == Floats::Flushed { Floats::Ieee } else { floats });
        instance.folds(&law.to, &args, &mut folds)?;
        premises.append(&mut folds.defined);
        if floats == Floats::Flushed {
            // What is folded keeps denormals, which is allowed too: either is what a device may do.
            let results = folds.computed.iter().filter(|term| term.ty == Ty::Float(32)).map(|term| term.text.clone());
            let constants = [Letter::K, Letter::L, Letter::M, Letter::N].into_iter();
            let constants = constants.filter(|&letter| choice.types[letter as usize] == Some(Ty::Float(32)));
            let all = results.chain(constants.map(|letter| letter.name().to_owned()));
            premises.extend(all.map(|text| format!("(not (fp.isSubnormal {text}))")));
        }
        let replacement = instance.replacement(&law.to, &args, &mut after)?;
        let equal = equality(claim.assumes, &before, &original, &replacement);
        // What the pattern computes is there before and after.
        let defined: Vec<&String> = after.defined.iter().filter(|one| !before.defined.contains(one)).collect();
        let defined = defined.iter().map(|one| format!(" {one}")).collect::<Vec<_>>().concat();
        format!("(not (and true {equal}{defined}))")
    };
    premises.extend(before.defined.iter().cloned());
    premises.extend(before.axioms.iter().cloned());
    premises.extend(assumed(claim.assumes, floats, &before, &instance));
    let mut declarations = declared(&instance);
    for &letter in instance.possible.borrow().iter() {
        let (name, width) = (letter.name(), instance.choice.ty(letter)?.bits());
        let _ = writeln!(declarations, "(declare-const possible-{name} (_ BitVec {width}))");
        premises.push(format!("(= (bvand {name} (bvnot possible-{name})) {})", literal(0, width)));
    }
    Ok(Query {
        what: format!("{} with {root:?} {:?}", claim.name, choice.ops.iter().flatten().collect::<Vec<_>>()),
        law: 0,
        width: width(floats, types.iter().chain(choice.types.iter().flatten()).chain([&result])),
        is_undefined,
        declarations,
        premises,
        differs,
    })
}

/// The name of the widest type of a query.
fn width<'a>(floats: Floats, types: impl Iterator<Item = &'a Ty>) -> String {
    let is_float = |ty: &Ty| matches!(ty, Ty::Float(_));
    let widest = types.copied().max_by_key(|ty| (ty.bits(), is_float(ty))).unwrap_or(Ty::Truth);
    match floats {
        Floats::Real => "reals".to_owned(),
        Floats::Flushed => "f32 flushed".to_owned(),
        Floats::Ieee => widest.name(),
    }
}

/// Every letter.
const LETTERS: [Letter; Letter::COUNT] =
    [Letter::X, Letter::Y, Letter::Z, Letter::A, Letter::B, Letter::C, Letter::K, Letter::L, Letter::M, Letter::N];

/// The declarations of the letters that are variables.
fn declared(instance: &Instance<'_>) -> String {
    let real = instance.floats == Floats::Real;
    let functions = "(declare-fun log2 (Real) Real)\n(declare-fun exp2 (Real) Real)\n".to_owned();
    let is_variable = |letter: &Letter| !instance.named.iter().any(|named| named.0 == *letter);
    let of_letter = |letter: Letter| {
        let (ty, name) = (instance.choice.types[letter as usize]?, letter.name());
        let width = ty.bits();
        Some(match ty {
            Ty::Truth | Ty::Int(_) => format!("(declare-const {name} (_ BitVec {width}))\n"),
            Ty::Float(_) if real => format!("(declare-const {name} Real)\n"),
            Ty::Float(_) => {
                let (e, s) = ty.format();
                let number = format!("((_ to_fp {e} {s}) {name}-bits)");
                format!(
                    "(declare-const {name}-bits (_ BitVec {width}))\n(define-fun {name} () (_ FloatingPoint {e} {s}) {number})\n"
                )
            }
        })
    };
    let letters = LETTERS.into_iter().filter(is_variable).filter_map(of_letter);
    real.then_some(functions).into_iter().chain(letters).collect()
}

/// The formula that two results are the same.
fn equality(assumes: Assumptions, evaluator: &Evaluator, original: &Term, replacement: &Term) -> String {
    if !matches!(original.ty, Ty::Float(_)) || evaluator.floats == Floats::Real {
        return format!("(= {} {})", original.text, replacement.text);
    }
    // As numbers, every NaN is the same; the zeros differ.
    let [one, other] = [original, replacement].map(|term| evaluator.flush(term.ty, &term.text));
    if assumes.contains(Assumptions::NO_SIGNED_ZERO) {
        format!("(or (= {one} {other}) (fp.eq {one} {other}))")
    } else {
        format!("(= {one} {other})")
    }
}

/// What is assumed of the floats of the original.
fn assumed(assumes: Assumptions, floats: Floats, before: &Evaluator, instance: &Instance<'_>) -> Vec<String> {
    if floats == Floats::Real {
        return Vec::new();
    }
    let letters = instance.choice.types.iter().zip(LETTERS);
    let of_letters = letters.filter(|(ty, letter)| {
        matches!(ty, Some(Ty::Float(_))) && !instance.named.iter().any(|named| named.0 == *letter)
    });
    let names: Vec<String> = of_letters
        .map(|(_, letter)| letter.name().to_owned())
        .chain(before.computed.iter().map(|term| term.text.clone()))
        .collect();
    let mut premises = Vec::new();
    for name in &names {
        if assumes.contains(Assumptions::NO_NAN) {
            premises.push(format!("(not (fp.isNaN {name}))"));
        }
        if assumes.contains(Assumptions::NO_INFINITY) {
            premises.push(format!("(not (fp.isInfinite {name}))"));
        }
    }
    premises
}
