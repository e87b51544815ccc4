//! Builds the tree: what the actions of the grammar call.
//!
//! In: pieces of the tree and the range of terminals they came from. Out: nodes in the arenas. Here the nesting
//! of expressions and statements is limited, so that whoever walks the tree may call itself.

#![expect(
    clippy::unused_self,
    clippy::too_many_arguments,
    clippy::boxed_local,
    clippy::unnecessary_box_returns,
    clippy::vec_box,
    reason = "each is one action of the grammar, which knows nothing but the builder and hands over all parts of a rule, the \
              large ones in boxes: the parser moves every symbol often, and all are as large as the largest"
)]

mod chains;

pub use chains::{Chain, Operand};

use crate::ast::*;
use crate::errors;
use crate::preprocess::PackMatrix;
use crate::terminal::PlacedTerminal;
use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::ReservedValue;
use hlslc_base::Diagnostic;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::literals::Literals;
use hlslc_base::span::{Span, Spanned};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::sync::Arc;

/// A terminal, or the place before it.
pub type At = u32;

/// Attributes and template headers before a declaration.
#[derive(Debug, Default)]
pub struct Prefix {
    attributes: Vec<Attribute>,
    templates: Vec<TemplateHeader>,
}

/// The middle of a type, without its specifiers.
#[derive(Debug)]
pub enum Core {
    /// A type by its name.
    Path(Path),
    /// `unsigned int`.
    Words(Vec<Name>),
    /// `struct S`.
    Record(RecordKind, Path),
    /// `enum E`.
    Enum(Path),
    /// `__decltype(e)`.
    Of(ExprId),
    /// A definition.
    Definition(DeclId),
}

/// All of a function between its result and its body.
#[derive(Debug)]
pub struct DeclaratorHead {
    scope: Option<Path>,
    name: FunctionName,
    args: Option<Box<[TemplateArg]>>,
    params: Vec<Param>,
    extents: Vec<Extent>,
    annotations: Vec<Annotation>,
}

/// What follows a declared name behind a colon.
#[derive(Debug)]
pub enum Suffix {
    /// A semantic and the like.
    Annotation(Annotation),
    /// The width of a bit-field.
    Width(ExprId),
}

/// An argument of `register(…)`.
#[derive(Debug)]
pub struct RegisterArg {
    /// The word.
    pub name: Name,
    /// `[n]` behind it.
    pub index: Option<ExprId>,
}

/// Builds one [`Ast`].
pub struct Builder<'i> {
    /// The tree so far.
    pub ast: Ast,
    /// What was found wrong with the item that is being parsed.
    pub errors: Vec<Diagnostic>,
    terminals: &'i [PlacedTerminal],
    literals: &'i [Literal],
    pack_matrix: &'i [PackMatrix],
    spellings: &'i FxHashMap<Span, Span>,
    interner: &'i Interner,
    void: Option<Symbol>,
    limit: u16,
    expr_depth: PrimaryMap<ExprId, u16>,
    stmt_depth: PrimaryMap<StmtId, u16>,
    /// The operators that wait, those of the innermost chain last.
    waiting: Vec<(Operand, (BinaryOp, At))>,
}

