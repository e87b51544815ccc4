//! Prints functions, blocks and instructions.

use std::borrow::Cow;
use std::fmt::Write as _;

use cranelift_entity::SecondaryMap;

use crate::attributes::{AttrKind, AttrListId, Attribute, FUNCTION_INDEX};
use crate::inst::{BlockId, Inst, InstId, InstKind, Ordering, Value};
use crate::module::{Body, FuncId, UseListTarget};
use crate::types::TypeId;

use super::constants::{write_fast_math, write_flags};
use super::slots::LocalSlots;
use super::{ListedInstruction, Printer, comments, emit, linkage_text};

/// The column at which the predecessors of a block are listed.
const PREDECESSOR_COLUMN: usize = 50;

/// A function that is being printed.
pub(super) struct Context<'b> {
    function: FuncId,
    body: &'b Body,
    slots: LocalSlots,
}

impl Context<'_> {
    /// Whether it is that of a function.
    pub(super) fn is_of(&self, function: FuncId) -> bool {
        self.function == function
    }
}

/// Writes an attribute, as groups list it.
pub(super) fn write_attribute(out: &mut String, attribute: &Attribute) {
    let _ = match attribute {
        Attribute::Kind(kind) => write!(out, "{}", kind.text()),
        Attribute::Value(AttrKind::Align, value) => write!(out, "align {value}"),
        Attribute::Value(kind, value) => write!(out, "{}({value})", kind.text()),
        Attribute::Text(key, value) => {
            out.push('"');
            let _ = key.write_escaped(out);
            out.push('"');
            match value {
                Some(value) => {
                    out.push_str("=\"");
                    let _ = value.write_escaped(out);
                    write!(out, "\"")
                }
                None => Ok(()),
            }
        }
    };
}

