//! Lints over the checked program: what the source says, with types, constants and intrinsics.
//!
//! Input: a program without errors. Output: diagnostics that point at the source. What a function reaches from the entry points is
//! looked at; functions of headers that nothing calls are not.

mod buffers;
mod choices;
mod loops;
mod numbers;
mod powers;
mod precision;
mod ranges;
mod redundant;
mod same;
mod stages;
mod unused;

use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_base::source::{FileId, SourceMap};
use hlslc_base::{Diagnostics, Interner, Span};
use hlslc_hir::hir::{
    Arg, Expr, ExprId, ExprKind, FuncId, Function, GlobalKind, LocalId, PlaceBase, Program, Projection, StmtKind,
};
use hlslc_hir::intrinsics::{Expansion, Lowering, math};
use hlslc_hir::types::{ScalarKind, Ty, TyData};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_ir::Op;

/// Expressions that are looked through to find where a value comes from.
const MOST_STEPS: usize = 32;

/// A program, and what is found in it.
pub(crate) struct Look<'a> {
    pub program: &'a Program,
    pub interner: &'a Interner,
    pub sources: &'a SourceMap,
    /// The file that the compilation began with.
    pub root: FileId,
    /// What the entry points reach.
    pub reached: EntitySet<FuncId>,
    pub found: &'a mut Diagnostics,
}

/// Looks at a program.
pub fn look_at_program(
    program: &Program,
    interner: &Interner,
    sources: &SourceMap,
    root: FileId,
    found: &mut Diagnostics,
) {
    let reached = reached(program);
    let mut look = Look { program, interner, sources, root, reached, found };
    for (id, func) in &program.funcs {
        if look.reached.contains(id) && func.body.is_some() {
            let body = Body::new(program, func);
            powers::look(&mut look, &body);
            numbers::look(&mut look, &body);
            redundant::look(&mut look, &body);
            choices::look(&mut look, &body);
            loops::look(&mut look, &body);
            precision::look(&mut look, &body);
            unused::look_at_function(&mut look, id, &body);
        }
    }
    stages::look(&mut look);
    buffers::look(&mut look);
    unused::look(&mut look);
}

/// The functions that the entry points reach.
fn reached(program: &Program) -> EntitySet<FuncId> {
    let mut reached = EntitySet::new();
    let mut open: Vec<FuncId> = Vec::new();
    for entry in &program.entries {
        open.push(entry.func);
        open.extend(entry.attributes.patch_constant_func);
    }
    open.extend(program.globals.values().filter_map(|global| global.init_func));
    while let Some(id) = open.pop() {
        if !reached.insert(id) {
            continue;
        }
        open.extend(program.funcs[id].exprs.values().filter_map(|expr| match expr.kind {
            ExprKind::Call { func, .. } => Some(func),
            _ => None,
        }));
    }
    reached
}

impl Look<'_> {
    /// The text of a span that is written in a file as it stands, outside of macros.
    pub fn text(&self, span: Span) -> Option<&str> {
        (self.sources.spelling_span(span)? == span).then_some(())?;
        let at = self.sources.resolve(span)?;
        self.sources.file(at.file).text.get(at.range)
    }

    /// Whether a span comes of a macro.
    pub fn is_in_macro(&self, span: Span) -> bool {
        !self.sources.expansion_chain(span).is_empty()
    }

    /// How often a word stands in the text around a span: of the function, if that is given, or of the file. Code that conditions leave out
    /// counts, and comments do not.
    pub fn mentions(&self, word: &str, within: Span) -> usize {
        let Some(at) = self.sources.resolve(within) else { return 0 };
        let file = self.sources.file(at.file);
        words(file.text.get(at.range).unwrap_or_default()).filter(|found| *found == word).count()
    }

    /// The whole of the file that a span is in.
    pub fn file_of(&self, span: Span) -> Option<Span> {
        let at = self.sources.resolve(span)?;
        Some(self.sources.span_in(at.file, 0..self.sources.file(at.file).text.len()))
    }

    /// Whether a span is in the file that the compilation began with.
    pub fn is_in_root(&self, span: Span) -> bool {
        self.sources.resolve(span).is_some_and(|at| at.file == self.root)
    }
}

/// A function with facts about its variables.
pub(crate) struct Body<'a> {
    pub program: &'a Program,
    pub func: &'a Function,
    /// The only value of a variable that is written once, where it is declared.
    values: SecondaryMap<LocalId, Option<ExprId>>,
    /// The local variables that are read.
    pub read: EntitySet<LocalId>,
    /// The local variables that are written somewhere.
    pub written: EntitySet<LocalId>,
}