impl<'i> Builder<'i> {
    /// A builder of an empty tree.
    pub fn new(
        terminals: &'i [PlacedTerminal],
        literals: &'i [Literal],
        pack_matrix: &'i [PackMatrix],
        spellings: &'i FxHashMap<Span, Span>,
        interner: &'i Interner,
        limit: u32,
    ) -> Self {
        // Room for the nodes that so much text makes where it makes many. What is not used costs nothing, but a list that grows
        // is copied, and to memory that nobody has used yet.
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
            interner,
            void: interner.get("void"),
            limit: limit.min(u32::from(u16::MAX)) as u16,
            expr_depth: PrimaryMap::with_capacity(many * 3 / 4),
            stmt_depth: PrimaryMap::with_capacity(many / 8),
            waiting: Vec::new(),
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

    // ------------------------------------------------------------------------------------ names

    /// A name at a terminal.
    pub fn name(&self, l: At, symbol: Symbol) -> Name {
        Spanned::new(symbol, self.span(l, l + 1))
    }

    /// `::` at the start of a path.
    pub fn global_scope(&self) -> Path {
        Path { global: true, segments: smallvec![], span: Span::NONE }
    }

    /// One more name before a `::`.
    pub fn scope(&self, outer: Option<Path>, segment: PathSegment) -> Path {
        let span = segment.name.span;
        let mut path = outer.unwrap_or(Path { global: false, segments: smallvec![], span });
        path.span = path.span.to(span);
        path.segments.push(segment);
        path
    }

    /// A path with its last name.
    pub fn path(&self, l: At, r: At, scope: Option<Path>, segment: PathSegment) -> Path {
        Path { span: self.span(l, r), ..self.scope(scope, segment) }
    }

    // ------------------------------------------------------------------------------------ declarations

    fn decl(&mut self, l: At, r: At, kind: DeclKind) -> DeclId {
        let span = self.span(l, r);
        self.ast.decls.push(Decl { kind, attributes: Vec::new(), templates: Vec::new(), span })
    }

    /// A declaration that was cut out.
    pub fn error_decl(&mut self, l: At, r: At) -> Vec<DeclId> {
        vec![self.decl(l, r, DeclKind::Error)]
    }

    /// Adds attributes to a prefix.
    pub fn prefix_attributes(&mut self, mut prefix: Prefix, attributes: Vec<Attribute>) -> Prefix {
        prefix.attributes.extend(attributes);
        prefix
    }

    /// Adds a template header to a prefix.
    pub fn prefix_template(&mut self, mut prefix: Prefix, header: TemplateHeader) -> Prefix {
        prefix.templates.push(header);
        prefix
    }

    /// Gives a declaration its prefix. Templates concern the type that is defined, attributes what is declared.
    pub fn prefixed(&mut self, prefix: Prefix, decls: Vec<DeclId>) -> Vec<DeclId> {
        let Some((&first, rest)) = decls.split_first() else { return decls };
        let is_type = matches!(self.ast.decls[first].kind, DeclKind::Record(_) | DeclKind::Enum(_));
        let attributed = if is_type && !rest.is_empty() { rest } else { &decls[..] };
        for &decl in attributed {
            self.ast.decls[decl].attributes.extend(prefix.attributes.iter().cloned());
        }
        self.ast.decls[first].templates = prefix.templates;
        decls
    }

    /// A type and no name: a definition, a forward declaration, or nothing.
    pub fn type_alone(&mut self, l: At, r: At, ty: TypeExprId) -> Vec<DeclId> {
        match &self.ast.types[ty].kind {
            TypeExprKind::Definition(decl) => {
                let decl = *decl;
                match &self.ast.decls[decl].kind {
                    // The members of an unnamed struct belong to the one around it.
                    DeclKind::Record(Record { name: None, .. }) => {
                        let member = self.variable(l, r, None, Vec::new(), Vec::new(), None);
                        self.variables(ty, vec![member])
                    }
                    _ => vec![decl],
                }
            }
            TypeExprKind::Named(path) => {
                let path = path.clone();
                let kind = match self.ast.types[ty].elaborated {
                    Some(Elaborated::Record(kind)) => {
                        DeclKind::Record(Record { kind, name: Some(path), bases: Vec::new(), members: None })
                    }
                    Some(Elaborated::Enum) => {
                        let name = path.last().map(|s| s.name);
                        DeclKind::Enum(Enum { name, scoped: false, underlying: None, enumerators: None })
                    }
                    None => {
                        let span = self.span(l, r);
                        self.errors.push(errors::declares_nothing(span));
                        return Vec::new();
                    }
                };
                vec![self.decl(l, r, kind)]
            }
            TypeExprKind::Error | TypeExprKind::Words(_) | TypeExprKind::Of(_) | TypeExprKind::Array { .. } => {
                let span = self.span(l, r);
                self.errors.push(errors::declares_nothing(span));
                Vec::new()
            }
        }
    }

    /// Declarations outside of any struct, where an unnamed struct without a variable is of no use.
    pub fn outside_struct(&mut self, decls: Vec<DeclId>) -> Vec<DeclId> {
        for &decl in &decls {
            let Decl { kind, span, .. } = &self.ast.decls[decl];
            if let DeclKind::Variable(Variable { name: None, bits: None, .. }) = kind {
                self.errors.push(errors::unnamed_struct(*span));
            }
        }
        decls
    }

    /// `uint : 4;`
    pub fn unnamed_bits(&mut self, l: At, r: At, ty: TypeExprId, bits: ExprId) -> Vec<DeclId> {
        let member = self.variable(l, r, None, Vec::new(), vec![Suffix::Width(bits)], None);
        self.variables(ty, vec![member])
    }

    /// A function.
    pub fn function(
        &mut self,
        l: At,
        r: At,
        result: TypeExprId,
        head: Box<DeclaratorHead>,
        body: Option<StmtId>,
    ) -> Vec<DeclId> {
        if let TypeExprKind::Definition(definition) = self.ast.types[result].kind {
            self.errors.push(errors::definition_in_result(self.ast.decls[definition].span));
        }
        let DeclaratorHead { scope, name, args, params, extents, annotations } = *head;
        let function = Function { result, scope, name, args, params, extents, annotations, body };
        let decl = self.decl(l, r, DeclKind::Function(function));
        self.with_definition(result, vec![decl])
    }

    /// `operator T() { … }`
    pub fn conversion(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        params: Vec<Param>,
        body: Option<StmtId>,
    ) -> Vec<DeclId> {
        let name = FunctionName::Conversion(ty);
        let (extents, annotations) = (Vec::new(), Vec::new());
        let head = Box::new(DeclaratorHead { scope: None, name, args: None, params, extents, annotations });
        self.function(l, r, ty, head, body)
    }

    /// Puts the definition of a type before the declarations that use it.
    fn with_definition(&mut self, ty: TypeExprId, mut decls: Vec<DeclId>) -> Vec<DeclId> {
        if let TypeExprKind::Definition(definition) = self.ast.types[ty].kind {
            decls.insert(0, definition);
        }
        decls
    }

    /// `typedef T a, b[2];`
    pub fn typedefs(&mut self, ty: TypeExprId, names: Vec<(Name, Vec<Extent>, (At, At))>) -> Vec<DeclId> {
        let decls = names
            .into_iter()
            .map(|(name, extents, (l, r))| {
                self.decl(l, r, DeclKind::Alias(Alias { name, ty, extents, is_typedef: true }))
            })
            .collect();
        self.with_definition(ty, decls)
    }

    /// `typedef T;`
    pub fn nameless_typedef(&mut self, l: At, r: At, ty: TypeExprId) -> Vec<DeclId> {
        let span = self.span(l, r);
        self.errors.push(errors::declares_nothing(span));
        self.with_definition(ty, Vec::new())
    }

    /// `using A = T;`, with or without attributes behind the name.
    pub fn using_alias(&mut self, l: At, r: At, name: Name, attributes: Vec<Attribute>, ty: TypeExprId) -> Vec<DeclId> {
        let alias = self.decl(l, r, DeclKind::Alias(Alias { name, ty, extents: Vec::new(), is_typedef: false }));
        self.ast.decls[alias].attributes.extend(attributes);
        vec![alias]
    }

    /// `using namespace N;`, `using N::x;`
    pub fn using(&mut self, l: At, r: At, path: Path, namespace: bool) -> Vec<DeclId> {
        vec![self.decl(l, r, DeclKind::Using { path, namespace })]
    }

    /// A namespace.
    pub fn namespace(&mut self, l: At, r: At, name: Name, items: Vec<Vec<DeclId>>) -> Vec<DeclId> {
        let items = self.outside_struct(items.into_iter().flatten().collect());
        vec![self.decl(l, r, DeclKind::Namespace { name: Some(name), items })]
    }

    /// A cbuffer or tbuffer.
    pub fn buffer(
        &mut self,
        l: At,
        r: At,
        kind: BufferKind,
        name: Name,
        annotations: Vec<Annotation>,
        members: Vec<Vec<DeclId>>,
    ) -> Vec<DeclId> {
        let members = self.outside_struct(members.into_iter().flatten().collect());
        vec![self.decl(l, r, DeclKind::Buffer(BufferDecl { kind, name: Some(name), annotations, members }))]
    }

    /// `_Static_assert(c, "m");`
    pub fn static_assert(&mut self, l: At, r: At, condition: ExprId, message: Option<ExprId>) -> Vec<DeclId> {
        vec![self.decl(l, r, DeclKind::StaticAssert { condition, message })]
    }

    /// A technique.
    pub fn effect_block(&mut self, l: At, r: At) -> Vec<DeclId> {
        vec![self.decl(l, r, DeclKind::EffectBlock)]
    }

    /// One name of a declaration; its type comes later.
    pub fn variable(
        &mut self,
        l: At,
        r: At,
        name: Option<Path>,
        extents: Vec<Extent>,
        suffixes: Vec<Suffix>,
        init: Option<Initializer>,
    ) -> DeclId {
        let mut bits = None;
        let mut annotations = Vec::new();
        for suffix in suffixes {
            match suffix {
                Suffix::Annotation(annotation) => annotations.push(annotation),
                Suffix::Width(width) => bits = Some(width),
            }
        }
        let ty = TypeExprId::reserved_value();
        self.decl(l, r, DeclKind::Variable(Variable { ty, name, extents, bits, annotations, init }))
    }

    /// Gives the names of a declaration their type.
    pub fn variables(&mut self, ty: TypeExprId, list: Vec<DeclId>) -> Vec<DeclId> {
        for &decl in &list {
            if let DeclKind::Variable(variable) = &mut self.ast.decls[decl].kind {
                variable.ty = ty;
            }
        }
        self.with_definition(ty, list)
    }

    /// `float x = f()` in a condition.
    pub fn condition_variable(&mut self, l: At, r: At, ty: TypeExprId, name: Path, value: ExprId) -> Condition {
        let init = Some(Initializer::Value(value));
        let decl = self.variable(l, r, Some(name), Vec::new(), Vec::new(), init);
        self.variables(ty, vec![decl]);
        Condition::Decl(decl)
    }

    /// `[n]`
    pub fn extent(&mut self, l: At, r: At, length: Option<ExprId>) -> Extent {
        Extent { length, span: self.span(l, r) }
    }

    // ------------------------------------------------------------------------------------ functions

    /// The name and parameters of a function.
    pub fn function_head(
        &mut self,
        mut path: Path,
        params: Vec<Param>,
        extents: Vec<Extent>,
        annotations: Vec<Annotation>,
    ) -> Box<DeclaratorHead> {
        let last = path.segments.pop();
        let (name, args) = last.map_or((Spanned::new(Symbol::EMPTY, path.span), None), |s| (s.name, s.args));
        let scope = (!path.segments.is_empty()).then(|| {
            path.span = Span::new(path.span.lo, name.span.lo);
            path
        });
        Box::new(DeclaratorHead { scope, name: FunctionName::Name(name), args, params, extents, annotations })
    }

    /// The name and parameters of an operator.
    pub fn operator_head(
        &mut self,
        scope: Option<Path>,
        name: Spanned<OperatorName>,
        params: Vec<Param>,
        annotations: Vec<Annotation>,
    ) -> Box<DeclaratorHead> {
        let (extents, name) = (Vec::new(), FunctionName::Operator(name));
        Box::new(DeclaratorHead { scope, name, args: None, params, extents, annotations })
    }

    /// `(void)` is an empty list.
    pub fn params(&mut self, params: Vec<Box<Param>>) -> Vec<Param> {
        if let [only] = params.as_slice()
            && let Param { ty, name: None, .. } = **only
            && let TypeExprKind::Named(path) = &self.ast.types[ty].kind
            && path.as_name().map(|n| n.node) == self.void
        {
            return Vec::new();
        }
        params.into_iter().map(|param| *param).collect()
    }

    /// A parameter.
    pub fn param(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        name: Option<Name>,
        extents: Vec<Extent>,
        annotations: Vec<Annotation>,
        default: Option<ExprId>,
    ) -> Box<Param> {
        let span = self.span(l, r);
        Box::new(Param { attributes: Vec::new(), ty, name, extents, annotations, default, span })
    }

    /// Gives a parameter its attributes.
    pub fn param_attributes(&mut self, attributes: Vec<Attribute>, mut param: Box<Param>) -> Box<Param> {
        param.attributes = attributes;
        param
    }

    // ------------------------------------------------------------------------------------ annotations, attributes

    /// What follows a colon.
    pub fn annotation(&mut self, l: At, r: At, kind: AnnotationKind) -> Annotation {
        Annotation { kind, span: self.span(l, r) }
    }

    /// `register(…)`: tells profile, register and space apart by how they look.
    pub fn register(&mut self, args: Vec<RegisterArg>) -> AnnotationKind {
        let mut found = Register { profile: None, register: None, index: None, space: None };
        let count = args.len();
        for (i, RegisterArg { name, index }) in args.into_iter().enumerate() {
            let text = self.interner.text(name.node);
            let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
            let is_space = text.strip_prefix("space").is_some_and(digits);
            let is_register = text.get(1..).is_some_and(digits);
            let slot = if is_space || i > 0 && found.register.is_some() && found.space.is_none() && !is_register {
                &mut found.space
            } else if i == 0 && count > 1 && !is_register {
                &mut found.profile
            } else {
                found.index = found.index.or(index);
                &mut found.register
            };
            if slot.replace(name).is_some() {
                self.errors.push(errors::register_argument(name.span, self.interner.text(name.node)));
            }
        }
        AnnotationKind::Register(found)
    }

    /// An attribute.
    pub fn attribute(
        &mut self,
        l: At,
        r: At,
        scope: Option<Name>,
        name: Name,
        args: Option<ExprList>,
        double: bool,
    ) -> Attribute {
        let root_signature = self.root_signature(name, args.as_deref(), double);
        Attribute { scope, name, args, double, root_signature, span: self.span(l, r) }
    }

    /// The syntax of a root signature, if this is the attribute that has one.
    fn root_signature(
        &self,
        name: Name,
        args: Option<&[ExprId]>,
        double: bool,
    ) -> Option<Arc<hlslc_rootsig_syntax::Syntax>> {
        if double || !self.interner.text(name.node).eq_ignore_ascii_case("rootsignature") {
            return None;
        }
        let &[argument] = args? else { return None };
        let ExprKind::Literal(Literal::String(pieces)) = &self.ast.exprs[argument].kind else { return None };
        let mut literals = Literals::default();
        for piece in pieces {
            let spelt = self.spellings.get(&piece.span).copied().unwrap_or(piece.span);
            literals.push(self.interner.text(piece.spelling), spelt);
        }
        Some(Arc::new(hlslc_rootsig_syntax::Syntax::parse(literals)))
    }

    // ------------------------------------------------------------------------------------ templates

    /// `template<…>`
    pub fn template_header(&mut self, l: At, r: At, params: Option<Vec<TemplateParam>>) -> TemplateHeader {
        TemplateHeader { params, span: self.span(l, r) }
    }

    /// `typename T = float`
    pub fn type_param(&mut self, l: At, r: At, name: Option<Name>, default: Option<TypeExprId>) -> TemplateParam {
        TemplateParam::Type { name, default, span: self.span(l, r) }
    }

    /// `int N = 4`
    pub fn value_param(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        name: Option<Name>,
        default: Option<ExprId>,
    ) -> TemplateParam {
        TemplateParam::Value { ty, name, default, span: self.span(l, r) }
    }

    /// `template<typename> class C = S`
    pub fn template_param(
        &mut self,
        l: At,
        r: At,
        params: Vec<TemplateParam>,
        name: Option<Name>,
        default: Option<TypeExprId>,
    ) -> TemplateParam {
        TemplateParam::Template { params, name, default, span: self.span(l, r) }
    }

    // ------------------------------------------------------------------------------------ types

    /// A type with its specifiers.
    pub fn specified(
        &mut self,
        l: At,
        r: At,
        before: Vec<Spanned<Modifier>>,
        core: Core,
        after: Vec<Spanned<Modifier>>,
    ) -> TypeExprId {
        // DXC has read the token behind the type when it gives the type its order, and the pragmas before that token with it.
        let next = (r as usize).saturating_sub(after.len());
        let token = self.terminals.get(next).map_or(u32::MAX, |t| t.token);
        let behind = self.pack_matrix.partition_point(|p| p.first <= token);
        for modifier in &after {
            use Modifier::{Const, Extern, Inline, Static, Volatile};
            if !matches!(modifier.node, Const | Extern | Inline | Static | Volatile) {
                self.errors.push(errors::modifier_behind_type(modifier.span, modifier.node.text()));
            }
        }
        let mut modifiers = before;
        modifiers.extend(after);
        let pack_matrix = behind.checked_sub(1).and_then(|i| self.pack_matrix.get(i)).map(|p| p.order);
        let (kind, elaborated) = match core {
            Core::Path(path) => (TypeExprKind::Named(path), None),
            Core::Words(words) => (TypeExprKind::Words(words), None),
            Core::Record(kind, path) => (TypeExprKind::Named(path), Some(Elaborated::Record(kind))),
            Core::Enum(path) => (TypeExprKind::Named(path), Some(Elaborated::Enum)),
            Core::Of(expr) => (TypeExprKind::Of(expr), None),
            Core::Definition(decl) => (TypeExprKind::Definition(decl), None),
        };
        let span = self.span(l, r);
        self.ast.types.push(TypeExpr { kind, modifiers, pack_matrix, elaborated, span })
    }

    /// `float[4]`
    pub fn array(&mut self, l: At, r: At, element: TypeExprId, extents: Vec<Extent>) -> TypeExprId {
        let span = self.span(l, r);
        let pack_matrix = self.ast.types[element].pack_matrix;
        let kind = TypeExprKind::Array { element, extents };
        self.ast.types.push(TypeExpr { kind, modifiers: Vec::new(), pack_matrix, elaborated: None, span })
    }

    /// A struct with its body.
    pub fn record(
        &mut self,
        l: At,
        r: At,
        kind: RecordKind,
        attributes: Vec<Attribute>,
        name: Option<Path>,
        bases: Option<Vec<TypeExprId>>,
        members: Vec<Vec<DeclId>>,
    ) -> Core {
        let members = Some(members.into_iter().flatten().collect());
        let record = Record { kind, name, bases: bases.unwrap_or_default(), members };
        let decl = self.decl(l, r, DeclKind::Record(record));
        self.ast.decls[decl].attributes = attributes;
        Core::Definition(decl)
    }

    /// An enum with its body.
    pub fn enumeration(
        &mut self,
        l: At,
        r: At,
        scoped: bool,
        name: Option<Path>,
        underlying: Option<TypeExprId>,
        enumerators: Vec<Enumerator>,
    ) -> Core {
        let name = name.and_then(|path| path.last().map(|s| s.name));
        if scoped && name.is_none() {
            let span = self.span(l, r);
            self.errors.push(errors::unnamed_enum(span));
        }
        let enumeration = Enum { name, scoped, underlying, enumerators: Some(enumerators) };
        Core::Definition(self.decl(l, r, DeclKind::Enum(enumeration)))
    }

    // ------------------------------------------------------------------------------------ statements

    /// A local declaration.
    pub fn decl_stmt(&mut self, l: At, r: At, decls: Vec<DeclId>) -> StmtId {
        let decls = self.outside_struct(decls);
        self.stmt(l, r, StmtKind::Decl(decls))
    }

    /// `{ … }`
    pub fn block(&mut self, l: At, r: At, body: Vec<StmtId>) -> StmtId {
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
            _ => 1,
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
    pub fn stmt_attributes(&mut self, attributes: Vec<Attribute>, stmt: StmtId) -> StmtId {
        self.ast.stmts[stmt].attributes = attributes;
        stmt
    }

    /// `if (c) t else e`
    pub fn if_stmt(&mut self, l: At, r: At, condition: Condition, then: StmtId, otherwise: Option<StmtId>) -> StmtId {
        self.stmt(l, r, StmtKind::If { condition, then, otherwise })
    }

    fn too_deep(&mut self, span: Span) {
        if self.errors.iter().all(|e| e.info.name != "nesting") {
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
        match &kind {
            // Chains to the left may have any length.
            ExprKind::Binary { left, right, .. } | ExprKind::Comma { left, right } => {
                depth = self.expr_depth[*left].max(self.expr_depth[*right] + 1);
            }
            _ => {
                kind.for_each_operand(|operand| depth = depth.max(self.expr_depth[operand]));
                depth += 1;
            }
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
