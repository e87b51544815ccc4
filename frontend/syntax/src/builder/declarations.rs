//! Builds declarations: variables, functions, other names, and their scopes.
//!
//! Input: the parts of a declaration, those that are more than an id on the piles. Output: nodes, and which of them a declaration makes:
//! `float a, b;` makes two.

use super::{At, Builder, Many, Put};
use crate::ast::*;
use crate::errors;
use cranelift_entity::packed_option::ReservedValue;
use hlslc_base::intern::Symbol;
use hlslc_base::literals::Literals;
use hlslc_base::span::{Span, Spanned};
use std::sync::Arc;

/// Attributes and template headers before a declaration.
#[derive(Clone, Copy, Default)]
pub struct Prefix {
    attributes: Many<Put<Attribute>>,
    templates: Many<Put<TemplateHeader>>,
}

impl Prefix {
    /// The prefix with more attributes.
    pub fn attributes(self, more: Many<Put<Attribute>>) -> Self {
        Self { attributes: self.attributes.and_all(more), ..self }
    }

    /// The prefix with another template header.
    pub fn template(self, header: Put<TemplateHeader>) -> Self {
        Self { templates: self.templates.and(header), ..self }
    }
}

/// The parts after a declared name.
#[derive(Clone, Copy)]
pub enum Suffix {
    /// A semantic and the like.
    Annotation(Put<Annotation>),
    /// The width of a bit-field.
    Width(ExprId),
}

/// All that follows a declared name.
#[derive(Clone, Copy, Default)]
pub struct Suffixes {
    annotations: Many<Put<Annotation>>,
    width: Option<ExprId>,
}

impl Suffixes {
    /// With another one.
    pub fn and(self, suffix: Suffix) -> Self {
        match suffix {
            Suffix::Annotation(annotation) => Self { annotations: self.annotations.and(annotation), ..self },
            Suffix::Width(width) => Self { width: Some(width), ..self },
        }
    }
}

/// The array extents after a declared name.
#[derive(Clone, Copy, Default)]
pub struct Brackets {
    extents: Many<Put<Extent>>,
    attributes: Many<Put<Attribute>>,
}

impl Brackets {
    /// With another extent.
    pub fn and(self, extent: Put<Extent>) -> Self {
        Self { extents: self.extents.and(extent), ..self }
    }
}

/// All of a function between its result and its body.
#[derive(Debug)]
pub struct DeclaratorHead {
    scope: Option<Path>,
    name: FunctionName,
    args: Option<Box<[TemplateArg]>>,
    params: Vec<Param>,
    is_const: bool,
    extents: Vec<Extent>,
    annotations: Vec<Annotation>,
}

/// An argument of `register(…)`.
#[derive(Clone, Copy, Debug)]
pub struct RegisterArg {
    /// The word.
    pub name: At,
    /// `[n]` after it.
    pub index: Option<ExprId>,
}

/// One name of a `typedef`, and the terminals it came from.
#[derive(Clone, Copy)]
pub struct TypedefName {
    /// Its first terminal.
    pub l: At,
    /// The name.
    pub name: At,
    /// The array extents after it.
    pub brackets: Brackets,
    /// After its last terminal.
    pub r: At,
}

