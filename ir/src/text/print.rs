//! Prints the text form. Input: any module, also one that does not verify. Output: text that [`parse`](super::parse())
//! reads back to the same module.

/// Appends formatted text; writing to a `String` cannot fail.
macro_rules! put {
    ($self:ident, $($arg:tt)*) => {{ let _ = write!($self.out, $($arg)*); }};
}

pub(super) mod debug;
mod entry;
mod foreign;
pub mod lines;
mod structs;
mod subobject;
mod types;
mod vulkan;

use crate::context::{ConstData, Context};
use crate::debug::{DebugRecord, Point};
use crate::entity::{Block, Const, Func, Global, Inst, Loc, Resource, Type, Value};
use crate::function::{
    BlockCall, FloatFlags, Function, Imm, Inline, Linkage, LoopHint, ParamData, Passing, Region, SelectionHint,
    Terminator, ValueDef,
};
use crate::interface::Slots;
use crate::module::{Binding, GlobalData, Heap, Module, ResourceData, SignatureKind};
use crate::ops::{BarrierKind, Op};
use crate::types::{ComponentKind, Declared, MatrixOrder, Scalar};
use crate::typing;
use hlslc_base::Span;
use rustc_hash::FxHashMap;
use std::fmt::{self, Write};

/// The parts of a module to print in addition to the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// Source locations of everything.
    pub locations: bool,
}

/// The text of a module.
pub fn print(module: &Module, options: PrintOptions) -> String {
    let mut p = Printer::new(module, options);
    p.module();
    p.out
}

/// The text of one function of a module.
pub fn print_function(module: &Module, func: Func, options: PrintOptions) -> String {
    let mut p = Printer::new(module, options);
    p.function(func, &module.funcs[func]);
    p.out
}

/// The text of one instruction, for messages.
pub fn print_inst(module: &Module, func: &Function, inst: Inst) -> String {
    let mut p = Printer::new(module, PrintOptions::default());
    p.inst(func, inst);
    p.out.trim().to_owned()
}

/// The text of a type, for messages.
pub fn print_type(module: &Module, ty: Type) -> String {
    let mut p = Printer::new(module, PrintOptions::default());
    p.ty(ty);
    p.out
}

/// Words after the parameters of a function.
pub(super) const KEEP: &str = "keep";
pub(super) const EXPORTED: &str = "exported";
pub(super) const EXTERNAL: &str = "external";
pub(super) const CONSTRUCTOR: &str = "constructor";
/// Before what is said of the result.
pub(super) const RETURNS: &str = "returns";
/// The word for a parameter whose type is that of memory.
pub(super) const LAID_OUT: &str = "laid_out";
pub(super) const OF: &str = "of";
pub(super) const NON_UNIFORM: &str = "nonuniform";
pub(super) const ORDERS: [(MatrixOrder, &str); 2] =
    [(MatrixOrder::RowMajor, "row_major"), (MatrixOrder::ColumnMajor, "column_major")];
pub(super) const BARRIERS: [(BarrierKind, &str); 4] = [
    (BarrierKind::SYNC, "sync"),
    (BarrierKind::GROUPSHARED, "groupshared"),
    (BarrierKind::UAV_GROUP, "uav_group"),
    (BarrierKind::UAV_DEVICE, "uav_device"),
];
/// (signature, its word).
pub(super) const SIGNATURES: [(SignatureKind, &str); 4] = [
    (SignatureKind::Input, "input"),
    (SignatureKind::Output, "output"),
    (SignatureKind::PatchOrPrimitive, "patch"),
    (SignatureKind::None, "none"),
];
/// (slots without parts, their word).
pub(super) const SIMPLE_SLOTS: [(Slots, &str); 3] =
    [(Slots::Indices, "indices"), (Slots::Zero, "zero"), (Slots::Nothing, "nothing")];
pub(super) const LANES: [char; 4] = ['x', 'y', 'z', 'w'];

/// Names of the three handle intrinsics, by where the resource is found.
pub(super) const FROM_BINDING: &str = "dx.resource.handlefrombinding";
pub(super) const FROM_IMPLICIT: &str = "dx.resource.handlefromimplicitbinding";
pub(super) const FROM_HEAP: &str = "dx.resource.handlefromheap";

