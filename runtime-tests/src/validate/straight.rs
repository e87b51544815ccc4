//! Compares straight-line code with a solver.
//!
//! Input: a module before and after a pass, as text. Output: whether the solver proves that both have the same effects. Both are
//! modules of one function of one block. Integers and Booleans are bit vectors; what else an operation computes is a function of its
//! operands that the solver knows nothing of, so equal operations on equal operands are equal, and nothing more is assumed of
//! floats. What is read from memory is a function of the address and of the number of writes before it. The effects
//! have to be the same operations in the same order on equal operands.
//!
//! `false` says nothing: the code is not of this kind, or the solver does not answer.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use hlslc_ir::text::parse;
use hlslc_ir::{Function, Inst, Module, Op, Scalar, Terminator, Value, ValueDef};

use crate::prove::solver::{Answer, Solver};
use crate::prove::terms::{Evaluator, Floats, Term, Ty, literal};

/// The most operations of a block.
const MOST: usize = 400;

/// Whether the solver proves that both have the same effects.
pub fn is_same(before: &str, after: &str, solver: &Solver, each: Duration) -> Option<bool> {
    let (one, other) = (parse(before).ok()?, parse(after).ok()?);
    let mut writer = Writer::default();
    let first = writer.effects(&one, "b")?;
    let second = writer.effects(&other, "a")?;
    if first.len() != second.len() {
        return Some(false);
    }
    let mut pairs = Vec::new();
    for (one, other) in first.iter().zip(&second) {
        if one.what != other.what || one.args.len() != other.args.len() {
            return Some(false);
        }
        pairs.extend(one.args.iter().zip(&other.args).filter(|(a, b)| a != b).map(|(a, b)| format!("(= {a} {b})")));
    }
    // Where the original is undefined, anything may replace it.
    let defined = writer.defined.iter().map(|one| format!("(assert {one})\n")).collect::<Vec<_>>().concat();
    let query = format!("{}{}{defined}(assert (not (and true {})))\n", writer.sorts(), writer.text, pairs.join(" "));
    Some(solver.ask(&[query], each).ok()?.first() == Some(&Answer::Unsatisfiable))
}

/// An operation that is seen from outside.
struct Effect {
    what: String,
    args: Vec<String>,
}

#[derive(Default)]
struct Writer {
    text: String,
    /// Functions that are only named, by operation, immediate and sorts.
    functions: BTreeMap<String, usize>,
    /// Names of types that are no bit vectors.
    opaque: BTreeMap<String, usize>,
    defined: Vec<String>,
}

impl Writer {
    fn sorts(&self) -> String {
        let sorts: Vec<String> = self.opaque.values().map(|number| format!("(declare-sort T{number} 0)\n")).collect();
        sorts.concat()
    }

    /// The sort of a type, and the type if it is a bit vector.
    fn sort(&mut self, module: &Module, ty: hlslc_ir::Type) -> (String, Option<Ty>) {
        let scalar = match module.ctx.type_data(ty) {
            hlslc_ir::TypeData::Scalar(scalar) => Some(*scalar),
            _ => None,
        };
        let known = match scalar {
            Some(Scalar::Bool) => Some(Ty::Truth),
            Some(kind @ (Scalar::I16 | Scalar::I32 | Scalar::I64)) => Some(Ty::Int(kind.bits())),
            _ => None,
        };
        if let Some(ty) = known {
            return (format!("(_ BitVec {})", ty.bits()), Some(ty));
        }
        let name = hlslc_ir::text::print_type(module, ty);
        let next = self.opaque.len();
        (format!("T{}", self.opaque.entry(name).or_insert(next)), None)
    }

    /// A name that stands for the same value in both modules.
    fn named(&mut self, what: &str, sort: &str, args: &[(String, String)]) -> String {
        let sorts: Vec<&str> = args.iter().map(|arg| arg.1.as_str()).collect();
        let key = format!("{what} ({}) {sort}", sorts.join(" "));
        let next = self.functions.len();
        let is_new = !self.functions.contains_key(&key);
        let number = *self.functions.entry(key).or_insert(next);
        if is_new {
            let _ = writeln!(self.text, "(declare-fun f{number} ({}) {sort})", sorts.join(" "));
        }
        let args: Vec<&str> = args.iter().map(|arg| arg.0.as_str()).collect();
        if args.is_empty() { format!("f{number}") } else { format!("(f{number} {})", args.join(" ")) }
    }

