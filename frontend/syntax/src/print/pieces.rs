//! Prints what is within a line: expressions, types, and the parts of declarations.

use super::{assign_text, is_matrix_name, operator_text};
use crate::ast::*;
use hlslc_base::intern::Interner;
use hlslc_base::marked;
use hlslc_base::span::Span;

/// The end of a mark, as a piece.
const CLOSE: &str = "\u{2}";

/// The text of a piece, with marks if they are wanted.
pub(super) fn piece_text(ast: &Ast, interner: &Interner, piece: Piece<'_>, has_marks: bool) -> String {
    let mut inline = Inline { ast, interner, out: String::new(), stack: vec![piece], has_marks };
    inline.run();
    inline.out
}

/// A part of a line.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Expr(ExprId),
    Type(TypeExprId),
    Path(&'a Path),
    TemplateArgs(&'a [TemplateArg]),
    Template(&'a TemplateHeader),
    TemplateParam(&'a TemplateParam),
    Attribute(&'a Attribute),
    Annotations(&'a [Annotation]),
    Extents(&'a [Extent]),
    Param(&'a Param),
    Variable(&'a Variable),
    Condition(Condition),
}

struct Inline<'a> {
    ast: &'a Ast,
    interner: &'a Interner,
    out: String,
    stack: Vec<Piece<'a>>,
    has_marks: bool,
}

impl<'a> Inline<'a> {
    fn run(&mut self) {
        while let Some(piece) = self.stack.pop() {
            // Each piece is split into smaller ones, which are pushed in order and then reversed.
            let bottom = self.stack.len();
            self.split(piece);
            self.stack[bottom..].reverse();
        }
    }

    fn text(&mut self, text: &'a str) {
        self.stack.push(Piece::Text(text));
    }

    /// Begins a node, whose first piece comes next.
    fn mark(&mut self, span: Span) {
        if self.has_marks {
            marked::open(&mut self.out, span);
        }
    }

    /// Ends a node, all pieces of which were pushed.
    fn close_mark(&mut self) {
        if self.has_marks {
            self.text(CLOSE);
        }
    }

    fn name(&mut self, name: Name) {
        let text = self.interner.text(name.node);
        self.text(text);
    }

    fn list(&mut self, open: &'a str, items: impl IntoIterator<Item = Piece<'a>>, close: &'a str) {
        self.text(open);
        for (i, item) in items.into_iter().enumerate() {
            self.text(if i == 0 { "" } else { ", " });
            self.stack.push(item);
        }
        self.text(close);
    }

    fn split(&mut self, piece: Piece<'a>) {
        match piece {
            Piece::Text(text) => self.out.push_str(text),
            Piece::Expr(expr) => {
                if let Some(expr) = self.ast.exprs.get(expr) {
                    self.mark(expr.span);
                    self.expr(&expr.kind);
                    self.close_mark();
                }
            }
            Piece::Type(ty) => {
                if let Some(ty) = self.ast.types.get(ty) {
                    self.mark(ty.span);
                    self.ty(ty);
                    self.close_mark();
                }
            }
            Piece::Path(path) => {
                if path.global {
                    self.text("::");
                }
                for (i, segment) in path.segments.iter().enumerate() {
                    self.text(if i == 0 { "" } else { "::" });
                    self.name(segment.name);
                    if let Some(args) = &segment.args {
                        self.stack.push(Piece::TemplateArgs(args));
                    }
                }
            }
            Piece::TemplateArgs(args) => {
                let args = args.iter().map(|arg| match *arg {
                    TemplateArg::Type(ty) => Piece::Type(ty),
                    TemplateArg::Value(value) => Piece::Expr(value),
                });
                self.list("<", args, ">");
            }
            Piece::Template(header) => {
                self.text("template");
                if let Some(params) = &header.params {
                    self.list("<", params.iter().map(Piece::TemplateParam), ">");
                }
            }
            Piece::TemplateParam(param) => self.template_param(param),
            Piece::Attribute(attribute) => {
                self.text(if attribute.double { "[[" } else { "[" });
                if let Some(scope) = attribute.scope {
                    self.name(scope);
                    self.text("::");
                }
                self.name(attribute.name);
                if let Some(args) = &attribute.args {
                    self.list("(", args.iter().map(|&a| Piece::Expr(a)), ")");
                }
                self.text(if attribute.double { "]]" } else { "]" });
            }
            Piece::Annotations(annotations) => {
                for annotation in annotations {
                    self.text(" : ");
                    self.annotation(&annotation.kind);
                }
            }
            Piece::Extents(extents) => {
                for extent in extents {
                    self.text("[");
                    self.stack.extend(extent.length.map(Piece::Expr));
                    self.text("]");
                }
            }
            Piece::Param(param) => {
                for attribute in &param.attributes {
                    self.stack.push(Piece::Attribute(attribute));
                    self.text(" ");
                }
                self.stack.push(Piece::Type(param.ty));
                if let Some(name) = param.name {
                    self.text(" ");
                    self.name(name);
                }
                self.stack.push(Piece::Extents(&param.extents));
                self.stack.push(Piece::Annotations(&param.annotations));
                self.default(param.default);
            }
            Piece::Variable(variable) => {
                self.stack.push(Piece::Type(variable.ty));
                if let Some(name) = &variable.name {
                    self.text(" ");
                    self.stack.push(Piece::Path(name));
                }
                self.stack.push(Piece::Extents(&variable.extents));
                if let Some(bits) = variable.bits {
                    self.text(" : ");
                    self.stack.push(Piece::Expr(bits));
                }
                self.stack.push(Piece::Annotations(&variable.annotations));
                match variable.init {
                    None => {}
                    Some(Initializer::Value(value)) => self.default(Some(value)),
                    Some(Initializer::StateBlock(_)) => self.text(" state block"),
                }
            }
            Piece::Condition(Condition::Expr(expr)) => self.stack.push(Piece::Expr(expr)),
            Piece::Condition(Condition::Decl(decl)) => {
                if let Some(Decl { kind: DeclKind::Variable(variable), .. }) = self.ast.decls.get(decl) {
                    self.stack.push(Piece::Variable(variable));
                }
            }
        }
    }

    fn default(&mut self, value: Option<ExprId>) {
        if let Some(value) = value {
            self.text(" = ");
            self.stack.push(Piece::Expr(value));
        }
    }

    fn template_param(&mut self, param: &'a TemplateParam) {
        match param {
            TemplateParam::Type { name, default, .. } => {
                self.text("typename ");
                if let Some(name) = name {
                    self.name(*name);
                }
                if let Some(default) = default {
                    self.text(" = ");
                    self.stack.push(Piece::Type(*default));
                }
            }
            TemplateParam::Value { ty, name, default, .. } => {
                self.stack.push(Piece::Type(*ty));
                if let Some(name) = name {
                    self.text(" ");
                    self.name(*name);
                }
                self.default(*default);
            }
            TemplateParam::Template { params, name, default, .. } => {
                self.text("template<");
                for (at, param) in params.iter().enumerate() {
                    self.text(if at > 0 { ", " } else { "" });
                    self.template_param(param);
                }
                self.text("> class ");
                if let Some(name) = name {
                    self.name(*name);
                }
                if let Some(default) = default {
                    self.text(" = ");
                    self.stack.push(Piece::Type(*default));
                }
            }
        }
    }

    fn annotation(&mut self, kind: &'a AnnotationKind) {
        match kind {
            AnnotationKind::Semantic(name) => self.name(*name),
            AnnotationKind::Register(register) => {
                let Register { profile, register, index, space } = register;
                self.text("register(");
                for (i, part) in [profile, register, space].into_iter().flatten().enumerate() {
                    self.text(if i == 0 { "" } else { ", " });
                    self.name(*part);
                    if let Some(index) = index.filter(|_| Some(*part) == *register) {
                        self.text("[");
                        self.stack.push(Piece::Expr(index));
                        self.text("]");
                    }
                }
                self.text(")");
            }
            AnnotationKind::PackOffset { register, component } => {
                self.text("packoffset(");
                self.name(*register);
                if let Some(component) = component {
                    self.text(".");
                    self.name(*component);
                }
                self.text(")");
            }
            AnnotationKind::PayloadAccess { access, stages } => {
                let open = if *access == PayloadAccess::Read { "read(" } else { "write(" };
                let interner = self.interner;
                self.list(open, stages.iter().map(|s| Piece::Text(interner.text(s.node))), ")");
            }
        }
    }

    fn ty(&mut self, ty: &'a TypeExpr) {
        for modifier in &ty.modifiers {
            self.text(modifier.node.text());
            self.text(" ");
        }
        match &ty.kind {
            TypeExprKind::Error => self.text("error"),
            TypeExprKind::Named(path) => self.stack.push(Piece::Path(path)),
            TypeExprKind::Words(words) => {
                self.text("unsigned");
                for word in words {
                    self.text(" ");
                    self.name(*word);
                }
            }
            TypeExprKind::Of(expr) => {
                self.text("__decltype(");
                self.stack.push(Piece::Expr(*expr));
                self.text(")");
            }
            TypeExprKind::Definition(decl) => {
                let name = match self.ast.decls.get(*decl).map(|d| &d.kind) {
                    Some(DeclKind::Record(Record { name: Some(name), .. })) => Piece::Path(name),
                    Some(DeclKind::Enum(Enum { name: Some(name), .. })) => Piece::Text(self.interner.text(name.node)),
                    _ => Piece::Text("(unnamed)"),
                };
                self.stack.push(name);
            }
            TypeExprKind::Array { element, extents } => {
                self.stack.push(Piece::Type(*element));
                self.stack.push(Piece::Extents(extents));
            }
        }
        let is_matrix = |path: &Path| path.last().is_some_and(|s| is_matrix_name(self.interner.text(s.name.node)));
        if let (Some(order), TypeExprKind::Named(path)) = (ty.pack_matrix, &ty.kind)
            && is_matrix(path)
        {
            self.text(if order == MatrixOrder::RowMajor { " {rows}" } else { " {columns}" });
        }
    }

    fn expr(&mut self, kind: &'a ExprKind) {
        match kind {
            ExprKind::Error => self.text("error"),
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Name(path) => self.stack.push(Piece::Path(path)),
            ExprKind::This => self.text("this"),
            // Operators are printed with their own parentheses.
            ExprKind::Paren(inner) => self.stack.push(Piece::Expr(*inner)),
            ExprKind::Unary { op, operand, .. } => {
                let postfix = matches!(op, UnaryOp::PostIncrement | UnaryOp::PostDecrement);
                self.text("(");
                self.text(if postfix { "" } else { op.text() });
                self.stack.push(Piece::Expr(*operand));
                self.text(if postfix { op.text() } else { "" });
                self.text(")");
            }
            ExprKind::Binary { op, left, right, .. } => self.operator(*left, op.text(), *right),
            ExprKind::Assign { op, target, value, .. } => self.operator(*target, assign_text(*op), *value),
            ExprKind::Comma { left, right } => self.operator(*left, ",", *right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.text("(");
                self.stack.push(Piece::Expr(*condition));
                self.text(" ? ");
                self.stack.push(Piece::Expr(*then));
                self.text(" : ");
                self.stack.push(Piece::Expr(*otherwise));
                self.text(")");
            }
            ExprKind::Cast { ty, operand } => {
                self.text("cast<");
                self.stack.push(Piece::Type(*ty));
                self.text(">(");
                self.stack.push(Piece::Expr(*operand));
                self.text(")");
            }
            ExprKind::Construct { ty, args } => {
                self.stack.push(Piece::Type(*ty));
                self.list("(", args.iter().map(|&a| Piece::Expr(a)), ")");
            }
            ExprKind::Call { callee, args } => {
                self.stack.push(Piece::Expr(*callee));
                self.list("(", args.iter().map(|&a| Piece::Expr(a)), ")");
            }
            ExprKind::Member { base, member } => {
                self.stack.push(Piece::Expr(*base));
                self.text(".");
                self.stack.push(Piece::Path(member));
            }
            ExprKind::MemberOperator { base, operator } => {
                self.stack.push(Piece::Expr(*base));
                self.text(".operator");
                self.text(operator_text(operator.node));
            }
            ExprKind::Index { base, index } => {
                self.stack.push(Piece::Expr(*base));
                self.text("[");
                self.stack.push(Piece::Expr(*index));
                self.text("]");
            }
            ExprKind::SizeOfType(ty) => {
                self.text("sizeof(type ");
                self.stack.push(Piece::Type(*ty));
                self.text(")");
            }
            ExprKind::SizeOfExpr(operand) => {
                self.text("sizeof(");
                self.stack.push(Piece::Expr(*operand));
                self.text(")");
            }
            ExprKind::InitList(list) => self.list("{", list.iter().map(|&a| Piece::Expr(a)), "}"),
        }
    }

    fn operator(&mut self, left: ExprId, op: &'a str, right: ExprId) {
        self.text("(");
        self.stack.push(Piece::Expr(left));
        self.text(if op == "," { "" } else { " " });
        self.text(op);
        self.text(" ");
        self.stack.push(Piece::Expr(right));
        self.text(")");
    }

    fn literal(&mut self, literal: &'a Literal) {
        let interner = self.interner;
        match literal {
            Literal::Int { spelling, .. } | Literal::Float { spelling, .. } | Literal::Char { spelling, .. } => {
                self.text(interner.text(*spelling));
            }
            Literal::Bool(value) => self.text(if *value { "true" } else { "false" }),
            Literal::String(pieces) => {
                for (i, piece) in pieces.iter().enumerate() {
                    self.text(if i == 0 { "" } else { " " });
                    self.text(interner.text(piece.spelling));
                }
            }
        }
    }
}
