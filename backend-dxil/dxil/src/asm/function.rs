//! Reads the bodies of functions: blocks, local names and what is attached to instructions.
//!
//! A value or block may be named before it is defined. Until the end of the body such an operand holds a number of its own, with
//! [`FORWARD`] set for values; then all of them are replaced by what got these names.

use rustc_hash::FxHashMap;

use crate::bytestr::ByteStr;
use crate::inst::{BlockId, Inst, InstId, Value};
use crate::metadata::MdKind;
use crate::module::{Block, Body, FuncId, UseListOrder, UseListTarget};
use crate::types::{Type, TypeId};

use super::lex::{Kind, Token};
use super::parser::{Name, Parse, Parser};

/// The bit of an instruction number that says that it is one of a value that is not defined yet.
const FORWARD: u32 = 1 << 31;

/// A value that is used before it is defined.
struct ForwardValue {
    /// Where it is used first.
    token: Token,
    ty: TypeId,
    definition: Option<Value>,
}

/// A block that is named.
struct BlockName {
    /// Where it is named first.
    token: Token,
    definition: Option<BlockId>,
}

/// The state of reading a body.
pub(super) struct Locals {
    pub(super) function: FuncId,
    body: Body,
    values: FxHashMap<Name, (Value, TypeId)>,
    forward: Vec<ForwardValue>,
    forward_names: FxHashMap<Name, u32>,
    blocks: Vec<BlockName>,
    block_names: FxHashMap<Name, u32>,
    /// The block that is open.
    current: Option<BlockId>,
    /// The number of the next value or block without a name.
    next: u32,
}

