//! Prints the syntax tree as text, for `--emit=ast`.
//!
//! Each declaration and each statement is a line, indented by its nesting; expressions and types are part of the line of
//! their statement, with parentheses around every operator, so that precedence can be seen. The text is for people and
//! tests, not for parsing. Nothing recurses: pending work is on a stack.

use crate::ast::*;
use hlslc_base::SourceMap;
use hlslc_base::intern::Interner;
use hlslc_base::marked::{self, Mark};
use hlslc_base::span::Span;
use hlslc_rootsig_syntax::Syntax;
use std::fmt::Write as _;

/// Prints the tree. With a map, each line ends with its place.
pub fn print(ast: &Ast, interner: &Interner, places: Option<&SourceMap>) -> String {
    print_with(ast, interner, places, &|_| Vec::new())
}

/// Prints the tree, with the lines that state the meaning of each root signature.
pub fn print_with(
    ast: &Ast,
    interner: &Interner,
    places: Option<&SourceMap>,
    signatures: &dyn Fn(&Syntax) -> Vec<String>,
) -> String {
    let (out, line) = (String::new(), String::new());
    let mut printer = Printer { ast, interner, places, signatures, out, line, work: Vec::new(), has_marks: false };
    printer.push_decls(0, &ast.items);
    printer.run();
    printer.out
}

/// The text of [`print()`] with the place of each declaration, statement, expression and type.
pub fn print_marked(ast: &Ast, interner: &Interner) -> (String, Vec<Mark>) {
    let (out, line) = (String::new(), String::new());
    let signatures = &|_: &Syntax| Vec::new();
    let mut printer = Printer { ast, interner, places: None, signatures, out, line, work: Vec::new(), has_marks: true };
    printer.push_decls(0, &ast.items);
    printer.run();
    marked::split(&printer.out)
}

/// Prints an expression, as in [`print()`].
pub fn expr_text(ast: &Ast, interner: &Interner, expr: ExprId) -> String {
    piece_text(ast, interner, Piece::Expr(expr), false)
}

/// Prints a type, as in [`print()`].
pub fn type_text(ast: &Ast, interner: &Interner, ty: TypeExprId) -> String {
    piece_text(ast, interner, Piece::Type(ty), false)
}

fn piece_text(ast: &Ast, interner: &Interner, piece: Piece<'_>, has_marks: bool) -> String {
    let mut inline = Inline { ast, interner, out: String::new(), stack: vec![piece], has_marks };
    inline.run();
    inline.out
}

/// The end of a mark, as a piece.
const CLOSE: &str = "\u{2}";

// ---------------------------------------------------------------------------------------------- lines

enum Work {
    Decl(usize, DeclId),
    Stmt(usize, StmtId),
    /// An `if` after an `else`.
    ElseIf(usize, StmtId),
    Line(usize, &'static str),
}

struct Printer<'a> {
    ast: &'a Ast,
    interner: &'a Interner,
    places: Option<&'a SourceMap>,
    signatures: &'a dyn Fn(&Syntax) -> Vec<String>,
    out: String,
    line: String,
    work: Vec<Work>,
    /// Whether nodes are marked with their places.
    has_marks: bool,
}

