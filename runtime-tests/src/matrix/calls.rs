//! Lists the DXIL operations that a container calls: their number, their constants, and the operations whose results they
//! use.
//!
//! Input: a container of any compiler. Output: each call as a line, with the number of times it is there. Values have no numbers in a
//! line: an operand is a constant, what it is extracted from, or nothing that can be named. A handle is what it is made of:
//! class, range and index. How often a handle is made says nothing, so that is no line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dxil::bitcode;
use dxil::constants::ConstKind;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc};
use dxil::inst::{BinaryOp, InstKind, Value};
use dxil::module::{Body, Module};
use dxil::optable::Op;

/// How far back operands are reported.
const DEPTH: u32 = 4;

/// The calls of a container.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Operation, overload and constants, with how often.
    plain: BTreeMap<String, usize>,
    /// The same with what the other operands are the results of.
    traced: BTreeMap<String, usize>,
}

impl Calls {
    /// Reads a container; `casts` if conversions of numbers count as operations.
    pub fn of_container(bytes: &[u8], casts: bool) -> Result<Self, String> {
        let container = Container::read(bytes).map_err(|error| error.to_string())?;
        let part = container.part(FourCc::DXIL).ok_or("no program")?;
        let program = Program::read(FourCc::DXIL, part).map_err(|error| error.to_string())?;
        let module = bitcode::read(&program.bitcode).map_err(|error| error.to_string())?;
        let mut calls = Self::default();
        for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
            calls.add(&module, body, casts);
        }
        Ok(calls)
    }

    fn add(&mut self, module: &Module, body: &Body, casts: bool) {
        let shower = Shower { module, body, casts };
        for (_, inst) in body.layout() {
            let kind = &body.insts[inst].kind;
            let is_wanted = match kind {
                InstKind::Call { .. } => module.op_call(kind).is_some_and(|call| !makes_handle(call.op)),
                InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } => true,
                InstKind::Cast { op, .. } => casts && !matches!(op.text(), "bitcast" | "addrspacecast"),
                _ => false,
            };
            if is_wanted {
                *self.plain.entry(shower.inst(Value::Inst(inst), 1)).or_default() += 1;
                *self.traced.entry(shower.inst(Value::Inst(inst), DEPTH)).or_default() += 1;
            }
        }
    }

    /// The calls that only one of two containers has or has more often, by operation and constants.
    pub fn differences(&self, other: &Self) -> Option<String> {
        differences(&self.plain, &other.plain)
    }

    /// The same, by what the operands are too.
    pub fn differences_of_operands(&self, other: &Self) -> Option<String> {
        differences(&self.traced, &other.traced)
    }
}

fn differences(expected: &BTreeMap<String, usize>, found: &BTreeMap<String, usize>) -> Option<String> {
    let mut report = String::new();
    let keys = expected.keys().chain(found.keys().filter(|key| !expected.contains_key(*key)));
    for key in keys {
        let [theirs, ours] = [expected, found].map(|map| map.get(key).copied().unwrap_or_default());
        if theirs != ours {
            // Writing to a string cannot fail.
            let _ = writeln!(report, "  {theirs} -> {ours}: {key}");
        }
    }
    (!report.is_empty()).then_some(report)
}

/// Whether an operation gives a handle of a resource and does nothing else.
fn makes_handle(op: Op) -> bool {
    matches!(
        op,
        Op::CreateHandle
            | Op::CreateHandleForLib
            | Op::CreateHandleFromBinding
            | Op::CreateHandleFromHeap
            | Op::AnnotateHandle
    )
}

struct Shower<'a> {
    module: &'a Module,
    body: &'a Body,
    /// Whether conversions are operations to show.
    casts: bool,
}