impl Builder<'_> {
    pub(super) fn decl(&mut self, l: At, r: At, kind: DeclKind) -> DeclId {
        let span = self.span(l, r);
        self.ast.decls.push(Decl { kind, attributes: Vec::new(), templates: Vec::new(), span })
    }

    /// A declaration that makes one thing.
    fn only(&mut self, l: At, r: At, kind: DeclKind) -> Many<Put<DeclId>> {
        let decl = self.decl(l, r, kind);
        Many::one(self.put(decl))
    }

    /// A declaration that was cut out.
    pub fn error_decl(&mut self, l: At, r: At) -> Many<Put<DeclId>> {
        self.only(l, r, DeclKind::Error)
    }

    /// Gives a declaration its prefix. Templates concern the type that is defined, attributes what is declared.
    pub fn prefixed(&mut self, prefix: Prefix, decls: Many<Put<DeclId>>) -> Many<Put<DeclId>> {
        let attributes = self.piles.all(prefix.attributes);
        let templates = self.piles.all(prefix.templates);
        let list = self.piles.shown(decls);
        let Some((&first, rest)) = list.split_first() else { return decls };
        let is_type = matches!(self.ast.decls[first].kind, DeclKind::Record(_) | DeclKind::Enum(_));
        let attributed = if is_type && !rest.is_empty() { rest } else { list };
        for &decl in attributed {
            self.ast.decls[decl].attributes.extend(attributes.iter().cloned());
        }
        self.ast.decls[first].templates = templates;
        decls
    }

    /// A type and no name: a definition, a forward declaration, or nothing.
    pub fn type_alone(&mut self, l: At, r: At, ty: TypeExprId) -> Many<Put<DeclId>> {
        match &self.ast.types[ty].kind {
            TypeExprKind::Definition(decl) => {
                let decl = *decl;
                if matches!(&self.ast.decls[decl].kind, DeclKind::Record(Record { name: None, .. })) {
                    // The members of an unnamed struct belong to the one around it.
                    let member = self.unnamed(l, r, None);
                    self.variables(ty, Many::one(member))
                } else {
                    Many::one(self.put(decl))
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
                    None => return self.nothing(l, r),
                };
                self.only(l, r, kind)
            }
            TypeExprKind::Error | TypeExprKind::Words(_) | TypeExprKind::Of(_) | TypeExprKind::Array { .. } => {
                self.nothing(l, r)
            }
        }
    }

    /// A declaration of nothing.
    fn nothing(&mut self, l: At, r: At) -> Many<Put<DeclId>> {
        let span = self.span(l, r);
        self.errors.push(errors::declares_nothing(span));
        Many::none()
    }

    /// Declarations outside of any struct, where an unnamed struct without a variable is of no use.
    pub fn outside_struct(&mut self, decls: Many<Put<DeclId>>) -> Many<Put<DeclId>> {
        for &decl in &*self.piles.shown(decls) {
            let Decl { kind, span, .. } = &self.ast.decls[decl];
            if let DeclKind::Variable(Variable { name: None, bits: None, .. }) = kind {
                self.errors.push(errors::unnamed_struct(*span));
            }
        }
        decls
    }

    /// `uint : 4;`
    pub fn unnamed_bits(&mut self, l: At, r: At, ty: TypeExprId, bits: ExprId) -> Many<Put<DeclId>> {
        let member = self.unnamed(l, r, Some(bits));
        self.variables(ty, Many::one(member))
    }

    /// A member without a name.
    fn unnamed(&mut self, l: At, r: At, bits: Option<ExprId>) -> Put<DeclId> {
        let ty = TypeExprId::reserved_value();
        let (name, extents, annotations, init) = (None, Vec::new(), Vec::new(), None);
        let kind = DeclKind::Variable(Variable { ty, name, extents, bits, annotations, init });
        let decl = self.decl(l, r, kind);
        self.put(decl)
    }

    /// A function.
    pub fn function(
        &mut self,
        l: At,
        r: At,
        result: TypeExprId,
        head: Put<DeclaratorHead>,
        body: Option<StmtId>,
    ) -> Many<Put<DeclId>> {
        let Some(head) = self.piles.take(head) else { return Many::none() };
        self.function_of(l, r, result, head, body)
    }

    fn function_of(
        &mut self,
        l: At,
        r: At,
        result: TypeExprId,
        head: DeclaratorHead,
        body: Option<StmtId>,
    ) -> Many<Put<DeclId>> {
        if let TypeExprKind::Definition(definition) = self.ast.types[result].kind {
            self.errors.push(errors::definition_in_result(self.ast.decls[definition].span));
        }
        let DeclaratorHead { scope, name, args, params, is_const, extents, annotations } = head;
        let function = Function { result, scope, name, args, params, is_const, extents, annotations, body };
        let decl = self.only(l, r, DeclKind::Function(function));
        self.with_definition(result, decl)
    }

    /// `operator T() { … }`
    pub fn conversion(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        params: Many<Put<Param>>,
        body: Option<StmtId>,
    ) -> Many<Put<DeclId>> {
        let (name, params) = (FunctionName::Conversion(ty), self.piles.all(params));
        let (extents, annotations) = (Vec::new(), Vec::new());
        let head = DeclaratorHead { scope: None, name, args: None, params, is_const: false, extents, annotations };
        self.function_of(l, r, ty, head, body)
    }

    /// Puts the definition of a type before the declarations that use it.
    fn with_definition(&mut self, ty: TypeExprId, decls: Many<Put<DeclId>>) -> Many<Put<DeclId>> {
        let TypeExprKind::Definition(definition) = self.ast.types[ty].kind else { return decls };
        let definition = Many::one(self.put(definition));
        let all = definition.and_all(decls);
        self.piles.shown(all).rotate_right(1);
        all
    }

    /// `typedef T a, b[2];`
    pub fn typedefs(&mut self, ty: TypeExprId, names: Many<Put<TypedefName>>) -> Many<Put<DeclId>> {
        let names = self.piles.all(names);
        // The last name's extents lie on top.
        let mut brackets: Vec<_> = names.iter().rev().map(|name| self.brackets(name.brackets)).collect();
        let mut decls = Many::none();
        for TypedefName { l, name, r, .. } in names {
            let (name, (extents, attributes)) = (self.name(name), brackets.pop().unwrap_or_default());
            let decl = self.decl(l, r, DeclKind::Alias(Alias { name, ty, extents, is_typedef: true }));
            self.ast.decls[decl].attributes = attributes;
            decls = decls.and(self.put(decl));
        }
        self.with_definition(ty, decls)
    }

    /// `typedef T;`
    pub fn nameless_typedef(&mut self, l: At, r: At, ty: TypeExprId) -> Many<Put<DeclId>> {
        let nothing = self.nothing(l, r);
        self.with_definition(ty, nothing)
    }

    /// `using A = T;`, with or without attributes after the name.
    pub fn using_alias(
        &mut self,
        l: At,
        r: At,
        name: At,
        attributes: Many<Put<Attribute>>,
        ty: TypeExprId,
    ) -> Many<Put<DeclId>> {
        let (name, extents) = (self.name(name), Vec::new());
        let alias = self.decl(l, r, DeclKind::Alias(Alias { name, ty, extents, is_typedef: false }));
        self.ast.decls[alias].attributes = self.piles.all(attributes);
        Many::one(self.put(alias))
    }

    /// `using namespace N;`, `using N::x;`
    pub fn using(&mut self, l: At, r: At, path: Put<Path>, namespace: bool) -> Many<Put<DeclId>> {
        let path = self.taken(path);
        self.only(l, r, DeclKind::Using { path, namespace })
    }

    /// A namespace.
    pub fn namespace(&mut self, l: At, r: At, name: At, items: Many<Put<DeclId>>) -> Many<Put<DeclId>> {
        let items = self.outside_struct(items);
        let (name, items) = (Some(self.name(name)), self.piles.all(items));
        self.only(l, r, DeclKind::Namespace { name, items })
    }

    /// A cbuffer or tbuffer.
    pub fn buffer(
        &mut self,
        l: At,
        r: At,
        kind: BufferKind,
        name: At,
        annotations: Many<Put<Annotation>>,
        members: Many<Put<DeclId>>,
    ) -> Many<Put<DeclId>> {
        let members = self.outside_struct(members);
        let (members, annotations) = (self.piles.all(members), self.piles.all(annotations));
        let name = Some(self.name(name));
        self.only(l, r, DeclKind::Buffer(BufferDecl { kind, name, annotations, members }))
    }

    /// `_Static_assert(c, "m");`
    pub fn static_assert(&mut self, l: At, r: At, condition: ExprId, message: Option<ExprId>) -> Many<Put<DeclId>> {
        self.only(l, r, DeclKind::StaticAssert { condition, message })
    }

    /// A technique.
    pub fn effect_block(&mut self, l: At, r: At) -> Many<Put<DeclId>> {
        self.only(l, r, DeclKind::EffectBlock)
    }

    /// One name of a declaration; its type comes later.
    pub fn variable(
        &mut self,
        l: At,
        r: At,
        name: Put<Path>,
        brackets: Brackets,
        suffixes: Option<Suffixes>,
        init: Option<Initializer>,
    ) -> Put<DeclId> {
        let Suffixes { annotations, width: bits } = suffixes.unwrap_or_default();
        let annotations = self.piles.all(annotations);
        let (extents, attributes) = self.brackets(brackets);
        let (ty, name) = (TypeExprId::reserved_value(), Some(self.taken(name)));
        let decl = self.decl(l, r, DeclKind::Variable(Variable { ty, name, extents, bits, annotations, init }));
        self.ast.decls[decl].attributes = attributes;
        self.put(decl)
    }

    /// Gives the names of a declaration their type.
    pub fn variables(&mut self, ty: TypeExprId, list: Many<Put<DeclId>>) -> Many<Put<DeclId>> {
        for &decl in &*self.piles.shown(list) {
            if let DeclKind::Variable(variable) = &mut self.ast.decls[decl].kind {
                variable.ty = ty;
            }
        }
        self.with_definition(ty, list)
    }

    /// `float x = f()` in a condition.
    pub fn condition_variable(&mut self, l: At, r: At, ty: TypeExprId, name: Put<Path>, value: ExprId) -> Condition {
        let (name, init) = (Some(self.taken(name)), Some(Initializer::Value(value)));
        let (extents, bits, annotations) = (Vec::new(), None, Vec::new());
        let kind = DeclKind::Variable(Variable { ty, name, extents, bits, annotations, init });
        Condition::Decl(self.decl(l, r, kind))
    }

    /// `[n]`
    pub fn extent(&mut self, l: At, r: At, length: Option<ExprId>) -> Put<Extent> {
        self.put(Extent { length, span: self.span(l, r) })
    }

    // ------------------------------------------------------------------------------------ functions

    /// The name and parameters of a function.
    pub fn function_head(
        &mut self,
        path: Put<Path>,
        params: Many<Put<Param>>,
        after: At,
        extents: Many<Put<Extent>>,
        annotations: Many<Put<Annotation>>,
    ) -> Put<DeclaratorHead> {
        let is_const = self.const_methods.binary_search(&after).is_ok();
        let (annotations, extents) = (self.piles.all(annotations), self.piles.all(extents));
        let (params, mut path) = (self.piles.all(params), self.taken(path));
        let last = path.segments.pop();
        let (name, args) = last.map_or((Spanned::new(Symbol::EMPTY, path.span), None), |s| (s.name, s.args));
        let scope = (!path.segments.is_empty()).then(|| {
            path.span = Span::new(path.span.lo, name.span.lo);
            path
        });
        self.put(DeclaratorHead { scope, name: FunctionName::Name(name), args, params, is_const, extents, annotations })
    }

    /// The name and parameters of an operator.
    pub fn operator_head(
        &mut self,
        scope: Option<Put<Path>>,
        name: Spanned<OperatorName>,
        params: Many<Put<Param>>,
        after: At,
        annotations: Many<Put<Annotation>>,
    ) -> Put<DeclaratorHead> {
        let is_const = self.const_methods.binary_search(&after).is_ok();
        let (annotations, params) = (self.piles.all(annotations), self.piles.all(params));
        let scope = scope.map(|scope| self.taken(scope));
        let (extents, name) = (Vec::new(), FunctionName::Operator(name));
        self.put(DeclaratorHead { scope, name, args: None, params, is_const, extents, annotations })
    }

    /// `(void)` is an empty list.
    pub fn params(&mut self, params: Many<Put<Param>>) -> Many<Put<Param>> {
        if let &mut [Param { ty, name: None, .. }] = self.piles.shown(params)
            && let TypeExprKind::Named(path) = &self.ast.types[ty].kind
            && path.as_name().map(|n| n.node) == self.void
        {
            self.piles.drain(params);
            return Many::none();
        }
        params
    }

    /// A parameter.
    pub fn param(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        name: Option<At>,
        brackets: Brackets,
        annotations: Many<Put<Annotation>>,
        default: Option<ExprId>,
    ) -> Put<Param> {
        let (span, name) = (self.span(l, r), name.map(|name| self.name(name)));
        let annotations = self.piles.all(annotations);
        let (extents, attributes) = self.brackets(brackets);
        self.put(Param { attributes, ty, name, extents, annotations, default, span })
    }

    /// Attributes after a name. After an extent they would be those of a type, which has none.
    pub fn name_attributes(&mut self, l: At, r: At, before: Brackets, more: Many<Put<Attribute>>) -> Brackets {
        if before.extents.len() > 0 {
            self.errors.push(errors::attributes_after_extent(self.span(l, r)));
        }
        Brackets { attributes: before.attributes.and_all(more), ..before }
    }

    /// The extents and the attributes after a name.
    fn brackets(&mut self, brackets: Brackets) -> (Vec<Extent>, Vec<Attribute>) {
        (self.piles.all(brackets.extents), self.piles.all(brackets.attributes))
    }

    /// Gives a parameter its attributes.
    pub fn param_attributes(&mut self, attributes: Many<Put<Attribute>>, param: Put<Param>) -> Put<Param> {
        let attributes = self.piles.all(attributes);
        if let Some(param) = self.piles.last(param) {
            param.attributes.extend(attributes);
        }
        param
    }

    // ------------------------------------------------------------------------------------ annotations, attributes

    fn annotation(&mut self, l: At, r: At, kind: AnnotationKind) -> Put<Annotation> {
        self.put(Annotation { kind, span: self.span(l, r) })
    }

    /// `SV_Target`
    pub fn semantic(&mut self, l: At, r: At, name: At) -> Put<Annotation> {
        self.annotation(l, r, AnnotationKind::Semantic(self.name(name)))
    }

    /// `packoffset(c3.y)`
    pub fn pack_offset(&mut self, l: At, r: At, register: At, component: Option<At>) -> Put<Annotation> {
        let (register, component) = (self.name(register), component.map(|at| self.name(at)));
        self.annotation(l, r, AnnotationKind::PackOffset { register, component })
    }

    /// `read(caller)`
    pub fn payload_access(&mut self, l: At, r: At, access: PayloadAccess, stages: Many<Put<At>>) -> Put<Annotation> {
        let stages = self.piles.all(stages).into_iter().map(|at| self.name(at)).collect();
        self.annotation(l, r, AnnotationKind::PayloadAccess { access, stages })
    }

    /// `register(…)`: distinguishes profile, register and space by how they look.
    pub fn register(&mut self, l: At, r: At, args: Many<Put<RegisterArg>>) -> Put<Annotation> {
        let mut found = Register { profile: None, register: None, index: None, space: None };
        let args = self.piles.all(args);
        let count = args.len();
        for (i, RegisterArg { name, index }) in args.into_iter().enumerate() {
            let name = self.name(name);
            let text = self.interner.text(name.node);
            let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
            let is_space = text.strip_prefix("space").is_some_and(digits);
            let is_register = text.get(1..).is_some_and(digits);
            let is_after_space = found.space.is_some();
            let slot = if is_space || i > 0 && found.register.is_some() && found.space.is_none() && !is_register {
                &mut found.space
            } else if i == 0 && count > 1 && !is_register {
                &mut found.profile
            } else {
                found.index = found.index.or(index);
                &mut found.register
            };
            if slot.replace(name).is_some() || is_after_space {
                self.errors.push(errors::register_argument(name.span, self.interner.text(name.node)));
            }
            if let Some(index) = index.filter(|_| found.profile.is_some_and(|profile| profile.span == name.span)) {
                self.errors.push(errors::profile_with_index(self.ast.exprs[index].span));
            }
        }
        self.annotation(l, r, AnnotationKind::Register(found))
    }

    /// An attribute.
    pub fn attribute(
        &mut self,
        l: At,
        r: At,
        scope: Option<At>,
        name: At,
        args: Option<Many<Put<ExprId>>>,
        double: bool,
    ) -> Put<Attribute> {
        let args: Option<ExprList> = args.map(|args| self.taken_args(args));
        let (scope, name) = (scope.map(|at| self.name(at)), self.name(name));
        let root_signature = self.root_signature(name, args.as_deref(), double);
        self.put(Attribute { scope, name, args, double, root_signature, span: self.span(l, r) })
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
    pub fn template_header(&mut self, l: At, r: At, params: Option<Many<Put<TemplateParam>>>) -> Put<TemplateHeader> {
        let params = params.map(|params| self.piles.all(params));
        self.put(TemplateHeader { params, span: self.span(l, r) })
    }

    /// `typename T = float`
    pub fn type_param(&mut self, l: At, r: At, name: Option<At>, default: Option<TypeExprId>) -> Put<TemplateParam> {
        let name = name.map(|at| self.name(at));
        self.put(TemplateParam::Type { name, default, span: self.span(l, r) })
    }

    /// `int N = 4`
    pub fn value_param(
        &mut self,
        l: At,
        r: At,
        ty: TypeExprId,
        name: Option<At>,
        default: Option<ExprId>,
    ) -> Put<TemplateParam> {
        let name = name.map(|at| self.name(at));
        self.put(TemplateParam::Value { ty, name, default, span: self.span(l, r) })
    }

    /// `template<typename> class C = S`
    pub fn template_param(
        &mut self,
        l: At,
        r: At,
        params: Many<Put<TemplateParam>>,
        name: Option<At>,
        default: Option<TypeExprId>,
    ) -> Put<TemplateParam> {
        let (params, name) = (self.piles.all(params), name.map(|at| self.name(at)));
        self.put(TemplateParam::Template { params, name, default, span: self.span(l, r) })
    }
}
