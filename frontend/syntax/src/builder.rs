//! Builds the tree: the functions that the actions of the grammar call.
//!
//! Input: pieces of the tree and the range of terminals they came from. Output: nodes in the arenas. The nesting of
//! expressions and statements is limited here, so that a walker of the tree may recurse. Pieces that are read and not yet
//! part of a node lie on stacks.

#![expect(
    clippy::too_many_arguments,
    reason = "each is one action of the grammar, which hands over all parts of a rule"
)]

mod chains;
mod declarations;
mod piles;
mod types;

pub use declarations::{Brackets, DeclaratorHead, Prefix, RegisterArg, Suffix, Suffixes, TypedefName};
pub use piles::{Many, Put};
pub use types::Core;

use crate::ast::*;
use crate::errors;
use crate::preprocess::PackMatrix;
use crate::terminal::{PlacedTerminal, Terminal};
use chains::Waiting;
use cranelift_entity::PrimaryMap;
use hlslc_base::Diagnostic;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::span::{Span, Spanned};
use piles::{Piled, Piles};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// A terminal, or the place before it. A name is known by the place of its terminal.
pub type At = u32;

/// One name of a path.
#[derive(Clone, Copy)]
pub struct Segment {
    /// The name.
    pub name: At,
    /// The arguments after it.
    pub args: Option<Many<Put<TemplateArg>>>,
}

/// Builds one [`Ast`].
pub struct Builder<'i> {
    /// The tree so far.
    pub ast: Ast,
    /// The errors in the item that is being parsed.
    pub errors: Vec<Diagnostic>,
    terminals: &'i [PlacedTerminal],
    literals: &'i [Literal],
    pack_matrix: &'i [PackMatrix],
    spellings: &'i FxHashMap<Span, Span>,
    const_methods: &'i [u32],
    interner: &'i Interner,
    void: Option<Symbol>,
    limit: u16,
    expr_depth: PrimaryMap<ExprId, u16>,
    stmt_depth: PrimaryMap<StmtId, u16>,
    /// The operators that wait, those of the innermost chain last.
    waiting: Vec<Waiting>,
    /// The stacks of items that are not part of a node yet.
    piles: Piles,
}

impl<'i> Builder<'i> {
    /// A builder of an empty tree.
    pub fn new(
        terminals: &'i [PlacedTerminal],
        literals: &'i [Literal],
        pack_matrix: &'i [PackMatrix],
        spellings: &'i FxHashMap<Span, Span>,
        const_methods: &'i [u32],
        interner: &'i Interner,
        limit: u32,
    ) -> Self {
        // Room for the nodes that so much text makes where it makes many. What is not used costs nothing, but a list that grows
        // is copied, and to memory that nothing has used yet.
        let many = terminals.len();
        let mut ast = Ast::default();
        ast.exprs.reserve(many * 3 / 4);
        ast.stmts.reserve(many / 8);
        ast.decls.reserve(many / 8);
        ast.types.reserve(many / 8);
        Self {
            ast,
            errors: Vec::new(),
            terminals,
            literals,
            pack_matrix,
            spellings,
            const_methods,
            interner,
            void: interner.get("void"),
            limit: limit.min(u32::from(u16::MAX)) as u16,
            expr_depth: PrimaryMap::with_capacity(many * 3 / 4),
            stmt_depth: PrimaryMap::with_capacity(many / 8),
            waiting: Vec::new(),
            piles: Piles::default(),
        }
    }

    /// The span of the terminals from `l` up to but not including `r`.
    pub fn span(&self, l: At, r: At) -> Span {
        let at = |i: At| self.terminals.get(i as usize).map(|t| t.span);
        let Some(first) = at(l) else { return at(l.wrapping_sub(1)).map_or(Span::NONE, Span::end) };
        match r.checked_sub(1).filter(|&last| last >= l).and_then(at) {
            Some(last) => first.to(last),
            None => first.start(),
        }
    }

    /// Puts something on its pile.
    pub fn put<T: Piled>(&mut self, thing: T) -> Put<T> {
        self.piles.put(thing)
    }

    /// Sets the declarations of the text.
    pub fn take_items(&mut self, decls: Many<Put<DeclId>>) {
        self.ast.items.extend(self.piles.drain(decls));
        debug_assert!(self.piles.are_empty(), "each rule takes all that its parts have put down");
    }

    // ------------------------------------------------------------------------------------ names

