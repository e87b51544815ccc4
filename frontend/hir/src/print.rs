//! Prints a checked program: every conversion, load and copy that the checker inserted is explicit.
//!
//! ```text
//! func main(in id: uint3 : SV_DispatchThreadID0) -> void {
//!   let x: float = convert<elements float>(load id.x)
//!   store o[load id.x] = (load x * 2.0)
//! }
//! ```

use crate::hir::*;
use crate::objects::ObjectKind;
use crate::types::{Coherence, FieldModifiers, ScalarClass, Semantic, Ty, TyData};
use crate::value::{ConstValue, ScalarValue};
use hlslc_base::marked::{self, Mark};
use hlslc_base::{Interner, Span};
use std::fmt::Write as _;

/// The program as text.
pub fn print(program: &Program, names: &Interner) -> String {
    print_with(program, names, false)
}

/// The text of [`print()`] with the place of each declaration, statement, expression and place in memory.
pub fn print_marked(program: &Program, names: &Interner) -> (String, Vec<Mark>) {
    marked::split(&print_with(program, names, true))
}

fn print_with(program: &Program, names: &Interner, has_marks: bool) -> String {
    let mut text = String::new();
    for data in program.types.structs.values() {
        print_struct(program, names, data, &mut text);
    }
    for (id, global) in &program.globals {
        let start = text.len();
        print_global(program, id, global, &mut text);
        if has_marks {
            let line = text.split_off(start);
            text.push_str(&marked::marked(line.trim_end(), global.span));
            text.push('\n');
        }
    }
    for func in program.funcs.values() {
        let mut printer = Printer { program, names, func, text: String::new(), indent: 0, has_marks };
        printer.function();
        text.push_str(&printer.text);
    }
    for entry in &program.entries {
        print_entry(program, entry, &mut text);
    }
    text
}

fn print_struct(program: &Program, names: &Interner, data: &crate::types::StructData, text: &mut String) {
    let name = if data.name.is_empty() { "<anonymous>" } else { &data.name };
    let _ = writeln!(text, "struct {name} {{");
    for (position, field) in data.fields.iter().enumerate() {
        let name = match names.text(field.name) {
            "" if position == 0 && data.has_base => "<base>",
            "" => "<anonymous>",
            name => name,
        };
        let _ = write!(text, "  {name}: {}{}", modifiers(field.modifiers), program.types.display(field.ty));
        if let Some(bits) = field.bits {
            let _ = write!(text, " bits {bits}");
        }
        if let Some(offset) = field.packoffset {
            let _ = write!(text, " at {offset}");
        }
        text.push_str(&semantic(field.semantic.as_ref()));
        text.push('\n');
    }
    text.push_str("}\n");
}

fn print_global(program: &Program, id: GlobalId, global: &Global, text: &mut String) {
    let kind = match &global.kind {
        GlobalKind::Static => "static".to_owned(),
        GlobalKind::Constant => "constant".to_owned(),
        GlobalKind::Specialization(id) => format!("specialization {id}"),
        GlobalKind::Groupshared => "groupshared".to_owned(),
        GlobalKind::Resource => "resource".to_owned(),
        GlobalKind::BufferMember { buffer, field } => format!("member {buffer}.{field}"),
        GlobalKind::Buffer(BufferKind::Texture) => "tbuffer".to_owned(),
        GlobalKind::Buffer(BufferKind::Constant | BufferKind::Globals | BufferKind::Whole) => "cbuffer".to_owned(),
    };
    let _ = write!(text, "{kind} {id} {}: {}", global.name, program.types.display(global.ty));
    for register in &global.registers {
        let number = register.number.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let class = register.class.map_or_else(String::new, |class| format!("{class:?} "));
        let _ = write!(text, " register({class}{number}, space{})", register.space.unwrap_or(0));
    }
    if let Some(init) = &global.init {
        let _ = write!(text, " = {}", constant(program, global.ty, init));
    }
    if let Some(func) = global.init_func {
        let _ = write!(text, " = {}()", program.funcs[func].name);
    }
    text.push('\n');
}