impl<'a> Printer<'a> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            match work {
                Work::Decl(indent, decl) => self.decl(indent, decl),
                Work::Stmt(indent, stmt) => self.stmt(indent, stmt),
                Work::ElseIf(indent, stmt) => {
                    self.add("else ");
                    self.stmt(indent, stmt);
                }
                Work::Line(indent, text) => {
                    self.add(text);
                    self.end(indent, Span::NONE);
                }
            }
        }
    }

    fn push_decls(&mut self, indent: usize, decls: &[DeclId]) {
        self.work.extend(decls.iter().rev().map(|&d| Work::Decl(indent, d)));
    }

    fn push_stmts(&mut self, indent: usize, stmts: &[StmtId]) {
        self.work.extend(stmts.iter().rev().map(|&s| Work::Stmt(indent, s)));
    }

    fn add(&mut self, text: &str) {
        self.line.push_str(text);
    }

    fn add_piece(&mut self, piece: Piece<'a>) {
        self.line.push_str(&piece_text(self.ast, self.interner, piece, self.has_marks));
    }

    /// Writes the line.
    fn end(&mut self, indent: usize, span: Span) {
        for _ in 0..indent {
            self.out.push_str("  ");
        }
        let text = self.line.trim_end();
        if self.has_marks && !span.is_none() {
            marked::open(&mut self.out, span);
            self.out.push_str(text);
            self.out.push(marked::CLOSE);
        } else {
            self.out.push_str(text);
        }
        if let Some(map) = self.places.filter(|_| !span.is_none()) {
            let (name, line, column) = hlslc_base::render::place(map, span);
            let _ = write!(self.out, "  @{name}:{line}:{column}");
        }
        self.out.push('\n');
        self.line.clear();
    }

    fn decl(&mut self, indent: usize, id: DeclId) {
        let ast = self.ast;
        let Some(decl) = ast.decls.get(id) else { return };
        for attribute in &decl.attributes {
            self.add_piece(Piece::Attribute(attribute));
            self.add(" ");
        }
        for header in &decl.templates {
            self.add_piece(Piece::Template(header));
            self.add(" ");
        }
        match &decl.kind {
            DeclKind::Error => self.add("error"),
            DeclKind::Namespace { name, items } => {
                self.add("namespace ");
                self.add_name(*name);
                self.push_decls(indent + 1, items);
            }
            DeclKind::Buffer(buffer) => {
                self.add(if buffer.kind == BufferKind::CBuffer { "cbuffer " } else { "tbuffer " });
                self.add_name(buffer.name);
                self.add_piece(Piece::Annotations(&buffer.annotations));
                self.push_decls(indent + 1, &buffer.members);
            }
            DeclKind::Record(record) => {
                self.add(record_word(record.kind));
                self.add(" ");
                if let Some(name) = &record.name {
                    self.add_piece(Piece::Path(name));
                }
                for (i, &base) in record.bases.iter().enumerate() {
                    self.add(if i == 0 { " : " } else { ", " });
                    self.add_piece(Piece::Type(base));
                }
                match &record.members {
                    Some(members) => self.push_decls(indent + 1, members),
                    None => self.add(" (declared)"),
                }
            }
            DeclKind::Enum(enumeration) => self.enumeration(enumeration),
            DeclKind::Alias(alias) => {
                self.add("alias ");
                self.add_name(Some(alias.name));
                self.add(" = ");
                self.add_piece(Piece::Type(alias.ty));
                self.add_piece(Piece::Extents(&alias.extents));
            }
            DeclKind::Using { path, namespace } => {
                self.add(if *namespace { "using namespace " } else { "using " });
                self.add_piece(Piece::Path(path));
            }
            DeclKind::Function(function) => self.function(indent, function),
            DeclKind::Variable(variable) => {
                self.add("var ");
                self.add_piece(Piece::Variable(variable));
            }
            DeclKind::StaticAssert { condition, message } => {
                self.add("static_assert ");
                self.add_piece(Piece::Expr(*condition));
                if let Some(message) = message {
                    self.add(", ");
                    self.add_piece(Piece::Expr(*message));
                }
            }
            DeclKind::EffectBlock => self.add("effect block"),
        }
        self.end(indent, decl.span);
        for signature in decl.attributes.iter().filter_map(|attribute| attribute.root_signature.as_ref()) {
            for line in (self.signatures)(signature) {
                self.add(&line);
                self.end(indent + 1, Span::NONE);
            }
        }
    }

    fn add_name(&mut self, name: Option<Name>) {
        if let Some(name) = name {
            self.line.push_str(self.interner.text(name.node));
        }
    }

    fn enumeration(&mut self, enumeration: &'a Enum) {
        self.add(if enumeration.scoped { "enum class " } else { "enum " });
        self.add_name(enumeration.name);
        if let Some(underlying) = enumeration.underlying {
            self.add(" : ");
            self.add_piece(Piece::Type(underlying));
        }
        for (i, enumerator) in enumeration.enumerators.iter().flatten().enumerate() {
            self.add(if i == 0 { " { " } else { ", " });
            self.add_name(Some(enumerator.name));
            if let Some(value) = enumerator.value {
                self.add(" = ");
                self.add_piece(Piece::Expr(value));
            }
        }
        if enumeration.enumerators.as_ref().is_some_and(|e| !e.is_empty()) {
            self.add(" }");
        }
    }

    fn function(&mut self, indent: usize, function: &'a Function) {
        self.add("function ");
        self.add_piece(Piece::Type(function.result));
        self.add(" ");
        if let Some(scope) = &function.scope {
            self.add_piece(Piece::Path(scope));
            self.add("::");
        }
        match function.name {
            FunctionName::Name(name) => self.add_name(Some(name)),
            FunctionName::Operator(name) => {
                self.add("operator");
                self.add(operator_text(name.node));
            }
            FunctionName::Conversion(ty) => {
                self.add("operator ");
                self.add_piece(Piece::Type(ty));
            }
        }
        if let Some(args) = &function.args {
            self.add_piece(Piece::TemplateArgs(args));
        }
        self.add("(");
        for (i, param) in function.params.iter().enumerate() {
            self.add(if i == 0 { "" } else { ", " });
            self.add_piece(Piece::Param(param));
        }
        self.add(")");
        self.add_piece(Piece::Extents(&function.extents));
        self.add_piece(Piece::Annotations(&function.annotations));
        match function.body {
            Some(body) => self.work.push(Work::Stmt(indent + 1, body)),
            None => self.add(" (declared)"),
        }
    }

    fn stmt(&mut self, indent: usize, id: StmtId) {
        let ast = self.ast;
        let Some(stmt) = ast.stmts.get(id) else { return };
        for attribute in &stmt.attributes {
            self.add_piece(Piece::Attribute(attribute));
            self.add(" ");
        }
        match &stmt.kind {
            StmtKind::Error => self.add("error"),
            StmtKind::Empty => self.add("empty"),
            StmtKind::Expr(expr) => self.add_piece(Piece::Expr(*expr)),
            StmtKind::Decl(decls) => {
                // The declarations are printed in place of the statement.
                self.push_decls(indent, decls);
                if !self.line.is_empty() {
                    self.end(indent, stmt.span);
                }
                return;
            }
            StmtKind::Block(list) => {
                self.add("block");
                self.push_stmts(indent + 1, list);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.add("if ");
                self.add_piece(Piece::Condition(*condition));
                match otherwise.map(|o| (o, ast.stmts.get(o).map(|s| &s.kind))) {
                    Some((otherwise, Some(StmtKind::If { .. }))) => self.work.push(Work::ElseIf(indent, otherwise)),
                    Some((otherwise, _)) => {
                        self.work.push(Work::Stmt(indent + 1, otherwise));
                        self.work.push(Work::Line(indent, "else"));
                    }
                    None => {}
                }
                self.work.push(Work::Stmt(indent + 1, *then));
            }
            StmtKind::For { init, condition, step, body } => {
                self.add("for ");
                self.work.push(Work::Stmt(indent + 1, *body));
                self.work.push(Work::Stmt(indent + 1, *init));
                if let Some(condition) = condition {
                    self.add_piece(Piece::Condition(*condition));
                }
                self.add("; ");
                if let Some(step) = step {
                    self.add_piece(Piece::Expr(*step));
                }
            }
            StmtKind::While { condition, body } => {
                self.add("while ");
                self.add_piece(Piece::Condition(*condition));
                self.work.push(Work::Stmt(indent + 1, *body));
            }
            StmtKind::DoWhile { body, condition } => {
                self.add("do while ");
                self.add_piece(Piece::Expr(*condition));
                self.work.push(Work::Stmt(indent + 1, *body));
            }
            StmtKind::Switch { condition, body } => {
                self.add("switch ");
                self.add_piece(Piece::Condition(*condition));
                self.work.push(Work::Stmt(indent + 1, *body));
            }
            StmtKind::Case(value) => {
                self.add("case ");
                self.add_piece(Piece::Expr(*value));
            }
            StmtKind::Default => self.add("default"),
            StmtKind::Break => self.add("break"),
            StmtKind::Continue => self.add("continue"),
            StmtKind::Discard => self.add("discard"),
            StmtKind::Return(value) => {
                self.add("return ");
                if let Some(value) = value {
                    self.add_piece(Piece::Expr(*value));
                }
            }
        }
        self.end(indent, stmt.span);
    }
}

