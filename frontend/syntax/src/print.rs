//! Prints the syntax tree as text, for `--emit=ast`.
//!
//! Each declaration and each statement is a line, indented by its nesting; expressions and types are part of the line of
//! their statement, with parentheses around every operator, so that precedence can be seen. The text is for people and
//! tests, not for parsing. Nothing recurses: pending work is on a stack.

mod pieces;

use crate::ast::*;
use hlslc_base::SourceMap;
use hlslc_base::intern::Interner;
use hlslc_base::marked::{self, Mark};
use hlslc_base::span::Span;
use hlslc_rootsig_syntax::Syntax;
use pieces::{Piece, piece_text};
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
        self.add(if function.is_const { ") const" } else { ")" });
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