impl<'a> Body<'a> {
    fn new(program: &'a Program, func: &'a Function) -> Self {
        let mut this =
            Self { program, func, values: SecondaryMap::new(), read: EntitySet::new(), written: EntitySet::new() };
        let mut statements: EntitySet<ExprId> = EntitySet::new();
        for stmt in func.stmts.values() {
            if let StmtKind::Expr(id) | StmtKind::Loop { step: Some(id), .. } = stmt.kind {
                statements.insert(id);
            }
        }
        for (id, expr) in &func.exprs {
            // What a statement assigns is not read by that.
            let assigns =
                matches!(expr.kind, ExprKind::Assign { .. } | ExprKind::Step { .. } | ExprKind::Update { .. });
            let is_only_written = assigns && statements.contains(id);
            for (how, place) in expr.kind.places() {
                let PlaceBase::Local(local) = place.base else { continue };
                if how.may_write() {
                    this.written.insert(local);
                }
                if !is_only_written {
                    this.read.insert(local);
                }
            }
        }
        for stmt in func.stmts.values() {
            if let StmtKind::Declare { local, init } = stmt.kind
                && !this.written.contains(local)
            {
                this.values[local] = init;
            }
        }
        this
    }

    /// The place of the body.
    pub fn span(&self) -> Span {
        self.func.body.map_or(self.func.span, |body| self.func.stmts[body].span)
    }

    /// How often a variable is named, its declaration included.
    pub fn named(&self, local: LocalId) -> usize {
        let places = self.func.exprs.values().flat_map(|expr| expr.kind.places());
        1 + places.filter(|(_, place)| matches!(place.base, PlaceBase::Local(of) if of == local)).count()
    }

    pub fn expr(&self, id: ExprId) -> &'a Expr {
        &self.func.exprs[id]
    }

    /// The value that an expression is, through parentheses, conversions that change no number, and variables that are written once.
    pub fn origin(&self, mut id: ExprId) -> ExprId {
        for _ in 0..MOST_STEPS {
            match &self.expr(id).kind {
                ExprKind::Load(place) => {
                    let PlaceBase::Local(local) = place.base else { return id };
                    let Some(value) = self.values[local].filter(|_| place.projections.is_empty()) else { return id };
                    id = value;
                }
                ExprKind::Sequence(_, last) => id = *last,
                _ => return id,
            }
        }
        id
    }

    /// The intrinsic that an expression calls, with its arguments.
    pub fn intrinsic(&self, id: ExprId) -> Option<(Lowering, &'a [Arg])> {
        match &self.expr(id).kind {
            ExprKind::Intrinsic { id, args, .. } => Some((id.row().lowering, args)),
            _ => None,
        }
    }

    /// The arguments of a call of one function of arithmetic.
    pub fn math(&self, id: ExprId, of: math::Expansion) -> Option<&'a [Arg]> {
        match self.intrinsic(id)? {
            (Lowering::Expand(Expansion::Math(found)), args) if found == of => Some(args),
            _ => None,
        }
    }

    /// The argument of a call of an operation with one.
    pub fn op(&self, id: ExprId, of: Op) -> Option<ExprId> {
        match self.intrinsic(id)? {
            (Lowering::Op(found), [Arg::In(value)]) if found == of => Some(*value),
            _ => None,
        }
    }

    /// The one number that all components of an expression are.
    pub fn number(&self, id: ExprId) -> Option<f64> {
        let mut id = id;
        for _ in 0..MOST_STEPS {
            match &self.expr(id).kind {
                ExprKind::Const(value) => return number_of(value, self.kind(self.expr(id).ty)),
                ExprKind::Convert(_, inner) | ExprKind::Swizzle(inner, _) => id = *inner,
                ExprKind::Unary(hlslc_hir::hir::UnaryOp::Neg, inner) => {
                    let ExprKind::Const(value) = &self.expr(*inner).kind else { return None };
                    return number_of(value, self.kind(self.expr(*inner).ty)).map(|number| -number);
                }
                ExprKind::Construct(parts) => {
                    let [first, rest @ ..] = &parts[..] else { return None };
                    let constant = |part: ExprId| match &self.expr(part).kind {
                        ExprKind::Const(value) => number_of(value, self.kind(self.expr(part).ty)),
                        _ => None,
                    };
                    let number = constant(*first)?;
                    return rest.iter().all(|&part| constant(part) == Some(number)).then_some(number);
                }
                _ => return None,
            }
        }
        None
    }

    /// The kind of the numbers of a type.
    pub fn kind(&self, ty: Ty) -> Option<ScalarKind> {
        self.program.types.element_kind(ty)
    }

    /// Whether a type is a float, or a vector or matrix of such.
    pub fn is_float(&self, ty: Ty) -> bool {
        self.kind(ty).is_some_and(ScalarKind::is_float)
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        matches!(self.program.types.data(ty), TyData::Scalar(_))
    }

    /// Whether evaluating an expression twice costs nothing and does nothing: a variable, its members and components.
    pub fn is_cheap(&self, id: ExprId) -> bool {
        match &self.expr(id).kind {
            ExprKind::Load(place) => {
                matches!(place.base, PlaceBase::Local(_) | PlaceBase::Global(_) | PlaceBase::This)
                    && !place.projections.iter().any(|step| matches!(step, Projection::Index(_)))
            }
            ExprKind::Swizzle(inner, _) => matches!(self.expr(*inner).kind, ExprKind::Load(_)) && self.is_cheap(*inner),
            _ => false,
        }
    }

    /// Whether an expression has one value, known when compiling.
    pub fn is_constant(&self, id: ExprId) -> bool {
        let (mut open, mut seen) = (vec![id], 0);
        while let Some(id) = open.pop() {
            seen += 1;
            let id = self.origin(id);
            match &self.expr(id).kind {
                ExprKind::Const(_) => {}
                ExprKind::Load(place) => {
                    let PlaceBase::Global(global) = place.base else { return false };
                    if !matches!(self.program.globals[global].kind, GlobalKind::Constant) {
                        return false;
                    }
                }
                ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Convert(..)
                | ExprKind::Construct(_)
                | ExprKind::Swizzle(..)
                | ExprKind::Intrinsic { object: None, .. } => {
                    self.expr(id).kind.for_each_operand(|operand, _| open.push(operand));
                }
                _ => return false,
            }
            if seen > MOST_STEPS {
                return false;
            }
        }
        true
    }
}