    /// The name that a terminal is.
    fn name(&self, at: At) -> Name {
        let symbol = match self.terminals.get(at as usize).map(|t| t.terminal) {
            Some(Terminal::Ident(symbol) | Terminal::Type(symbol)) => symbol,
            _ => Symbol::EMPTY,
        };
        Spanned::new(symbol, self.span(at, at + 1))
    }

    /// `::` at the start of a path.
    pub fn global_scope(&mut self) -> Put<Path> {
        self.put(Path { global: true, segments: smallvec![], span: Span::NONE })
    }

    fn segment(&mut self, Segment { name, args }: Segment) -> PathSegment {
        let args = args.map(|args| self.piles.drain(args).collect());
        PathSegment { name: self.name(name), args }
    }

    /// One more name before a `::`.
    pub fn scope(&mut self, outer: Option<Put<Path>>, segment: Segment) -> Put<Path> {
        let segment = self.segment(segment);
        let span = segment.name.span;
        if let Some(outer) = outer
            && let Some(path) = self.piles.last(outer)
        {
            path.span = path.span.to(span);
            path.segments.push(segment);
            return outer;
        }
        self.put(Path { global: false, segments: smallvec![segment], span })
    }

    /// A path with its last name.
    pub fn path(&mut self, l: At, r: At, scope: Option<Put<Path>>, segment: Segment) -> Put<Path> {
        let (segment, span) = (self.segment(segment), self.span(l, r));
        if let Some(scope) = scope
            && let Some(path) = self.piles.last(scope)
        {
            path.span = span;
            path.segments.push(segment);
            return scope;
        }
        self.put(Path { global: false, segments: smallvec![segment], span })
    }

    /// The path that was read.
    fn taken(&mut self, path: Put<Path>) -> Path {
        self.piles.take(path).unwrap_or(Path { global: false, segments: smallvec![], span: Span::NONE })
    }

    // ------------------------------------------------------------------------------------ statements

    /// A local declaration.
    pub fn decl_stmt(&mut self, l: At, r: At, decls: Many<Put<DeclId>>) -> StmtId {
        let decls = self.outside_struct(decls);
        self.for_decl(l, r, decls)
    }

    /// The variables of a loop.
    pub fn for_decl(&mut self, l: At, r: At, decls: Many<Put<DeclId>>) -> StmtId {
        let decls = self.piles.all(decls);
        self.stmt(l, r, StmtKind::Decl(decls))
    }

    /// `{ … }`
    pub fn block(&mut self, l: At, r: At, body: Many<Put<StmtId>>) -> StmtId {
        let body = self.piles.all(body);
        let last = body.last().map(|&s| &self.ast.stmts[s]);
        if let Some(Stmt { kind: StmtKind::Case(_) | StmtKind::Default, span, .. }) = last {
            self.errors.push(errors::label_without_statement(*span));
        }
        self.stmt(l, r, StmtKind::Block(body))
    }