struct Printer<'a> {
    module: &'a Module,
    ctx: &'a Context,
    options: PrintOptions,
    out: String,
    structs: Vec<String>,
    funcs: Vec<String>,
    globals: Vec<String>,
    resources: Vec<String>,
    /// Records of where variables are, by the point from which on they hold.
    records: FxHashMap<Point, Vec<DebugRecord>>,
    /// Points to stop at.
    steps: FxHashMap<Point, Vec<Loc>>,
}

/// The labels of a list of entities: the name, with `#` and the number if it is not unique.
fn labels<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    names.clone().for_each(|name| *counts.entry(name).or_default() += 1);
    names
        .enumerate()
        .map(|(index, name)| {
            let mut label = String::new();
            // Writing to a string cannot fail.
            let _ = write_name(&mut label, name);
            if name.is_empty() || counts.get(name) != Some(&1) {
                let _ = write!(label, "#{index}");
            }
            label
        })
        .collect()
}

fn write_name(out: &mut String, name: &str) -> fmt::Result {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    if name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        out.write_str(name)
    } else {
        write_string(out, name)
    }
}

fn write_string(out: &mut String, text: &str) -> fmt::Result {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{:02X}", c as u32)?,
            c if c.is_ascii_control() => write!(out, "\\{:02X}", c as u32)?,
            c => out.push(c),
        }
    }
    out.push('"');
    Ok(())
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, options: PrintOptions) -> Self {
        Self {
            module,
            ctx: &module.ctx,
            options,
            out: String::new(),
            structs: labels(module.ctx.structs().map(|(_, s)| s.name.as_str()).collect::<Vec<_>>().into_iter()),
            funcs: labels(module.funcs.values().map(|f| f.name.as_str())),
            globals: labels(module.globals.values().map(|g| g.name.as_str())),
            resources: labels(module.resources.values().map(|r| r.name.as_str())),
            records: FxHashMap::default(),
            steps: FxHashMap::default(),
        }
    }

    fn module(&mut self) {
        let module = self.module;
        for (name, set) in module.flags.rows() {
            if set {
                put!(self, "flag {name}\n");
            }
        }
        self.foreign_needs();
        for (id, data) in module.ctx.structs() {
            self.struct_decl(id, data);
        }
        for (id, data) in &module.globals {
            self.global(id, data);
        }
        for (id, data) in &module.resources {
            self.resource(id, data);
        }
        if let Some(info) = &module.debug {
            self.debug_info(info);
        }
        for (id, func) in &module.funcs {
            self.function(id, func);
        }
        for entry in &module.entries {
            self.entry(entry);
        }
        for subobject in &module.subobjects {
            self.subobject(subobject);
        }
        self.out.push_str(&super::root_signature::print(module));
    }

    fn matrix_order(&mut self, order: Option<MatrixOrder>) {
        if let Some(row) = ORDERS.iter().find(|row| Some(row.0) == order) {
            put!(self, " {}", row.1);
        }
    }

    fn global(&mut self, id: Global, data: &GlobalData) {
        put!(self, "@{} = {} global ", self.globals[id.as_u32() as usize], data.space.name());
        self.ty(data.ty);
        if let Some(init) = data.init {
            self.out.push(' ');
            self.constant(init);
        }
        if let Some(specialization) = data.specialization {
            put!(self, " specialization {}", specialization.id);
            self.declared(specialization.declared);
        }
        if let Some(foreign) = data.foreign {
            put!(self, " class {}", foreign.class);
            if let Some(built_in) = foreign.built_in {
                put!(self, " builtin {built_in}");
            }
            self.out.push_str(if foreign.signed { " signed" } else { "" });
        }
        self.decorations(&data.decorations);
        self.span(data.span);
        self.out.push('\n');
    }

    fn resource(&mut self, id: Resource, data: &ResourceData) {
        put!(self, "@{} = resource ", self.resources[id.as_u32() as usize]);
        self.ty(data.ty);
        match data.count {
            Some(count) => put!(self, ", count {count}"),
            None => self.out.push_str(", unbounded"),
        }
        if data.is_array {
            self.out.push_str(", array");
        }
        for dim in &data.dims {
            put!(self, ", dimension {dim}");
        }
        match data.binding {
            Binding::Explicit { space, lower } => put!(self, ", space {space}, register {lower}"),
            Binding::Implicit { order, space } => {
                if let Some(space) = space {
                    put!(self, ", space {space}");
                }
                put!(self, ", implicit {order}");
            }
            Binding::Heap(Heap::Resources) => self.out.push_str(", heap"),
            Binding::Heap(Heap::Raw) => self.out.push_str(", raw"),
            Binding::Heap(Heap::Samplers) => self.out.push_str(", samplerheap"),
        }
        if data.globally_coherent {
            self.out.push_str(", globallycoherent");
        }
        if data.reorder_coherent {
            self.out.push_str(", reordercoherent");
        }
        if data.holds_globals {
            self.out.push_str(", globals");
        }
        if data.matrix.is_some() {
            self.out.push(',');
            self.matrix_order(data.matrix);
        }
        if !data.declared_type.is_empty() {
            self.out.push_str(", type ");
            let _ = write_string(&mut self.out, &data.declared_type);
        }
        if let Some(symbol) = &data.symbol {
            self.out.push_str(", symbol ");
            let _ = write_string(&mut self.out, symbol);
        }
        if data.element != Declared::default() {
            self.out.push_str(", element");
            self.declared(data.element);
        }
        self.vk_resource(&data.vk);
        self.out.push_str(if data.is_list { ", list" } else { "" });
        if !data.decorations.is_empty() {
            self.out.push(',');
            self.decorations(&data.decorations);
        }
        self.span(data.span);
        self.out.push('\n');
    }

    /// The line with the name of a function, without its end.
    fn function_head(&mut self, id: Func, func: &Function) {
        let declared = func.layout.is_empty();
        self.out.push_str(if declared { "\ndeclare " } else { "\ndefine " });
        self.ty(func.ret);
        put!(self, " @{}", self.funcs[id.as_u32() as usize]);
        self.function_params(func);
        let linkage = func.linkage;
        for (word, set) in [
            (KEEP, func.inline == Inline::Keep),
            (EXPORTED, linkage == Linkage::Exported),
            (EXTERNAL, linkage == Linkage::External),
            (CONSTRUCTOR, linkage == Linkage::Constructor),
        ] {
            if set {
                put!(self, " {word}");
            }
        }
        if let Some(symbol) = &func.symbol {
            self.out.push(' ');
            let _ = write_string(&mut self.out, symbol);
        }
        self.decorations(&func.decorations);
        if func.ret_data != ParamData::default() {
            put!(self, " {RETURNS}");
            self.param_data(func.ret_data);
        }
        self.loc(func.loc);
    }

    fn function(&mut self, id: Func, func: &Function) {
        self.function_head(id, func);
        if func.layout.is_empty() {
            self.out.push('\n');
            return;
        }
        self.out.push_str(" {\n");
        self.sort_records(func);
        for (i, &block) in func.layout.iter().enumerate() {
            self.block(func, block, i == 0);
        }
        self.out.push_str("}\n");
    }

    /// With what is known of them; values have names if there is a body.
    fn function_params(&mut self, func: &Function) {
        self.out.push('(');
        for (i, ty) in func.param_types().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            self.ty(ty);
            if let Some(param) = func.params().get(i) {
                put!(self, " %{param}");
            }
            self.param_data(func.param_data(i));
        }
        self.out.push(')');
    }

    fn param_data(&mut self, data: ParamData) {
        if data.passing != Passing::In {
            let word = Passing::ALL[data.passing as usize].1;
            put!(self, " {word}");
        }
        if data.component != ComponentKind::Plain {
            put!(self, " {}", data.component.name());
        }
        self.matrix_order(data.matrix);
        if data.is_laid_out {
            put!(self, " {LAID_OUT}");
        }
        if let Some(resource) = data.resource {
            let label = self.resources.get(resource.as_u32() as usize).map_or("#?", String::as_str);
            let _ = write!(self.out, " {OF} @{label}");
        }
    }

    fn params(&mut self, func: &Function, params: &[Value]) {
        self.out.push('(');
        for (i, &param) in params.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.ty(func.ty(param));
            put!(self, " %{param}");
        }
        self.out.push(')');
    }

    fn block_head(&mut self, block: Block, func: &Function, is_entry: bool) {
        let params = &func.blocks[block].params;
        put!(self, "{block}");
        if !is_entry && !params.is_empty() {
            self.params(func, params);
        }
        self.out.push_str(":\n");
    }

    fn block(&mut self, func: &Function, block: Block, is_entry: bool) {
        let data = &func.blocks[block];
        self.block_head(block, func, is_entry);
        let has_records = !func.debug.is_empty();
        if has_records && is_entry {
            self.memory_records(func);
        }
        for &inst in &data.insts {
            if has_records {
                self.records(func, Point::Before(inst));
            }
            self.inst(func, inst);
        }
        if has_records {
            self.records(func, Point::End(block));
        }
        self.terminator(func, &data.terminator);
        self.region(data.region);
        self.loc(data.loc);
        self.out.push('\n');
    }

    fn inst(&mut self, func: &Function, inst: Inst) {
        let data = &func.insts[inst];
        let args = func.args(inst);
        self.out.push_str("  ");
        if let Some(result) = func.result(inst) {
            put!(self, "%{result} = ");
        }
        match (data.op, data.imm) {
            (Op::Handle, Imm::Handle { resource, non_uniform }) => {
                self.out.push_str("call");
                self.flags(data.flags);
                self.out.push(' ');
                self.ty(data.ty);
                self.handle(func, resource, non_uniform, args);
            }
            (Op::Call, Imm::Func(callee)) => {
                self.out.push_str("call");
                self.flags(data.flags);
                self.out.push(' ');
                self.ty(data.ty);
                let name = self.funcs.get(callee.as_u32() as usize).map_or("#?", String::as_str);
                let _ = write!(self.out, " @{name}");
                self.call_args(func, args);
            }
            (Op::Alloca, Imm::None) if self.ctx.pointee(data.ty).is_some() => {
                self.out.push_str("alloca ");
                self.ty(self.ctx.pointee(data.ty).map_or(data.ty, |p| p.0));
            }
            (op, imm) if op.info().is_call => {
                self.out.push_str("call");
                self.flags(data.flags);
                self.out.push(' ');
                self.ty(data.ty);
                put!(self, " @dx.{}", op.name());
                self.imm(imm);
                self.call_args(func, args);
            }
            (op, imm) => {
                self.out.push_str(op.name());
                self.imm(imm);
                self.flags(data.flags);
                if !args.is_empty() {
                    self.out.push(' ');
                    self.operands(func, args);
                }
                let implied = typing::result_type(self.module, func, op, imm, args);
                if implied.as_ref() != Some(self.ctx.type_data(data.ty)) {
                    self.out.push_str(" to ");
                    self.ty(data.ty);
                }
            }
        }
        self.loc(data.loc);
        self.out.push('\n');
    }

    /// Writes the word for float flags other than `FAST`.
    fn flags(&mut self, flags: FloatFlags) {
        if let Some(word) = flags.word() {
            self.out.push(' ');
            self.out.push_str(word);
        }
    }

    fn handle(&mut self, func: &Function, resource: Resource, non_uniform: bool, args: &[Value]) {
        let Some(data) = self.module.resources.get(resource) else {
            put!(self, " @dx.resource.handle[#{}]", resource.as_u32());
            self.call_args(func, args);
            return;
        };
        let label = &self.resources[resource.as_u32() as usize];
        let range = data.count.map_or(-1, i64::from);
        // An unbounded range is -1, as LLVM has it.
        let _ = match data.binding {
            Binding::Explicit { space, lower } => {
                write!(self.out, " @{FROM_BINDING}[@{label}](i32 {}, i32 {}, i32 {range}, ", space as i32, lower as i32)
            }
            Binding::Implicit { order, space } => {
                write!(
                    self.out,
                    " @{FROM_IMPLICIT}[@{label}](i32 {order}, i32 {}, i32 {range}, ",
                    space.unwrap_or(0) as i32
                )
            }
            Binding::Heap(_) => write!(self.out, " @{FROM_HEAP}[@{label}]("),
        };
        for &arg in args {
            self.typed(func, arg);
            self.out.push_str(", ");
        }
        put!(self, "i1 {non_uniform})");
    }

    fn imm(&mut self, imm: Imm) {
        match imm {
            Imm::None => {}
            Imm::Index(index) => put!(self, "[{index}]"),
            Imm::Mask { lanes, len } => {
                let text: String = lanes.iter().take(usize::from(len)).map(|&l| LANES[usize::from(l & 3)]).collect();
                put!(self, "[{text}]");
            }
            Imm::Func(func) => put!(self, "[@{}]", self.funcs[func.as_u32() as usize]),
            Imm::Global(global) => put!(self, "[@{}]", self.globals[global.as_u32() as usize]),
            Imm::Element { element, col } => put!(self, "[{element}, {col}]"),
            Imm::Handle { resource, non_uniform } => {
                put!(self, "[@{}", self.resources[resource.as_u32() as usize]);
                if non_uniform {
                    put!(self, ", {NON_UNIFORM}");
                }
                self.out.push(']');
            }
            Imm::Atomic(op) => put!(self, "[{}]", op.name()),
            Imm::Reduce(op) => put!(self, "[{}]", op.name()),
            Imm::Foreign(id) => self.foreign_inst(id),
            Imm::Barrier(kind) => {
                let names: Vec<_> = BARRIERS.iter().filter(|row| kind.contains(row.0)).map(|row| row.1).collect();
                put!(self, "[{}]", names.join("|"));
            }
        }
    }

    fn call_args(&mut self, func: &Function, args: &[Value]) {
        self.out.push('(');
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.typed(func, arg);
        }
        self.out.push(')');
    }

    /// Writes operands with their types where the type changes.
    fn operands(&mut self, func: &Function, args: &[Value]) {
        let mut last = None;
        for (i, &arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            let ty = func.ty(arg);
            if last != Some(ty) {
                self.ty(ty);
                self.out.push(' ');
                last = Some(ty);
            }
            self.value(func, arg);
        }
    }

    fn typed(&mut self, func: &Function, value: Value) {
        self.ty(func.ty(value));
        self.out.push(' ');
        self.value(func, value);
    }

    fn value(&mut self, func: &Function, value: Value) {
        match func.values[value].def {
            ValueDef::Const(id) => self.constant(id),
            ValueDef::Inst(_) | ValueDef::Param(..) => put!(self, "%{value}"),
        }
    }

    fn call(&mut self, func: &Function, to: &BlockCall) {
        put!(self, "{}", to.block);
        if !to.args.is_empty() {
            self.out.push('(');
            self.operands(func, &to.args);
            self.out.push(')');
        }
    }

    fn terminator(&mut self, func: &Function, terminator: &Terminator) {
        self.out.push_str("  ");
        match terminator {
            Terminator::Missing => self.out.push_str("missing"),
            Terminator::Jump(to) => {
                self.out.push_str("br ");
                self.call(func, to);
            }
            Terminator::Branch { cond, then, otherwise } => {
                self.out.push_str("br ");
                self.typed(func, *cond);
                self.out.push_str(", ");
                self.call(func, then);
                self.out.push_str(", ");
                self.call(func, otherwise);
            }
            Terminator::Switch { value, cases, default } => {
                self.out.push_str("switch ");
                self.typed(func, *value);
                self.out.push_str(", ");
                self.call(func, default);
                self.out.push_str(" [");
                let is_wide = self.module.ctx.scalar_of(func.ty(*value)) == Some(Scalar::I64);
                for (i, (bits, to)) in cases.iter().enumerate() {
                    let number = if is_wide { *bits as i64 } else { i64::from(*bits as i32) };
                    put!(self, "{}{number}: ", if i > 0 { ", " } else { "" });
                    self.call(func, to);
                }
                self.out.push(']');
            }
            Terminator::Return(None) => self.out.push_str("ret void"),
            Terminator::Return(Some(value)) => {
                self.out.push_str("ret ");
                self.typed(func, *value);
            }
            Terminator::Unreachable => self.out.push_str("unreachable"),
        }
    }

    fn region(&mut self, region: Region) {
        match region {
            Region::None => {}
            Region::Selection { merge, hint } => {
                put!(self, " !selection merge {merge}");
                self.selection_hint(hint);
            }
            Region::Hint(hint) => {
                self.out.push_str(" !hint");
                self.selection_hint(hint);
            }
            Region::Loop { merge, continue_target, hint } => {
                put!(self, " !loop merge {merge} continue {continue_target}");
                match hint {
                    LoopHint::None => {}
                    LoopHint::Unroll => self.out.push_str(" unroll"),
                    LoopHint::UnrollCount(count) => put!(self, " unroll {count}"),
                    LoopHint::Keep => self.out.push_str(" keep"),
                }
            }
        }
    }

    fn selection_hint(&mut self, hint: SelectionHint) {
        self.out.push_str(match hint {
            SelectionHint::None => "",
            SelectionHint::Branch => " branch",
            SelectionHint::Flatten => " flatten",
        });
    }

    fn loc(&mut self, loc: Loc) {
        let mut next = Some(loc);
        let mut mark = " !";
        while let Some(loc) = next.filter(|_| self.options.locations) {
            let data = self.ctx.loc_data(loc);
            if data.span.is_none() && data.inlined_at.is_none() {
                return;
            }
            put!(self, "{mark}{}:{}", data.span.lo, data.span.hi);
            mark = " @ ";
            next = data.inlined_at;
        }
    }

    fn span(&mut self, span: Span) {
        if self.options.locations && !span.is_none() {
            put!(self, " !{}:{}", span.lo, span.hi);
        }
    }

    /// Writes a constant without its type, without recursion.
    fn constant(&mut self, id: Const) {
        enum Todo {
            Const(Const),
            Text(&'static str),
        }
        let mut stack = vec![Todo::Const(id)];
        while let Some(todo) = stack.pop() {
            let id = match todo {
                Todo::Text(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Todo::Const(id) => id,
            };
            let (ty, data) = self.ctx.const_data(id);
            match data {
                ConstData::Zero => self.out.push_str("zeroinitializer"),
                ConstData::Undef => self.out.push_str("undef"),
                ConstData::Scalar(bits) => {
                    let text = scalar_text(self.ctx.scalar_of(ty).unwrap_or(Scalar::I64), *bits);
                    self.out.push_str(&text);
                }
                ConstData::Composite(parts) => {
                    self.out.push('(');
                    stack.push(Todo::Text(")"));
                    for (i, &part) in parts.iter().enumerate().rev() {
                        stack.push(Todo::Const(part));
                        if i > 0 {
                            stack.push(Todo::Text(", "));
                        }
                    }
                }
            }
        }
    }
}

/// A scalar constant. Floats read as the shortest decimal that gives the same bits; what has none is hexadecimal.
fn scalar_text(scalar: Scalar, bits: u64) -> String {
    let hex = || format!("0x{bits:X}");
    let finite = |text: String, is_finite: bool| if is_finite { text } else { hex() };
    match scalar {
        Scalar::Bool if bits <= 1 => (bits == 1).to_string(),
        Scalar::I16 if u16::try_from(bits).is_ok() => (bits as i16).to_string(),
        Scalar::I32 | Scalar::MinI16 if u32::try_from(bits).is_ok() => (bits as i32).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::F16 if u16::try_from(bits).is_ok() => {
            let value = half::f16::from_bits(bits as u16);
            finite(format!("{:?}", value.to_f32()), value.is_finite())
        }
        Scalar::F32 | Scalar::MinF16 if u32::try_from(bits).is_ok() => {
            let value = f32::from_bits(bits as u32);
            finite(format!("{value:?}"), value.is_finite())
        }
        Scalar::F64 => {
            let value = f64::from_bits(bits);
            finite(format!("{value:?}"), value.is_finite())
        }
        // High bits that should not be there: show them.
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::MinI16 | Scalar::F16 | Scalar::F32 | Scalar::MinF16 => hex(),
    }
}