fn print_entry(program: &Program, entry: &Entry, text: &mut String) {
    let _ = write!(text, "entry {} ({} shader): {}", entry.name, entry.stage, program.funcs[entry.func].name);
    let a = &entry.attributes;
    if let Some([x, y, z]) = a.num_threads {
        let _ = write!(text, " numthreads({x}, {y}, {z})");
    }
    if let Some(func) = a.patch_constant_func {
        let _ = write!(text, " patchconstantfunc({})", program.funcs[func].name);
    }
    if let Some(signature) = &entry.root_signature {
        // The language can say everything but a NaN or an infinity, which its parser does not make.
        let said = hlslc_rootsig::print::print(&signature.signature).unwrap_or_default();
        let _ = write!(text, " rootsignature(\"{said}\")");
    }
    text.push('\n');
}

fn modifiers(m: FieldModifiers) -> String {
    let words = [
        (m.nointerpolation, "nointerpolation "),
        (m.linear, "linear "),
        (m.centroid, "centroid "),
        (m.noperspective, "noperspective "),
        (m.sample, "sample "),
        (m.precise, "precise "),
    ];
    let own: String = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    own + &words_of(m.coherence)
}

fn words_of(coherence: Coherence) -> String {
    let words = [(coherence.globally, "globallycoherent "), (coherence.reorder, "reordercoherent ")];
    words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect()
}

fn semantic(semantic: Option<&Semantic>) -> String {
    semantic.map_or_else(String::new, |s| format!(" : {}{}", s.name, s.index))
}

/// A constant of a type. Constants nest as their types do.
fn constant(program: &Program, ty: Ty, value: &ConstValue) -> String {
    match value {
        ConstValue::Zero => "zero".to_owned(),
        ConstValue::String(text) => format!("{text:?}"),
        ConstValue::Scalar(ScalarValue::Bool(b)) => b.to_string(),
        ConstValue::Scalar(ScalarValue::Float(f)) => format!("{f:?}"),
        ConstValue::Scalar(ScalarValue::Int(bits)) => {
            let signed = program.types.element_kind(ty).is_none_or(|k| k.class() == ScalarClass::Signed);
            if signed { (*bits as i64).to_string() } else { format!("{bits}u") }
        }
        ConstValue::Composite(parts) => {
            let part_ty = |index: usize| match program.types.data(ty) {
                TyData::Array(element, _) => *element,
                TyData::Struct(id) => program.types.structs[*id].fields.get(index).map_or(ty, |f| f.ty),
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Enum(_)
                | TyData::Object(..)
                | TyData::String => ty,
            };
            let parts: Vec<String> = parts.iter().enumerate().map(|(i, p)| constant(program, part_ty(i), p)).collect();
            format!("{{{}}}", parts.join(", "))
        }
    }
}

struct Printer<'a> {
    program: &'a Program,
    names: &'a Interner,
    func: &'a Function,
    text: String,
    indent: usize,
    /// Whether nodes are marked with their places.
    has_marks: bool,
}