    /// A statement.
    pub fn stmt(&mut self, l: At, r: At, mut kind: StmtKind) -> StmtId {
        let below = |list: &[StmtId]| list.iter().map(|&s| self.stmt_depth[s]).max().unwrap_or(0);
        let depth = match &kind {
            StmtKind::Block(list) => below(list) + 1,
            StmtKind::If { then, otherwise, .. } => {
                // A chain of `else if` is as deep as its deepest part.
                let rest = otherwise.map_or(0, |o| {
                    let chained = matches!(self.ast.stmts[o].kind, StmtKind::If { .. });
                    self.stmt_depth[o] + u16::from(!chained)
                });
                rest.max(below(&[*then]) + 1)
            }
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. } => below(&[*body]) + 1,
            StmtKind::Error
            | StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Decl(_)
            | StmtKind::Case(_)
            | StmtKind::Default
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard
            | StmtKind::Return(_) => 1,
        };
        let span = self.span(l, r);
        let depth = if depth > self.limit {
            self.too_deep(span);
            kind = StmtKind::Error;
            1
        } else {
            depth
        };
        let id = self.ast.stmts.push(Stmt { attributes: Vec::new(), kind, span });
        self.stmt_depth.push(depth);
        id
    }

    /// Gives a statement its attributes.
    pub fn stmt_attributes(&mut self, attributes: Many<Put<Attribute>>, stmt: StmtId) -> StmtId {
        self.ast.stmts[stmt].attributes = self.piles.all(attributes);
        stmt
    }

    /// `if (c) t else e`
    pub fn if_stmt(&mut self, l: At, r: At, condition: Condition, then: StmtId, otherwise: Option<StmtId>) -> StmtId {
        self.stmt(l, r, StmtKind::If { condition, then, otherwise })
    }

    fn too_deep(&mut self, span: Span) {
        if !self.errors.iter().any(|e| e.is(errors::code::nesting)) {
            self.errors.push(errors::nesting(span, u32::from(self.limit)));
        }
    }

    // ------------------------------------------------------------------------------------ expressions

    /// An expression.
    pub fn expr(&mut self, l: At, r: At, kind: ExprKind) -> ExprId {
        let span = self.span(l, r);
        self.expr_at(span, kind)
    }

    fn expr_at(&mut self, span: Span, mut kind: ExprKind) -> ExprId {
        let mut depth = 0u16;
        if let ExprKind::Binary { left, right, .. } | ExprKind::Comma { left, right } = &kind {
            // Chains to the left may have any length.
            depth = self.expr_depth[*left].max(self.expr_depth[*right] + 1);
        } else {
            kind.for_each_operand(|operand| depth = depth.max(self.expr_depth[operand]));
            depth += 1;
        }
        if depth > self.limit {
            self.too_deep(span);
            kind = ExprKind::Error;
            depth = 1;
        }
        let id = self.ast.exprs.push(Expr { kind, span });
        self.expr_depth.push(depth);
        id
    }

    /// Forgets what an attempt left that did not come to its end.
    pub fn forget_attempt(&mut self) {
        self.errors.clear();
        self.waiting.clear();
        self.piles = Piles::default();
    }

    /// The arguments that were read.
    fn taken_args(&mut self, args: Many<Put<ExprId>>) -> ExprList {
        self.piles.drain(args).collect()
    }

    /// `{a, b}`
    pub fn init_list(&mut self, l: At, r: At, list: Many<Put<ExprId>>) -> ExprId {
        let values = self.taken_args(list);
        self.expr(l, r, ExprKind::InitList(values))
    }

    /// `callee(args)`
    pub fn call(&mut self, l: At, r: At, callee: ExprId, args: Many<Put<ExprId>>) -> ExprId {
        let args = self.taken_args(args);
        self.expr(l, r, ExprKind::Call { callee, args })
    }

    /// `type(args)`
    pub fn construct(&mut self, l: At, r: At, ty: TypeExprId, args: Many<Put<ExprId>>) -> ExprId {
        let args = self.taken_args(args);
        self.expr(l, r, ExprKind::Construct { ty, args })
    }

    /// `base.member`
    pub fn member(&mut self, l: At, r: At, base: ExprId, member: Put<Path>) -> ExprId {
        let member = self.taken(member);
        self.expr(l, r, ExprKind::Member { base, member })
    }

    /// A name.
    pub fn name_expr(&mut self, l: At, r: At, path: Put<Path>) -> ExprId {
        let path = self.taken(path);
        self.expr(l, r, ExprKind::Name(path))
    }

    /// A piece of a string.
    pub fn string_piece(&mut self, l: At, r: At, spelling: Symbol) -> Put<StringPiece> {
        self.put(StringPiece { spelling, span: self.span(l, r) })
    }

    /// A string of pieces.
    pub fn string(&mut self, l: At, r: At, pieces: Many<Put<StringPiece>>) -> ExprId {
        let pieces = self.piles.all(pieces);
        self.expr(l, r, ExprKind::Literal(Literal::String(pieces)))
    }

    /// `target op= value`
    pub fn assign(&mut self, l: At, r: At, target: ExprId, op: (Option<BinaryOp>, At), value: ExprId) -> ExprId {
        let op_span = self.span(op.1, op.1 + 1);
        self.expr(l, r, ExprKind::Assign { op: op.0, op_span, target, value })
    }

    /// `op x`, `x op`
    pub fn unary(&mut self, l: At, r: At, op: (UnaryOp, At), operand: ExprId) -> ExprId {
        let op_span = self.span(op.1, op.1 + 1);
        self.expr(l, r, ExprKind::Unary { op: op.0, op_span, operand })
    }

    /// A literal.
    pub fn literal(&mut self, l: At, r: At, index: u32) -> ExprId {
        let kind = match self.literals.get(index as usize) {
            Some(literal) => ExprKind::Literal(literal.clone()),
            None => ExprKind::Error,
        };
        self.expr(l, r, kind)
    }
}
