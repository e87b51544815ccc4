//! Raises the places of instructions in the source: debug locations, with the calls that code was inlined through.
//!
//! Input: a program with debug information. Output: locations of the IR. Where the texts of the source lie among all positions is known to
//! who holds them, so a span is at first the number of a [`Position`], which [`Raised::place`](crate::Raised::place) replaces.
//! Functions of the source that are inlined become functions without a body, as inlining leaves them, so that each
//! location finds the function that it is in.

use dxil::Module as DxModule;
use dxil::constants::ConstKind;
use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::metadata::{MdId, Metadata};
use dxil::module::{DebugLoc, FuncId};
use hlslc_base::Span;
use hlslc_ir::function::Linkage;
use hlslc_ir::{Context, Func, Function, Loc, Module};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The most calls that code is inlined through.
const MOST_CALLS: usize = 256;

/// A place in the source as debug information names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 for the line as a whole.
    pub column: u32,
}

/// The positions and locations found so far.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) positions: Vec<Position>,
    numbers: FxHashMap<Position, u32>,
    known: FxHashMap<DebugLoc, Loc>,
}

/// The span that stands for a position until it is placed.
fn span_of(number: u32) -> Span {
    Span::new(number + 1, number + 1)
}

/// The number of the position that a span stands for.
pub(crate) fn number_of(span: Span) -> Option<usize> {
    span.lo.checked_sub(1).map(|number| number as usize)
}

impl Lines {
    fn span(&mut self, dx: &DxModule, scope: Option<MdId>, line: u32, column: u32) -> Span {
        let file = scope.and_then(|scope| dx.metadata.file_of(scope)).filter(|_| line > 0);
        let Some(file) = file else { return Span::NONE };
        let position = Position { file: file.to_string(), line, column };
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry(position.clone()).or_insert(next);
        if number == next {
            self.positions.push(position);
        }
        span_of(number)
    }

    /// The location of an instruction.
    pub(crate) fn loc(&mut self, dx: &DxModule, ctx: &mut Context, at: DebugLoc) -> Loc {
        if let Some(&known) = self.known.get(&at) {
            return known;
        }
        let mut chain = vec![at];
        while let Some(call) = chain.last().and_then(|last| last.inlined_at).and_then(|id| location(dx, id))
            && chain.len() < MOST_CALLS
        {
            chain.push(call);
        }
        let mut loc = None;
        for step in chain.into_iter().rev() {
            let span = self.span(dx, step.scope, step.line, step.column);
            if !span.is_none() {
                loc = Some(ctx.loc(span, loc));
            }
        }
        let loc = loc.unwrap_or(ctx.no_loc());
        self.known.insert(at, loc);
        loc
    }

    /// Says of functions where they are declared, and adds those of the source that are inlined.
    pub(crate) fn functions(
        &mut self,
        dx: &DxModule,
        functions: &IndexMap<FuncId, Func, FxBuildHasher>,
        out: &mut Module,
    ) {
        for (id, entry) in dx.metadata.iter() {
            let Metadata::Debug(record) = entry else { continue };
            if record.kind != DebugKind::DISubprogram || number(record, "isDefinition") != Some(1) {
                continue;
            }
            let line = number(record, "line").and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
            let span = self.span(dx, Some(id), line, 0);
            if span.is_none() {
                continue;
            }
            let loc = out.ctx.loc(span, None);
            let made = reference(record, "function").and_then(|id| dx.metadata.as_value(id));
            let made =
                made.and_then(|value| match dx.constants.is_valid(value).then(|| &dx.constants.get(value).kind) {
                    Some(ConstKind::Function(function)) => functions.get(function).copied(),
                    Some(_) | None => None,
                });
            match made {
                Some(func) => out.funcs[func].loc = loc,
                None => {
                    let name = reference(record, "name").and_then(|id| dx.metadata.as_string(id));
                    let mut inlined =
                        Function::new(name.map(ToString::to_string).unwrap_or_default(), out.ctx.void(), loc);
                    inlined.linkage = Linkage::Internal;
                    out.funcs.push(inlined);
                }
            }
        }
    }
}

/// A location that is a record of its own: that of a call.
fn location(dx: &DxModule, id: MdId) -> Option<DebugLoc> {
    if !dx.metadata.is_valid(id) {
        return None;
    }
    let Metadata::Debug(record) = dx.metadata.get(id) else { return None };
    let small = |name: &str| u32::try_from(number(record, name)?).ok();
    (record.kind == DebugKind::DILocation).then_some(DebugLoc {
        line: small("line")?,
        column: small("column")?,
        scope: reference(record, "scope"),
        inlined_at: reference(record, "inlinedAt"),
    })
}

fn field(record: &DebugRecord, name: &str) -> Option<DebugField> {
    let at = record.kind.fields().iter().position(|field| field.0 == name)?;
    record.fields.get(at).copied()
}

fn number(record: &DebugRecord, name: &str) -> Option<u64> {
    match field(record, name)? {
        DebugField::Int(number) => Some(number),
        DebugField::Ref(_) => None,
    }
}

fn reference(record: &DebugRecord, name: &str) -> Option<MdId> {
    match field(record, name)? {
        DebugField::Ref(id) => id,
        DebugField::Int(_) => None,
    }
}