    fn effects(&mut self, module: &Module, prefix: &str) -> Option<Vec<Effect>> {
        let mut bodies = module.funcs.values().filter(|func| !func.layout.is_empty());
        let (func, None) = (bodies.next()?, bodies.next()) else { return None };
        let &[block] = func.layout.as_slice() else { return None };
        let data = &func.blocks[block];
        if data.insts.len() > MOST || !matches!(data.terminator, Terminator::Return(None)) {
            return None;
        }
        let mut terms: BTreeMap<u32, String> = BTreeMap::new();
        let mut effects = Vec::new();
        for &inst in &data.insts {
            let op = func.insts[inst].op;
            let args: Vec<(String, String)> =
                func.args(inst).iter().map(|&arg| self.value(module, func, arg, &terms)).collect::<Option<_>>()?;
            let shown = shown(module, func, inst);
            // A local variable is memory that nothing else sees.
            if matches!(op, Op::Alloca) {
                return None;
            }
            let writes = !op.is_pure() && !op.repeats();
            let Some(result) = func.result(inst) else {
                effects.push(Effect { what: shown, args: args.into_iter().map(|arg| arg.0).collect() });
                continue;
            };
            let (sort, ty) = self.sort(module, func.ty(result));
            let term = ty.and_then(|ty| self.known(module, func, inst, ty, &args, prefix == "b"));
            let epoch = if op.is_pure() { 0 } else { effects.len() };
            let term = term.unwrap_or_else(|| self.named(&format!("{shown} {epoch}"), &sort, &args));
            if writes {
                effects.push(Effect { what: shown, args: args.into_iter().map(|arg| arg.0).collect() });
            }
            let name = format!("{prefix}{}", cranelift_index(result));
            let _ = writeln!(self.text, "(define-fun {name} () {sort} {term})");
            terms.insert(cranelift_index(result), name);
        }
        Some(effects)
    }

    fn value(
        &mut self,
        module: &Module,
        func: &Function,
        value: Value,
        terms: &BTreeMap<u32, String>,
    ) -> Option<(String, String)> {
        let (sort, ty) = self.sort(module, func.ty(value));
        if let Some(name) = terms.get(&cranelift_index(value)) {
            return Some((name.clone(), sort));
        }
        match func.values[value].def {
            ValueDef::Const(id) => {
                let bits = module.ctx.scalar_bits(id);
                if let (Some(bits), Some(ty)) = (bits, ty) {
                    return Some((literal(bits, ty.bits()), sort));
                }
                // The parts of composites are numbers of the module, so they say nothing in another.
                let what = format!("constant {}", bits?);
                Some((self.named(&what, &sort, &[]), sort))
            }
            ValueDef::Param(..) => {
                Some((self.named(&format!("parameter {}", cranelift_index(value)), &sort, &[]), sort))
            }
            ValueDef::Inst(_) => None,
        }
    }

    /// The term of an operation on integers.
    fn known(
        &mut self,
        module: &Module,
        func: &Function,
        inst: Inst,
        ty: Ty,
        args: &[(String, String)],
        is_original: bool,
    ) -> Option<String> {
        let op = func.insts[inst].op;
        if !op.is_pure() {
            return None;
        }
        let mut terms = Vec::new();
        for (&value, (text, _)) in func.args(inst).iter().zip(args) {
            let (_, ty) = self.sort(module, func.ty(value));
            terms.push(Term { ty: ty?, text: text.clone(), bits: None });
        }
        let mut evaluator = Evaluator::new(Floats::Ieee);
        let term = evaluator.apply(op, ty, &terms).ok()?;
        if is_original {
            self.defined.append(&mut evaluator.defined);
        }
        Some(term.text)
    }
}

/// An operation without its operands, as text that means the same in both modules.
fn shown(module: &Module, func: &Function, inst: Inst) -> String {
    let text = hlslc_ir::text::print_inst(module, func, inst);
    let text = text.split_once(" = ").map_or(text.as_str(), |(_, rest)| rest);
    // Operands are values, whose numbers differ; what is left is the operation, its immediate and the types.
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = rest[at + 1..].trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
        out.push('%');
    }
    // Constants are operands, too.
    let words = (out + rest)
        .split(' ')
        .map(|word| {
            let is_number = word.starts_with(|first: char| first.is_ascii_digit() || first == '-');
            if is_number {
                "%".to_owned() + word.trim_start_matches(|letter: char| !",)]".contains(letter))
            } else {
                word.to_owned()
            }
        })
        .collect::<Vec<_>>();
    format!("{:?} {:?} {}", func.insts[inst].op, func.insts[inst].imm, words.join(" "))
}

fn cranelift_index(value: Value) -> u32 {
    // The text form numbers values as they are.
    format!("{value:?}").trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap_or(0)
}