impl Printer<'_> {
    /// `@name`, or a number for a function without a name.
    /// The function whose instructions are to be printed.
    pub(super) fn context<'b>(&mut self, function: FuncId, body: &'b Body) -> Context<'b> {
        Context { function, body, slots: self.slots.enter_function(function, body) }
    }

    pub(super) fn function_name(&mut self, id: FuncId) {
        let name = &self.module.functions[id].name;
        self.out.push('@');
        if name.is_empty() {
            let place = self.slots.unnamed_functions.iter().position(|&known| known == id).unwrap_or(0);
            emit!(self, "{}", self.slots.unnamed_globals.len() + place);
        } else {
            let _ = name.write_identifier(&mut self.out);
        }
    }

    fn attributes_at(&self, list: Option<AttrListId>, index: u32) -> Vec<Attribute> {
        list.and_then(|id| self.module.attributes.get(id)).map(|list| list.at(index).to_vec()).unwrap_or_default()
    }

    /// Writes attributes with spaces between them.
    fn inline_attributes(&mut self, attributes: &[Attribute]) {
        for (index, attribute) in attributes.iter().enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            write_attribute(&mut self.out, attribute);
        }
    }

    pub(super) fn function(&mut self, id: FuncId) {
        let module = self.module;
        let function = &module.functions[id];
        self.out.push('\n');
        let own = self.attributes_at(function.attributes, FUNCTION_INDEX);
        let kinds: Vec<_> = own.iter().filter(|attribute| !matches!(attribute, Attribute::Text(..))).cloned().collect();
        if !kinds.is_empty() {
            self.out.push_str("; Function Attrs: ");
            self.inline_attributes(&kinds);
            self.out.push('\n');
        }
        self.out.push_str(if function.body.is_some() { "define " } else { "declare " });
        self.out.push_str(linkage_text(function.linkage));
        if function.convention != 0 {
            emit!(self, "{} ", convention_text(function.convention));
        }
        let of_result = self.attributes_at(function.attributes, 0);
        if !of_result.is_empty() {
            self.inline_attributes(&of_result);
            self.out.push(' ');
        }
        let Some((ret, params)) = module.types.signature(function.ty) else { return };
        self.ty(ret);
        self.out.push(' ');
        self.function_name(id);
        self.out.push('(');
        for (index, &param) in params.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.ty(param);
            let attributes = self.attributes_at(function.attributes, index as u32 + 1);
            if !attributes.is_empty() {
                self.out.push(' ');
                self.inline_attributes(&attributes);
            }
            if let Some(name) = function.body.as_ref().and_then(|body| body.arg_names.get(&(index as u32))) {
                self.out.push_str(" %");
                let _ = name.write_identifier(&mut self.out);
            }
        }
        self.out.push(')');
        if function.unnamed_addr {
            self.out.push_str(" unnamed_addr");
        }
        if let Some(group) = self.slots.attribute_group(&own).filter(|_| !own.is_empty()) {
            emit!(self, " #{group}");
        }
        if function.align != 0 {
            emit!(self, " align {}", function.align);
        }
        match &function.body {
            None => self.out.push('\n'),
            Some(body) => {
                self.out.push_str(" {");
                let context = self.context(id, body);
                self.body(&context);
                self.out.push_str("}\n");
            }
        }
    }

    fn body(&mut self, context: &Context<'_>) {
        let predecessors = predecessors(context.body);
        let (body, mut position) = (self.bodies, 0);
        self.bodies += 1;
        for (index, (block, data)) in context.body.blocks.iter().enumerate() {
            let from = &predecessors[block];
            if index == 0 && from.is_empty() && !context.body.block_names.contains_key(&block) {
                self.out.push('\n');
            } else {
                self.block_head(context, block, from, index == 0);
            }
            for &inst in &data.insts {
                let start = self.out.len();
                self.instruction(context, inst);
                self.listed.push(ListedInstruction { body, index: position, text: start..self.out.len() });
                position += 1;
                self.out.push('\n');
            }
        }
    }

    fn block_head(&mut self, context: &Context<'_>, block: BlockId, from: &[BlockId], is_entry: bool) {
        let mut line_start = self.out.len();
        if let Some(name) = context.body.block_names.get(&block) {
            self.out.push('\n');
            line_start = self.out.len();
            let _ = name.write_identifier(&mut self.out);
            self.out.push(':');
        } else if !from.is_empty() {
            self.out.push('\n');
            line_start = self.out.len();
            emit!(self, "; <label>:{}", context.slots.blocks.get(&block).copied().unwrap_or(0));
        }
        if !is_entry {
            let used = self.out.len() - line_start;
            // At least one blank stands in front.
            let blanks = PREDECESSOR_COLUMN.saturating_sub(used).max(1);
            self.out.extend(std::iter::repeat_n(' ', blanks));
            self.out.push(';');
            if from.is_empty() {
                self.out.push_str(" No predecessors!");
            } else {
                self.out.push_str(" preds = ");
            }
            for (index, &block) in from.iter().enumerate() {
                if index > 0 {
                    self.out.push_str(", ");
                }
                self.block_name(context, block);
            }
        }
        self.out.push('\n');
    }

    fn block_name(&mut self, context: &Context<'_>, block: BlockId) {
        self.out.push('%');
        match context.body.block_names.get(&block) {
            Some(name) => drop(name.write_identifier(&mut self.out)),
            None => emit!(self, "{}", context.slots.blocks.get(&block).copied().unwrap_or(0)),
        }
    }

    fn label(&mut self, context: &Context<'_>, block: BlockId) {
        self.out.push_str("label ");
        self.block_name(context, block);
    }

    /// Writes an operand without its type.
    fn value(&mut self, context: &Context<'_>, value: Value) {
        match value {
            Value::Const(id) => self.constant(id),
            Value::Arg(index) => {
                self.out.push('%');
                match context.body.arg_names.get(&index) {
                    Some(name) => drop(name.write_identifier(&mut self.out)),
                    None => emit!(self, "{}", context.slots.args.get(&index).copied().unwrap_or(0)),
                }
            }
            Value::Inst(inst) => {
                self.out.push('%');
                match context.body.inst_names.get(&inst) {
                    Some(name) => drop(name.write_identifier(&mut self.out)),
                    None => match context.slots.insts.get(&inst) {
                        Some(number) => emit!(self, "{number}"),
                        None => self.out.push_str("<badref>"),
                    },
                }
            }
            Value::Metadata(id) => self.metadata_operand(id),
            Value::MetadataArg(index) => self.typed(context, Value::Arg(index)),
            Value::MetadataInst(inst) => self.typed(context, Value::Inst(inst)),
        }
    }

    fn type_of(&self, context: &Context<'_>, value: Value) -> Option<TypeId> {
        self.module.value_type(context.function, value)
    }

    /// Writes an operand with its type.
    fn typed(&mut self, context: &Context<'_>, value: Value) {
        match self.type_of(context, value) {
            Some(ty) => self.ty(ty),
            None => self.out.push_str("metadata"),
        }
        self.out.push(' ');
        self.value(context, value);
    }

    fn typed_list(&mut self, context: &Context<'_>, values: &[Value]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.typed(context, value);
        }
    }

    /// Writes operands: those that share a type have it once, others each their own.
    fn operands(&mut self, context: &Context<'_>, values: &[Value]) {
        let types: Vec<_> = values.iter().map(|&value| self.type_of(context, value)).collect();
        self.out.push(' ');
        match types.first() {
            Some(&Some(first)) if types.iter().all(|ty| *ty == Some(first)) => {
                self.ty(first);
                self.out.push(' ');
                for (index, &value) in values.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.value(context, value);
                }
            }
            _ => self.typed_list(context, values),
        }
    }

    fn align(&mut self, align: u32) {
        if align != 0 {
            emit!(self, ", align {align}");
        }
    }

    fn ordering(&mut self, cross_thread: bool, orderings: &[Ordering]) {
        self.out.push_str(if cross_thread { "" } else { " singlethread" });
        for ordering in orderings {
            emit!(self, " {}", ordering.text());
        }
    }

    pub(super) fn instruction(&mut self, context: &Context<'_>, id: InstId) {
        let inst = &context.body.insts[id];
        self.out.push_str("  ");
        if context.slots.insts.contains_key(&id) || context.body.inst_names.contains_key(&id) {
            self.value(context, Value::Inst(id));
            self.out.push_str(" = ");
        }
        self.operation(context, inst);
        for (kind, node) in self.slots.attachments(context.body, id) {
            self.out.push_str(", ");
            self.attachment(kind, node);
        }
        comments::write(self, context.body, id);
    }

    fn operation(&mut self, context: &Context<'_>, inst: &Inst) {
        match &inst.kind {
            InstKind::Binary { op, flags, lhs, rhs } => {
                self.out.push_str(op.text());
                write_flags(&mut self.out, *op, *flags);
                self.operands(context, &[*lhs, *rhs]);
            }
            InstKind::Cast { op, value } => {
                emit!(self, "{} ", op.text());
                self.typed(context, *value);
                self.out.push_str(" to ");
                self.ty(inst.ty);
            }
            InstKind::Gep { inbounds, source_ty, base, indices } => {
                self.out.push_str(if *inbounds { "getelementptr inbounds " } else { "getelementptr " });
                self.ty(*source_ty);
                self.out.push_str(", ");
                self.typed(context, *base);
                for &index in indices {
                    self.out.push_str(", ");
                    self.typed(context, index);
                }
            }
            InstKind::Load { ptr, align, volatile } => {
                self.out.push_str(if *volatile { "load volatile " } else { "load " });
                self.ty(inst.ty);
                self.out.push_str(", ");
                self.typed(context, *ptr);
                self.align(*align);
            }
            InstKind::Store { ptr, value, align, volatile } => {
                self.out.push_str(if *volatile { "store volatile " } else { "store " });
                self.typed_list(context, &[*value, *ptr]);
                self.align(*align);
            }
            InstKind::Alloca { allocated_ty, count, align } => {
                self.out.push_str("alloca ");
                self.ty(*allocated_ty);
                let is_one = self.module.constants.as_int(*count) == Some(1);
                if !is_one || self.module.types.int_bits(self.module.constants.ty(*count)) != Some(32) {
                    self.out.push_str(", ");
                    self.typed_constant(*count);
                }
                self.align(*align);
            }
            InstKind::ExtractValue { aggregate, indices } => {
                self.out.push_str("extractvalue ");
                self.typed(context, *aggregate);
                indices.iter().for_each(|index| emit!(self, ", {index}"));
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                self.out.push_str("insertvalue ");
                self.typed_list(context, &[*aggregate, *value]);
                indices.iter().for_each(|index| emit!(self, ", {index}"));
            }
            InstKind::Select { cond, on_true, on_false } => {
                self.out.push_str("select ");
                self.typed_list(context, &[*cond, *on_true, *on_false]);
            }
            InstKind::ExtractElement { vector, index } => {
                self.out.push_str("extractelement ");
                self.typed_list(context, &[*vector, *index]);
            }
            InstKind::InsertElement { vector, value, index } => {
                self.out.push_str("insertelement ");
                self.typed_list(context, &[*vector, *value, *index]);
            }
            InstKind::ShuffleVector { a, b, mask } => {
                self.out.push_str("shufflevector ");
                self.typed_list(context, &[*a, *b, *mask]);
            }
            InstKind::Cmp { pred, flags, lhs, rhs } => {
                self.out.push_str(if pred.is_float() { "fcmp" } else { "icmp" });
                if pred.is_float() {
                    write_fast_math(&mut self.out, *flags);
                }
                emit!(self, " {}", pred.text());
                self.operands(context, &[*lhs, *rhs]);
            }
            InstKind::Phi { incoming } => {
                self.out.push_str("phi ");
                self.ty(inst.ty);
                for (index, &(value, from)) in incoming.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", [ " } else { " [ " });
                    self.value(context, value);
                    self.out.push_str(", ");
                    self.block_name(context, from);
                    self.out.push_str(" ]");
                }
            }
            InstKind::Call { .. } => self.call(context, inst),
            InstKind::AtomicRmw { op, ptr, value, volatile, ordering, cross_thread } => {
                self.out.push_str(if *volatile { "atomicrmw volatile " } else { "atomicrmw " });
                self.out.push_str(op.text());
                self.operands(context, &[*ptr, *value]);
                self.ordering(*cross_thread, &[*ordering]);
            }
            InstKind::CmpXchg { ptr, expected, replacement, volatile, success, failure, cross_thread, weak } => {
                self.out.push_str(if *weak { "cmpxchg weak" } else { "cmpxchg" });
                self.out.push_str(if *volatile { " volatile" } else { "" });
                self.operands(context, &[*ptr, *expected, *replacement]);
                self.ordering(*cross_thread, &[*success, *failure]);
            }
            InstKind::Ret(None) => self.out.push_str("ret void"),
            InstKind::Ret(Some(value)) => {
                self.out.push_str("ret ");
                self.typed(context, *value);
            }
            InstKind::Br(target) => {
                self.out.push_str("br ");
                self.label(context, *target);
            }
            InstKind::CondBr { cond, on_true, on_false } => {
                self.out.push_str("br ");
                self.typed(context, *cond);
                for target in [on_true, on_false] {
                    self.out.push_str(", ");
                    self.label(context, *target);
                }
            }
            InstKind::Switch { value, default, cases } => {
                self.out.push_str("switch ");
                self.typed(context, *value);
                self.out.push_str(", ");
                self.label(context, *default);
                self.out.push_str(" [");
                for &(case, target) in cases {
                    self.out.push_str("\n    ");
                    self.typed_constant(case);
                    self.out.push_str(", ");
                    self.label(context, target);
                }
                self.out.push_str("\n  ]");
            }
            InstKind::Unreachable => self.out.push_str("unreachable"),
        }
    }

    fn call(&mut self, context: &Context<'_>, inst: &Inst) {
        let InstKind::Call { callee, fn_ty, args, info } = &inst.kind else { return };
        self.out.push_str(match (info.must_tail, info.tail) {
            (true, _) => "musttail ",
            (false, true) => "tail ",
            (false, false) => "",
        });
        self.out.push_str("call");
        if info.convention != 0 {
            emit!(self, " {}", convention_text(info.convention));
        }
        let of_result = self.attributes_at(info.attributes, 0);
        if !of_result.is_empty() {
            self.out.push(' ');
            self.inline_attributes(&of_result);
        }
        self.out.push(' ');
        let is_vararg = matches!(self.module.types.get(*fn_ty), crate::types::Type::Function { vararg: true, .. });
        self.ty(if is_vararg { *fn_ty } else { inst.ty });
        self.out.push(' ');
        self.value(context, *callee);
        self.out.push('(');
        for (index, &arg) in args.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            match self.type_of(context, arg) {
                Some(ty) => self.ty(ty),
                None => self.out.push_str("metadata"),
            }
            let attributes = self.attributes_at(info.attributes, index as u32 + 1);
            if !attributes.is_empty() {
                self.out.push(' ');
                self.inline_attributes(&attributes);
            }
            self.out.push(' ');
            self.value(context, arg);
        }
        self.out.push(')');
        let own = self.attributes_at(info.attributes, FUNCTION_INDEX);
        if let Some(group) = self.slots.attribute_group(&own).filter(|_| !own.is_empty()) {
            emit!(self, " #{group}");
        }
    }
}

/// The blocks that lead to each block, in the order of LLVM's use lists: the latest first, unless the module keeps
/// another order.
fn predecessors(body: &Body) -> SecondaryMap<BlockId, Vec<BlockId>> {
    let mut lists: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::new();
    for block in body.blocks.keys() {
        for target in body.terminator(block).map(InstKind::successors).unwrap_or_default() {
            lists[target].push(block);
        }
    }
    for block in body.blocks.keys() {
        lists[block].reverse();
    }
    for order in &body.use_lists {
        let UseListTarget::Block(block) = order.of else { continue };
        if body.blocks.is_valid(block) && lists[block].len() == order.indices.len() {
            let mut keyed: Vec<_> = order.indices.iter().copied().zip(lists[block].iter().copied()).collect();
            keyed.sort_by_key(|&(key, _)| key);
            lists[block] = keyed.into_iter().map(|(_, from)| from).collect();
        }
    }
    lists
}

/// A calling convention that is not the usual one.
fn convention_text(number: u16) -> Cow<'static, str> {
    const FAST: u16 = 8;
    if number == FAST { "fastcc".into() } else { format!("cc{number}").into() }
}