impl Shower<'_> {
    /// A value in words, with its operands this many steps back.
    fn inst(&self, value: Value, depth: u32) -> String {
        let unknown = || "%".to_owned();
        let inst = match value {
            Value::Const(_) => return self.constant(value),
            Value::Arg(number) => return format!("argument {number}"),
            Value::Inst(inst) => inst,
            _ => return unknown(),
        };
        let kind = &self.body.insts[inst].kind;
        if let InstKind::ExtractValue { aggregate, indices } = kind {
            return if depth == 0 { unknown() } else { format!("{}{indices:?}", self.inst(*aggregate, depth)) };
        }
        if let Some(call) = self.module.op_call(kind) {
            let is_handle = makes_handle(call.op);
            // Which resource is meant is reported however deep it is.
            if depth == 0 && !is_handle {
                return unknown();
            }
            let operands = kind.operands();
            let deeper = if is_handle { depth.min(1) } else { depth.saturating_sub(1) };
            // The last operand is the function, which its name says.
            let args: Vec<String> =
                operands[..operands.len() - 1].iter().skip(1).map(|&arg| self.inst(arg, deeper)).collect();
            // What a handle of a library is made of has a type by which it is loaded, not used.
            let suffix = if is_handle { String::new() } else { self.suffix(kind) };
            return format!("{}{suffix}({})", call.op.info().name(), args.join(", "));
        }
        if depth == 0 {
            return unknown();
        }
        match kind {
            // A place in a range counts from its start, which may be nothing.
            InstKind::Binary { op: BinaryOp::Add, lhs, rhs, .. } if self.module.constant_int(*rhs).is_some() => {
                let start = self.module.constant_int(*rhs).filter(|start| *start != 0);
                let start = start.map_or(String::new(), |start| format!(" + {start}"));
                format!("{}{start}", self.inst(*lhs, depth))
            }
            InstKind::AtomicRmw { op, value, .. } => {
                format!("atomicrmw {}({}) {}", op.text(), self.inst(*value, depth - 1), self.ty(inst))
            }
            InstKind::CmpXchg { expected, replacement, .. } => {
                let [expected, replacement] = [expected, replacement].map(|&value| self.inst(value, depth - 1));
                format!("cmpxchg({expected}, {replacement})")
            }
            InstKind::Cast { op, value } if self.casts => {
                let from = self.module.types.get(match value {
                    Value::Inst(inst) => self.body.insts[*inst].ty,
                    Value::Const(id) => self.module.constants.ty(*id),
                    _ => self.body.insts[inst].ty,
                });
                format!("{} {from:?}({}) to {}", op.text(), self.inst(*value, depth - 1), self.ty(inst))
            }
            _ => unknown(),
        }
    }

    fn ty(&self, inst: dxil::inst::InstId) -> String {
        format!("{:?}", self.module.types.get(self.body.insts[inst].ty))
    }

    /// The overload, as the name of the called function says it.
    fn suffix(&self, kind: &InstKind) -> String {
        let Some(function) = self.module.direct_callee(kind) else { return String::new() };
        let name = String::from_utf8_lossy(&self.module.functions[function].name).into_owned();
        let stem = name.strip_prefix("dx.op.").unwrap_or(&name);
        let Some((_, suffix)) = stem.split_once('.') else { return String::new() };
        // Types of one name are distinguished by numbers.
        let is_number = |tail: &str| tail.parse::<u32>().is_ok();
        let suffix = suffix.rsplit_once('.').filter(|(_, tail)| is_number(tail)).map_or(suffix, |(stem, _)| stem);
        format!(".{suffix}")
    }

    fn constant(&self, value: Value) -> String {
        let Value::Const(id) = value else { return String::new() };
        let constants = &self.module.constants;
        match &constants.get(id).kind {
            ConstKind::Null => "0".to_owned(),
            ConstKind::Undef => "undef".to_owned(),
            ConstKind::Int(bits) => bits.to_string(),
            ConstKind::Float(bits) => self.module.constant_float(value).map_or(format!("{bits:#x}"), |f| f.to_string()),
            ConstKind::Aggregate(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| self.constant(Value::Const(part))).collect();
                format!("{{{}}}", parts.join(", "))
            }
            _ => "address".to_owned(),
        }
    }
}