/// The number that all components of a constant are.
fn number_of(value: &ConstValue, kind: Option<ScalarKind>) -> Option<f64> {
    match value {
        ConstValue::Scalar(ScalarValue::Float(number)) => Some(*number),
        ConstValue::Scalar(ScalarValue::Int(bits)) => Some(match kind {
            Some(kind) if kind.class() == hlslc_hir::types::ScalarClass::Unsigned => *bits as f64,
            _ => *bits as i64 as f64,
        }),
        ConstValue::Scalar(ScalarValue::Bool(_)) | ConstValue::String(_) => None,
        ConstValue::Zero => Some(0.0),
        ConstValue::Composite(parts) => {
            let [first, rest @ ..] = &parts[..] else { return None };
            let ConstValue::Scalar(_) = first else { return None };
            rest.iter().all(|part| part == first).then(|| number_of(first, kind))?
        }
    }
}

/// The value that is passed as an argument.
pub(crate) fn value(arg: &Arg) -> Option<ExprId> {
    if let Arg::In(value) = arg { Some(*value) } else { None }
}

/// The words of a text without its comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    let mut in_block = false;
    std::iter::from_fn(move || {
        loop {
            if in_block {
                let end = rest.find("*/")?;
                rest = &rest[end + 2..];
                in_block = false;
            }
            let start = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '/')?;
            rest = &rest[start..];
            if rest.starts_with("//") {
                rest = &rest[rest.find('\n')?..];
            } else if rest.starts_with("/*") {
                rest = &rest[2..];
                in_block = true;
            } else if rest.starts_with('/') {
                rest = &rest[1..];
            } else {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                rest = after;
                return Some(word);
            }
        }
    })
}

/// The places of the bodies of functions: they distinguish the code of one from that of another that it was inlined into.
pub fn bodies(program: &Program) -> Vec<Span> {
    program.funcs.values().filter_map(|func| Some(func.stmts[func.body?].span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_outside_of_comments() {
        let text = "float x; // x\n#if A\nx = y / 2; /* x */ z\n";
        assert_eq!(words(text).collect::<Vec<_>>(), ["float", "x", "if", "A", "x", "y", "2", "z"]);
    }
}