impl Parser<'_> {
    /// A body, with its braces.
    pub(super) fn body(&mut self, function: FuncId, names: Vec<Option<ByteStr>>) -> Parse<()> {
        let open = self.peek();
        self.require(b'{', "before the body of a function")?;
        let mut locals = Locals {
            function,
            body: Body::default(),
            values: FxHashMap::default(),
            forward: Vec::new(),
            forward_names: FxHashMap::default(),
            blocks: Vec::new(),
            block_names: FxHashMap::default(),
            current: None,
            next: 0,
        };
        let params = self.module.types.signature(self.module.functions[function].ty).map(|(_, params)| params.to_vec());
        for (index, (ty, name)) in params.unwrap_or_default().into_iter().zip(names).enumerate() {
            let index = index as u32;
            let key = match name {
                Some(name) => {
                    locals.body.arg_names.insert(index, name.clone());
                    Name::Text(name)
                }
                None => locals.number(),
            };
            if locals.values.insert(key, (Value::Arg(index), ty)).is_some() {
                return self.error(open, "two parameters of this function have one name: rename one");
            }
        }
        loop {
            let token = self.peek();
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a statement")]
            match token.kind {
                Kind::Punct(b'}') => break,
                Kind::Label => self.block_label(&mut locals)?,
                Kind::Word if self.is_word("uselistorder") => self.function_use_list(&mut locals)?,
                Kind::Word | Kind::Local => self.statement(&mut locals)?,
                _ => return self.expected("an instruction, a label or `}`"),
            }
        }
        let close = self.next();
        if locals.current.is_some() {
            return self.error(
                close,
                "the last block of this function does not end: add `ret`, `br`, `switch` or `unreachable`",
            );
        }
        if locals.body.blocks.is_empty() {
            return self.error(open, "this function has no block: write `declare` for one without a body");
        }
        let body = self.resolve(locals)?;
        self.module.functions[function].body = Some(body);
        Ok(())
    }

    /// Replaces what was named before it was defined.
    fn resolve(&mut self, mut locals: Locals) -> Parse<Body> {
        for value in &locals.forward {
            if value.definition.is_none() {
                let text = self.shown(value.token);
                return self.error(
                    value.token,
                    format!("the value {text} is not defined in this function: define it or name another"),
                );
            }
        }
        let mut blocks = Vec::with_capacity(locals.blocks.len());
        for block in &locals.blocks {
            match block.definition {
                Some(id) => blocks.push(id),
                None => {
                    let text = self.shown(block.token);
                    return self.error(
                        block.token,
                        format!("the block {text} is not defined in this function: add its label or name another"),
                    );
                }
            }
        }
        let forward = |inst: InstId| {
            inst.as_u32().checked_sub(FORWARD).and_then(|index| locals.forward[index as usize].definition)
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "only instructions are referred to before they are defined")]
        let defined = |value: Value| match value {
            Value::Inst(inst) => forward(inst).unwrap_or(value),
            Value::MetadataInst(inst) => match forward(inst) {
                Some(Value::Inst(inst)) => Value::MetadataInst(inst),
                Some(Value::Arg(index)) => Value::MetadataArg(index),
                _ => value,
            },
            other => other,
        };
        for inst in locals.body.insts.values_mut() {
            inst.kind.map_operands(defined);
            inst.kind.map_blocks(|block| blocks[block.as_u32() as usize]);
        }
        for order in &mut locals.body.use_lists {
            match &mut order.of {
                UseListTarget::Value(value) => *value = defined(*value),
                UseListTarget::Block(block) => *block = blocks[block.as_u32() as usize],
            }
        }
        Ok(locals.body)
    }

    /// A label, which starts a block.
    fn block_label(&mut self, locals: &mut Locals) -> Parse<()> {
        let token = self.next();
        if locals.current.is_some() {
            return self
                .error(token, "the block before this label does not end: add `ret`, `br`, `switch` or `unreachable`");
        }
        let text = self.text(token);
        let digits = text.strip_suffix(b":").filter(|text| text.iter().all(u8::is_ascii_digit));
        let Some(digits) = digits else {
            let name = self.label_name(token);
            return self.start_block(locals, token, Name::Text(name));
        };
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        if number != Some(locals.next) {
            let wanted = locals.next;
            return self.error(
                token,
                format!("blocks and values without a name are numbered in sequence: this one is `{wanted}:`"),
            );
        }
        let name = locals.number();
        self.start_block(locals, token, name)
    }

    fn start_block(&mut self, locals: &mut Locals, token: Token, name: Name) -> Parse<()> {
        let id = locals.body.blocks.push(Block::default());
        if let Name::Text(text) = &name {
            locals.body.block_names.insert(id, text.clone());
        }
        let index = locals.block_index(token, name);
        if locals.blocks[index as usize].definition.replace(id).is_some() {
            return self.error(token, format!("the block {} is defined twice: rename one", self.shown(token)));
        }
        locals.current = Some(id);
        Ok(())
    }

    /// An instruction with its name and attachments.
    fn statement(&mut self, locals: &mut Locals) -> Parse<()> {
        let first = self.peek();
        if locals.current.is_none() {
            let name = locals.number();
            self.start_block(locals, first, name)?;
        }
        let named = first.kind == Kind::Local;
        if named {
            self.at += 1;
            self.require(b'=', "after the name of a value")?;
        }
        let (kind, ty) = self.instruction(locals)?;
        let ends_block = kind.is_terminator();
        let id = locals.body.insts.push(Inst { ty, kind });
        locals.body.tags[id] = first.start + 1;
        if let Some(block) = locals.current {
            locals.body.blocks[block].insts.push(id);
        }
        if *self.module.types.get(ty) != Type::Void {
            let name = if named { self.name_of(first)? } else { locals.number() };
            if named && let Name::Number(number) = name {
                if number != locals.next {
                    let wanted = locals.next;
                    let message =
                        format!("values and blocks without a name are numbered in sequence: this one is `%{wanted}`");
                    return self.error(first, message);
                }
                locals.next += 1;
            }
            self.define_value(locals, first, name, id, ty)?;
        } else if named {
            return self.error(first, "this instruction has no result to name: remove the name and `=`");
        }
        while self.take(b',') {
            self.attachment(locals, id)?;
        }
        if ends_block {
            locals.current = None;
        }
        Ok(())
    }

    fn define_value(&mut self, locals: &mut Locals, token: Token, name: Name, id: InstId, ty: TypeId) -> Parse<()> {
        if let Name::Text(text) = &name {
            locals.body.inst_names.insert(id, text.clone());
        }
        if let Some(index) = locals.forward_names.remove(&name) {
            let forward = &mut locals.forward[index as usize];
            forward.definition = Some(Value::Inst(id));
            let (used, wanted) = (forward.token, forward.ty);
            if wanted != ty {
                let (found, wanted) = (self.type_text(ty), self.type_text(wanted));
                return self
                    .error(used, format!("{} is used as `{wanted}` here and defined as `{found}`", self.shown(used)));
            }
        }
        if locals.values.insert(name, (Value::Inst(id), ty)).is_some() {
            return self.error(token, format!("the value {} is defined twice: rename one", self.shown(token)));
        }
        Ok(())
    }

    /// `!kind !5`, after the comma.
    fn attachment(&mut self, locals: &mut Locals, id: InstId) -> Parse<()> {
        let token = self.peek();
        if token.kind != Kind::MetadataName {
            return self.expected("metadata that is attached, such as `!dbg !5`");
        }
        self.at += 1;
        let name = self.metadata_name(token);
        let at = self.peek();
        let node = self.attached_node()?;
        let kind = self.module.metadata.kind(name);
        let is_repeated = if kind == MdKind::DBG {
            let loc = self.location(at, node)?;
            locals.body.debug_locs.insert(id, loc).is_some()
        } else {
            let all = locals.body.attachments.entry(id).or_default();
            let is_repeated = all.iter().any(|&(known, _)| known == kind);
            all.push((kind, node));
            is_repeated
        };
        if is_repeated {
            return self.error(token, format!("{} is attached twice: remove one", self.shown(token)));
        }
        Ok(())
    }

    /// A local value of a type, whose name comes next.
    pub(super) fn local(&mut self, locals: &mut Locals, ty: TypeId) -> Parse<Value> {
        let token = self.next();
        let name = self.name_of(token)?;
        if let Some(&(value, found)) = locals.values.get(&name) {
            self.require_type(token, found, ty, &format!("the value {}", self.shown(token)))?;
            return Ok(value);
        }
        if let Some(&index) = locals.forward_names.get(&name) {
            let known = locals.forward[index as usize].ty;
            self.require_type(token, known, ty, &format!("the value {}, as it is used before,", self.shown(token)))?;
            return Ok(Value::Inst(InstId::from_u32(FORWARD | index)));
        }
        let index = locals.forward.len() as u32;
        locals.forward.push(ForwardValue { token, ty, definition: None });
        locals.forward_names.insert(name, index);
        Ok(Value::Inst(InstId::from_u32(FORWARD | index)))
    }

    /// `label %name`: a block. It is known by its index until the end of the body.
    pub(super) fn label(&mut self, locals: &mut Locals) -> Parse<BlockId> {
        self.require_word("label", "before the name of a block")?;
        self.block_name(locals)
    }

    /// `%name`: a block.
    pub(super) fn block_name(&mut self, locals: &mut Locals) -> Parse<BlockId> {
        let token = self.peek();
        if token.kind != Kind::Local {
            return self.expected("the name of a block, such as `%5`");
        }
        self.at += 1;
        let name = self.name_of(token)?;
        Ok(BlockId::from_u32(locals.block_index(token, name)))
    }

    /// `uselistorder type value, { … }` inside a function.
    fn function_use_list(&mut self, locals: &mut Locals) -> Parse<()> {
        self.at += 1;
        let of = if self.is_word("label") {
            UseListTarget::Block(self.label(locals)?)
        } else {
            let ty = self.value_type()?;
            UseListTarget::Value(self.value(locals, ty)?)
        };
        let indices = self.use_list_indices()?;
        locals.body.use_lists.push(UseListOrder { of, indices });
        Ok(())
    }
}

impl Locals {
    /// The next number, as a name.
    fn number(&mut self) -> Name {
        self.next += 1;
        Name::Number(self.next - 1)
    }

    /// The index of a block among those that are named.
    fn block_index(&mut self, token: Token, name: Name) -> u32 {
        let Self { blocks, block_names, .. } = self;
        *block_names.entry(name).or_insert_with(|| {
            blocks.push(BlockName { token, definition: None });
            blocks.len() as u32 - 1
        })
    }
}