/// `float3x4`, `matrix`: the types that a matrix orientation applies to.
fn is_matrix_name(name: &str) -> bool {
    name == "matrix"
        || matches!(name.as_bytes(), [.., rows, b'x', columns] if rows.is_ascii_digit() && columns.is_ascii_digit())
}

fn record_word(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Class => "class",
        RecordKind::Interface => "interface",
    }
}

fn operator_text(name: OperatorName) -> &'static str {
    match name {
        OperatorName::Unary(op) => op.text(),
        OperatorName::Binary(op) => op.text(),
        OperatorName::Assign(op) => assign_text(op),
        OperatorName::Call => "()",
        OperatorName::Index => "[]",
        OperatorName::Comma => ",",
    }
}

fn assign_text(op: Option<BinaryOp>) -> &'static str {
    match op {
        None => "=",
        Some(BinaryOp::Add) => "+=",
        Some(BinaryOp::Sub) => "-=",
        Some(BinaryOp::Mul) => "*=",
        Some(BinaryOp::Div) => "/=",
        Some(BinaryOp::Rem) => "%=",
        Some(BinaryOp::Shl) => "<<=",
        Some(BinaryOp::Shr) => ">>=",
        Some(BinaryOp::BitAnd) => "&=",
        Some(BinaryOp::BitOr) => "|=",
        Some(BinaryOp::BitXor) => "^=",
        // The grammar has no compound assignment with these operators.
        Some(
            BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::And
            | BinaryOp::Or,
        ) => "?=",
    }
}

// ---------------------------------------------------------------------------------------------- within a line

/// A part of a line.
#[derive(Clone, Copy)]
enum Piece<'a> {
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