impl Printer<'_> {
    /// The text of a node, marked if that is wanted.
    fn marked(&self, text: String, span: Span) -> String {
        if self.has_marks && !span.is_none() { marked::marked(&text, span) } else { text }
    }

    /// The line of a statement.
    fn stmt_line(&mut self, stmt: StmtId, text: String) {
        let text = self.marked(text, self.func.stmts[stmt].span);
        self.line(&text);
    }

    fn show(&self, ty: Ty) -> String {
        self.program.types.display(ty)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn local(&self, id: LocalId) -> String {
        match self.func.locals.get(id) {
            Some(local) if local.name != hlslc_base::Symbol::EMPTY => self.names.text(local.name).to_owned(),
            _ => id.to_string(),
        }
    }

    fn function(&mut self) {
        let func = self.func;
        let params: Vec<String> = func
            .params
            .iter()
            .map(|param| {
                let mode = match param.mode {
                    ParamMode::In => "in",
                    ParamMode::Out => "out",
                    ParamMode::InOut => "inout",
                    ParamMode::Shared => "groupshared",
                };
                let role = param.role.map_or_else(String::new, |role| format!("{role:?} ").to_lowercase());
                let ty = self.show(func.locals[param.local].ty);
                let words = modifiers(param.modifiers);
                format!("{mode} {role}{words}{}: {ty}{}", self.local(param.local), semantic(param.semantic.as_ref()))
            })
            .collect();
        let this = match func.this {
            Some(id) if params.is_empty() => format!("this: {}", self.program.types.structs[id].name),
            Some(id) => format!("this: {}, ", self.program.types.structs[id].name),
            None => String::new(),
        };
        let head = format!(
            "func {}({this}{}) -> {}{}",
            func.name,
            params.join(", "),
            self.show(func.ret),
            semantic(func.ret_semantic.as_ref())
        );
        let head = self.marked(head, func.span);
        match func.body {
            None => self.line(&head),
            Some(body) => {
                self.line(&format!("{head} {{"));
                self.inner(body);
                self.line("}");
            }
        }
    }

    /// Writes the statements of a block, or a single statement, one level further in.
    fn inner(&mut self, stmt: StmtId) {
        self.indent += 1;
        if let StmtKind::Block(list) = &self.func.stmts[stmt].kind {
            for &stmt in list {
                self.stmt(stmt);
            }
        } else {
            self.stmt(stmt);
        }
        self.indent -= 1;
    }

    fn stmt(&mut self, id: StmtId) {
        let func = self.func;
        match &func.stmts[id].kind {
            StmtKind::Expr(expr) => {
                let text = self.expr(*expr);
                self.stmt_line(id, text);
            }
            StmtKind::Declare { local, init } => {
                let init = init.map_or_else(String::new, |init| format!(" = {}", self.expr(init)));
                let text = format!("let {}: {}{init}", self.local(*local), self.show(func.locals[*local].ty));
                self.stmt_line(id, text);
            }
            StmtKind::Block(_) => {
                self.line("{");
                self.inner(id);
                self.line("}");
            }
            StmtKind::If { .. } => self.if_stmt(id),
            StmtKind::Loop { cond, step, body, attributes } => {
                let cond = cond.map_or_else(|| "true".to_owned(), |c| self.expr(c));
                let step = step.map_or_else(String::new, |s| format!(" step {}", self.expr(s)));
                self.stmt_line(id, format!("{}while {cond}{step} {{", loop_words(*attributes)));
                self.inner(*body);
                self.line("}");
            }
            StmtKind::DoWhile { body, cond, attributes } => {
                self.stmt_line(id, format!("{}do {{", loop_words(*attributes)));
                self.inner(*body);
                let cond = self.expr(*cond);
                self.line(&format!("}} while {cond}"));
            }
            StmtKind::Switch { value, cases, .. } => {
                let value = self.expr(*value);
                self.stmt_line(id, format!("switch {value} {{"));
                for case in cases {
                    let labels: Vec<String> =
                        case.labels.iter().map(|l| l.map_or_else(|| "default".to_owned(), |v| v.to_string())).collect();
                    self.line(&format!("{}:", labels.join(", ")));
                    self.indent += 1;
                    case.body.iter().for_each(|&s| self.stmt(s));
                    self.indent -= 1;
                }
                self.line("}");
            }
            StmtKind::Break => self.stmt_line(id, "break".to_owned()),
            StmtKind::Continue => self.stmt_line(id, "continue".to_owned()),
            StmtKind::Return(None) => self.stmt_line(id, "return".to_owned()),
            StmtKind::Return(Some(value)) => {
                let text = format!("return {}", self.expr(*value));
                self.stmt_line(id, text);
            }
            StmtKind::Discard => self.stmt_line(id, "discard".to_owned()),
        }
    }

    /// Writes `if` with the `else if`s after it, which may be many.
    fn if_stmt(&mut self, id: StmtId) {
        let func = self.func;
        let mut at = id;
        let mut lead = String::new();
        while let StmtKind::If { cond, then, otherwise, attributes } = &func.stmts[at].kind {
            let words = [(attributes.branch, "[branch] "), (attributes.flatten, "[flatten] ")];
            let words: String = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
            let cond = self.expr(*cond);
            let line = format!("{words}if {cond} {{");
            let line = self.marked(line, func.stmts[at].span);
            self.line(&format!("{lead}{line}"));
            self.inner(*then);
            match otherwise {
                None => {
                    self.line("}");
                    return;
                }
                Some(next) => at = *next,
            }
            "} else ".clone_into(&mut lead);
        }
        self.line("} else {");
        self.inner(at);
        self.line("}");
    }

    /// An expression. A chain of operators or commas may be long on its left side, so that side is a loop.
    #[expect(clippy::wildcard_enum_match_arm, reason = "an expression of another kind ends the chain")]
    fn expr(&self, id: ExprId) -> String {
        let mut spine = Vec::new();
        let mut at = id;
        loop {
            at = match self.func.exprs[at].kind {
                ExprKind::Binary(op, left, right) => {
                    spine.push((" ", operator(op), right, at));
                    left
                }
                ExprKind::ShortCircuit { and, left, right } => {
                    spine.push((" ", if and { "&&" } else { "||" }, right, at));
                    left
                }
                ExprKind::Sequence(left, right) => {
                    spine.push(("", ";", right, at));
                    left
                }
                _ => break,
            };
        }
        let mut text = String::new();
        for &(.., whole) in &spine {
            if self.has_marks {
                marked::open(&mut text, self.func.exprs[whole].span);
            }
            text.push('(');
        }
        text.push_str(&self.marked(self.simple_expr(at), self.func.exprs[at].span));
        for &(space, op, right, _) in spine.iter().rev() {
            let _ = write!(text, "{space}{op} {})", self.expr(right));
            if self.has_marks {
                text.push(marked::CLOSE);
            }
        }
        text
    }

    fn simple_expr(&self, id: ExprId) -> String {
        let expr = &self.func.exprs[id];
        match &expr.kind {
            ExprKind::Error => "<error>".to_owned(),
            ExprKind::Const(value) => {
                if matches!(self.program.types.data(expr.ty), TyData::Scalar(_) | TyData::String) {
                    constant(self.program, expr.ty, value)
                } else {
                    format!("{}{}", self.show(expr.ty), constant(self.program, expr.ty, value))
                }
            }
            ExprKind::Load(place) => format!("load {}", self.place(place)),
            ExprKind::Unary(op, operand) => {
                let op = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                format!("{op}{}", self.expr(*operand))
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                format!("({} ? {} : {})", self.expr(*cond), self.expr(*then), self.expr(*otherwise))
            }
            ExprKind::Select { cond, then, otherwise } => {
                format!("select({}, {}, {})", self.expr(*cond), self.expr(*then), self.expr(*otherwise))
            }
            ExprKind::Convert(step, operand) => {
                let step = format!("{step:?}").to_lowercase();
                format!("convert<{step} {}>({})", self.show(expr.ty), self.expr(*operand))
            }
            ExprKind::Swizzle(operand, parts) => format!("{}.{}", self.expr(*operand), letters(parts)),
            ExprKind::MatrixSwizzle(operand, parts) => format!("{}.{}", self.expr(*operand), elements(parts)),
            ExprKind::Member(operand, field) => {
                let ty = self.func.exprs[*operand].ty;
                format!("{}.{}", self.expr(*operand), self.field(ty, *field))
            }
            ExprKind::Index(operand, index) => format!("{}[{}]", self.expr(*operand), self.expr(*index)),
            ExprKind::Construct(parts) => format!("{}({})", self.show(expr.ty), self.list(parts)),
            // Chains of these are taken apart by `expr`.
            ExprKind::Binary(..) | ExprKind::ShortCircuit { .. } | ExprKind::Sequence(..) => self.expr(id),
            ExprKind::Assign { place, value } => format!("store {} = {}", self.place(place), self.expr(*value)),
            ExprKind::Update { place, op, value, op_ty } => {
                let (place, value) = (self.place(place), self.expr(*value));
                format!("update {place} {}= {value} as {}", operator(*op), self.show(*op_ty))
            }
            ExprKind::Step { place, decrement, postfix } => {
                let op = if *decrement { "--" } else { "++" };
                let place = self.place(place);
                if *postfix { format!("{place}{op}") } else { format!("{op}{place}") }
            }
            ExprKind::Call { func, this, args } => {
                let name = self.program.funcs.get(*func).map_or("?", |f| f.name.as_str());
                let this = this.iter().map(|place| format!("this {}", self.place(place)));
                let args: Vec<String> = this.chain(args.iter().map(|arg| self.arg(arg))).collect();
                format!("call {name}({})", args.join(", "))
            }
            ExprKind::Intrinsic { id, object, args } => {
                let object = object.map_or_else(String::new, |o| format!("{}.", self.expr(o)));
                let args: Vec<String> = args.iter().map(|arg| self.arg(arg)).collect();
                format!("{object}{}({})", id.row().name(), args.join(", "))
            }
            ExprKind::Resource(place) => format!("resource {}", self.place(place)),
            ExprKind::NonUniform(inner) => format!("nonuniform({})", self.expr(*inner)),
        }
    }

    fn list(&self, exprs: &[ExprId]) -> String {
        let parts: Vec<String> = exprs.iter().map(|&e| self.expr(e)).collect();
        parts.join(", ")
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::In(value) => self.expr(*value),
            Arg::Out { place, param_ty } => format!("out {} as {}", self.place(place), self.show(*param_ty)),
            Arg::InOut { place, param_ty } => format!("inout {} as {}", self.place(place), self.show(*param_ty)),
            Arg::Ref(place) => format!("ref {}", self.place(place)),
        }
    }

    fn field(&self, ty: Ty, field: u32) -> String {
        if let TyData::Struct(id) = self.program.types.data(ty)
            && let Some(data) = self.program.types.structs[*id].fields.get(field as usize)
        {
            match self.names.text(data.name) {
                "" if field == 0 && self.program.types.structs[*id].has_base => return "<base>".to_owned(),
                "" => {}
                name => return name.to_owned(),
            }
        }
        field.to_string()
    }

    fn place(&self, place: &Place) -> String {
        self.marked(self.place_text(place), place.span)
    }

    fn place_text(&self, place: &Place) -> String {
        let types = &self.program.types;
        let (mut text, mut ty) = match &place.base {
            PlaceBase::Local(local) => (self.local(*local), self.func.locals.get(*local).map(|l| l.ty)),
            PlaceBase::Global(global) => match self.program.globals.get(*global) {
                Some(data) => (data.name.clone(), Some(data.ty)),
                None => (global.to_string(), None),
            },
            PlaceBase::This => ("this".to_owned(), None),
            PlaceBase::Temporary(value) => {
                (format!("temporary({})", self.expr(*value)), Some(self.func.exprs[*value].ty))
            }
            PlaceBase::Element { object, index, mip, sample } => {
                let mip = mip.expand().map_or_else(String::new, |m| format!(" mip {}", self.expr(m)));
                let sample = sample.expand().map_or_else(String::new, |s| format!(" sample {}", self.expr(s)));
                (format!("{}[{}{mip}{sample}]", self.expr(*object), self.expr(*index)), None)
            }
            PlaceBase::Pointee(address) => (format!("pointee({})", self.expr(*address)), None),
            PlaceBase::BufferContents(object) => (format!("contents({})", self.expr(*object)), None),
            PlaceBase::HeapElement { sampler, index, coherence } => {
                let heap =
                    if *sampler { ObjectKind::SamplerDescriptorHeap } else { ObjectKind::ResourceDescriptorHeap };
                (format!("{}heap{}[{}]", words_of(*coherence), heap.name(), self.expr(*index)), None)
            }
        };
        if matches!(place.base, PlaceBase::This) {
            ty = self.func.this.and_then(|id| {
                let data = TyData::Struct(id);
                types.find(&data)
            });
        }
        for projection in &place.projections {
            match projection {
                Projection::Field(field) => {
                    let name = ty.map_or_else(|| field.to_string(), |ty| self.field(ty, *field));
                    let _ = write!(text, ".{name}");
                    ty = match ty.map(|ty| types.data(ty)) {
                        Some(TyData::Struct(id)) => types.structs[*id].fields.get(*field as usize).map(|f| f.ty),
                        _ => None,
                    };
                }
                Projection::Index(index) => {
                    let _ = write!(text, "[{}]", self.expr(*index));
                    ty = match ty.map(|ty| types.data(ty)) {
                        Some(TyData::Array(element, _)) => Some(*element),
                        _ => None,
                    };
                }
                Projection::Swizzle(parts) => {
                    let _ = write!(text, ".{}", letters(parts));
                }
                Projection::MatrixSwizzle(parts) => {
                    let _ = write!(text, ".{}", elements(parts));
                }
            }
        }
        text
    }
}

fn loop_words(attributes: LoopAttributes) -> String {
    let mut text = String::new();
    match attributes.unroll {
        Some(0) => text.push_str("[unroll] "),
        Some(count) => {
            let _ = write!(text, "[unroll({count})] ");
        }
        None => {}
    }
    if attributes.keep {
        text.push_str("[loop] ");
    }
    text
}

/// Parts of a vector; by letters where there are few enough.
fn letters(parts: &[u16]) -> String {
    let letters = parts.iter().map(|&part| ['x', 'y', 'z', 'w'].get(usize::from(part)).copied());
    letters.collect::<Option<String>>().unwrap_or_else(|| match parts {
        [0, .., last] => format!("<0..{last}>"),
        _ => format!("{parts:?}"),
    })
}

fn elements(parts: &[MatrixElement]) -> String {
    parts.iter().fold(String::new(), |mut text, (row, col)| {
        let _ = write!(text, "_m{row}{col}");
        text
    })
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::LogicalAnd => "and",
        BinaryOp::LogicalOr => "or",
    }
}
