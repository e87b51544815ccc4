//! Parses functions: blocks, instructions, terminators.
//!
//! A value may be used before the line that defines it (blocks stand in any order), so each use states its type
//! and the definition is compared with it.

use super::{Parsed, Parser, key};
use crate::context::ConstData;
use crate::debug::{DebugRecord, Point, Step};
use crate::entity::{Block, Inst, Loc, Resource, SigElement, Type, Value};
use crate::function::{
    BlockCall, FloatFlags, Function, Imm, Inline, InstData, Linkage, LoopHint, ParamData, Passing, Region,
    SelectionHint, Terminator, ValueData, ValueDef,
};
use crate::module::Binding;
use crate::ops::types::ResultRule;
use crate::ops::{AtomicOp, BarrierKind, ImmKind, Op, ReduceOp};
use crate::text::lex::{Name, Token};
use crate::text::print::debug::{DEBUG, STEP};
use crate::text::print::{
    BARRIERS, CONSTRUCTOR, EXPORTED, EXTERNAL, FROM_BINDING, FROM_HEAP, FROM_IMPLICIT, KEEP, LAID_OUT, LANES,
    NON_UNIFORM, OF, RETURNS,
};
use crate::types::{AddressSpace, ComponentKind, Scalar};
use crate::typing;
use cranelift_entity::EntityList;
use hlslc_base::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Highest number of a value or block: they are kept, so each lower one costs memory.
const MAX_NUMBER: u32 = 1 << 22;

/// A function being read.
pub(super) struct Body {
    pub(super) func: Function,
    values: FxHashMap<String, Value>,
    blocks: FxHashMap<String, Block>,
    defined: FxHashSet<Value>,
    placed: FxHashSet<Block>,
    /// Values used so far, with the lines, to complain about those never defined.
    used: Vec<(Value, u32, String)>,
}

/// The number in `prefixN`; the greatest number there is names nothing, as no entity has it.
pub(super) fn numbered(text: &str, prefix: &str) -> Option<u32> {
    let digits = text.strip_prefix(prefix)?;
    let canonical = digits == "0" || !digits.starts_with('0');
    if canonical && digits.bytes().all(|b| b.is_ascii_digit()) {
        digits.parse().ok().filter(|&n| n < u32::MAX)
    } else {
        None
    }
}

impl Body {
    /// The value with this name, made if new.
    fn value(&mut self, name: &str, unknown: ValueData) -> Value {
        if let Some(&value) = self.values.get(name) {
            return value;
        }
        let value = match numbered(name, "v").map(Value::from_u32) {
            Some(reserved) if self.func.values.is_valid(reserved) => reserved,
            _ => self.func.values.push(unknown),
        };
        self.values.insert(name.to_owned(), value);
        value
    }

    /// The block with this name, made if new.
    fn block(&mut self, name: &str, loc: Loc) -> Block {
        if let Some(&block) = self.blocks.get(name) {
            return block;
        }
        let block = match numbered(name, "block").map(Block::from_u32) {
            Some(reserved) if self.func.blocks.is_valid(reserved) => reserved,
            _ => self.func.make_block(loc),
        };
        self.blocks.insert(name.to_owned(), block);
        block
    }
}

impl Parser<'_> {
    /// Reads `define` or `declare`.
    pub(super) fn function(&mut self) -> Parsed {
        let declared = self.word()? == "declare";
        let ret = self.ty()?;
        let id = self.func_name()?;
        let no_loc = self.module.ctx.no_loc();
        let name = self.module.funcs[id].name.clone();
        let mut func = Function::new(name, ret, no_loc);
        if declared {
            if self.eat('(') {
                while !self.eat(')') {
                    if !func.declared.is_empty() {
                        self.expect(',')?;
                    }
                    func.declared.push(self.ty()?);
                    let data = self.param_data()?;
                    func.param_data.push(data);
                }
            }
            self.policies(&mut func)?;
            func.loc = self.loc()?;
            self.module.funcs[id] = func;
            return Ok(());
        }
        self.reserve(&mut func)?;
        let mut body = Body {
            func,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            defined: FxHashSet::default(),
            placed: FxHashSet::default(),
            used: Vec::new(),
        };
        let params = self.params(Some(&mut body.func.param_data))?;
        self.policies(&mut body.func)?;
        body.func.loc = self.loc()?;
        self.expect('{')?;
        let mut first = true;
        while !self.eat('}') {
            let label = self.word()?;
            let block = body.block(label, no_loc);
            if !body.placed.insert(block) {
                return self.error_before(format!("`{label}` is placed twice"));
            }
            body.func.layout.push(block);
            let own = if *self.peek() == Token::Punct('(') { self.params(None)? } else { Vec::new() };
            for (ty, name) in if first { &params } else { &own } {
                let index = body.func.blocks[block].params.len() as u32;
                let value = self.define(&mut body, name, *ty, ValueDef::Param(block, index))?;
                body.func.blocks[block].params.push(value);
            }
            first = false;
            self.expect(':')?;
            self.block_body(&mut body, block)?;
        }
        if let Some((_, line, name)) = body.used.iter().find(|used| !body.defined.contains(&used.0)) {
            return Err(super::ParseError { line: *line, message: format!("`%{name}` is not defined") });
        }
        self.module.funcs[id] = body.func;
        Ok(())
    }

    /// Parses the attributes of a function after its parameters.
    fn policies(&mut self, func: &mut Function) -> Parsed {
        if self.eat_word(KEEP) {
            func.inline = Inline::Keep;
        }
        if self.eat_word(EXPORTED) {
            func.linkage = Linkage::Exported;
        }
        if self.eat_word(EXTERNAL) {
            func.linkage = Linkage::External;
        }
        if self.eat_word(CONSTRUCTOR) {
            func.linkage = Linkage::Constructor;
        }
        if let Token::Text(symbol) = self.peek() {
            self.at += 1;
            func.symbol = Some(symbol.clone());
        }
        func.decorations = self.decorations()?;
        if self.eat_word(RETURNS) {
            func.ret_data = self.param_data()?;
        }
        while func.param_data.last() == Some(&ParamData::default()) {
            func.param_data.pop();
        }
        Ok(())
    }

    /// Parses the data of a parameter after its name.
    fn param_data(&mut self) -> Parsed<ParamData> {
        let passing = Passing::ALL.iter().find(|row| !row.1.is_empty() && self.eat_word(row.1));
        let component = ComponentKind::ALL.iter().find(|row| self.eat_word(row.1));
        Ok(ParamData {
            passing: passing.map_or(Passing::In, |row| row.0),
            component: component.map_or(ComponentKind::Plain, |row| row.0),
            matrix: self.matrix_order(),
            is_laid_out: self.eat_word(LAID_OUT),
            resource: if self.eat_word(OF) { Some(self.named_resource()?) } else { None },
        })
    }

    /// Makes the values and blocks whose numbers the body names, so that they keep them.
    fn reserve(&mut self, func: &mut Function) -> Parsed {
        let (mut values, mut blocks) = (0, 0);
        for (token, line) in &self.tokens[self.at.min(self.tokens.len())..] {
            let (number, count) = match token {
                Token::Local(Name { text, quoted: false, number: None }) => (numbered(text, "v"), &mut values),
                Token::Word(word) if word == "define" || word == "entry" => break,
                Token::Word(word) => (numbered(word, "block"), &mut blocks),
                Token::Number(_)
                | Token::Text(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Punct(_)
                | Token::End => continue,
            };
            if let Some(number) = number {
                if number > MAX_NUMBER {
                    return Err(super::ParseError { line: *line, message: "the number is too large".into() });
                }
                *count = (*count).max(number + 1);
            }
        }
        let unknown = self.unknown();
        let loc = self.module.ctx.no_loc();
        for _ in 0..values {
            func.values.push(unknown);
        }
        for _ in 0..blocks {
            func.make_block(loc);
        }
        Ok(())
    }

    /// A placeholder for a value until its definition is read.
    fn unknown(&mut self) -> ValueData {
        let void = self.module.ctx.void();
        let undef = self.module.ctx.constant(void, ConstData::Undef);
        ValueData { ty: void, def: ValueDef::Const(undef) }
    }

    /// Names and types; and what is known of them, if they are those of a function.
    fn params(&mut self, mut known: Option<&mut Vec<ParamData>>) -> Parsed<Vec<(Type, String)>> {
        self.expect('(')?;
        let mut params = Vec::new();
        while !self.eat(')') {
            if !params.is_empty() {
                self.expect(',')?;
            }
            let ty = self.ty()?;
            params.push((ty, self.local_name()?));
            if let Some(known) = &mut known {
                known.push(self.param_data()?);
            }
        }
        Ok(params)
    }

    fn local_name(&mut self) -> Parsed<String> {
        if let Token::Local(name) = self.next() {
            Ok(name.text.clone())
        } else {
            self.error_before("a name with `%` is needed here")
        }
    }

    fn define(&mut self, body: &mut Body, name: &str, ty: Type, def: ValueDef) -> Parsed<Value> {
        let unknown = self.unknown();
        let value = body.value(name, unknown);
        if !body.defined.insert(value) {
            return self.error_before(format!("`%{name}` is defined twice"));
        }
        let known = body.func.values[value].ty;
        if known != self.module.ctx.void() && known != ty {
            return self.error_before(format!("`%{name}` is used with another type"));
        }
        body.func.values[value] = ValueData { ty, def };
        Ok(value)
    }

    fn block_body(&mut self, body: &mut Body, block: Block) -> Parsed {
        // The records before the next instruction.
        let mut records: Vec<DebugRecord> = Vec::new();
        let mut steps: Vec<Loc> = Vec::new();
        loop {
            if self.eat_word(DEBUG) {
                if self.eat_word(STEP) {
                    steps.push(self.loc()?);
                    continue;
                }
                records.push(self.debug_record(body, block)?);
                continue;
            }
            let result = match (self.peek(), self.ahead(1)) {
                (Token::Local(name), Token::Punct('=')) => {
                    self.at += 2;
                    Some(name.text.as_str())
                }
                _ => None,
            };
            let word = self.word()?;
            let terminator = if result.is_none() { self.terminator(body, word)? } else { None };
            if let Some(terminator) = terminator {
                let region = self.region(body)?;
                let loc = self.loc()?;
                let data = &mut body.func.blocks[block];
                (data.terminator, data.region, data.loc) = (terminator, region, loc);
                body.func.debug.extend(records);
                body.func.debug.steps.extend(steps.into_iter().map(|loc| Step { loc, point: Point::End(block) }));
                return Ok(());
            }
            let inst = if word == "call" { self.call(body)? } else { self.plain(body, word)? };
            let loc = self.loc()?;
            let data = InstData { loc, ..inst };
            let void = data.ty == self.module.ctx.void();
            let inst = match result {
                Some(_) if void => return self.error_before("nothing of type void can have a name"),
                Some(name) => {
                    let ty = data.ty;
                    let value = self.define(body, name, ty, ValueDef::Inst(Inst::from_u32(0)))?;
                    body.func.restore_inst(data, Some(value))
                }
                None if !void => {
                    let unknown = ValueData { ty: data.ty, ..self.unknown() };
                    let value = body.func.values.push(unknown);
                    body.func.restore_inst(data, Some(value))
                }
                None => body.func.restore_inst(data, None),
            };
            body.func.blocks[block].insts.push(inst);
            let point = Point::Before(inst);
            body.func.debug.steps.extend(steps.drain(..).map(|loc| Step { loc, point }));
            let before = |record: DebugRecord| record.copied(Some, |_| Some(Point::Before(inst)));
            body.func.debug.extend(records.drain(..).filter_map(before));
        }
    }

    /// An instruction that is no call.
    fn plain(&mut self, body: &mut Body, word: &str) -> Parsed<InstData> {
        let Some(op) = Op::from_name(word) else { return self.error_before(format!("no operation `{word}`")) };
        let imm = self.imm(op)?;
        let flags = self.float_flags();
        if op == Op::Alloca && !matches!(self.peek(), Token::Word(w) if w == "to") {
            let to = self.ty()?;
            let ty = self.module.ctx.pointer(to, AddressSpace::Function);
            return Ok(self.inst(op, imm, ty, flags, EntityList::new()));
        }
        let none = op.info().args() == Some(0) || !self.goes_on() || matches!(self.peek(), Token::Word(w) if w == "to");
        let args = if none { SmallVec::new() } else { self.operands(body)? };
        // The types of the parts need not have occurred yet.
        if let ResultRule::Tuple(parts) = op.info().result {
            for &part in parts {
                self.module.ctx.scalar(part);
            }
        }
        let ty = if self.goes_on() && self.eat_word("to") {
            self.ty()?
        } else {
            match typing::result_type(&self.module, &body.func, op, imm, &args) {
                Some(data) => self.module.ctx.ty(data),
                None => return self.error_before("`to` and the type of the result are needed here"),
            }
        };
        let args = EntityList::from_slice(&args, &mut body.func.pool);
        Ok(self.inst(op, imm, ty, flags, args))
    }

    /// The word for the flags, if there is one.
    fn float_flags(&mut self) -> FloatFlags {
        let found = FloatFlags::WORDS.into_iter().find(|row| self.eat_word(row.1));
        found.map_or(FloatFlags::FAST, |row| row.0)
    }

    fn inst(&self, op: Op, imm: Imm, ty: Type, flags: FloatFlags, args: EntityList<Value>) -> InstData {
        InstData { op, args, imm, ty, flags, loc: self.module.ctx.no_loc() }
    }

    /// `call type @name…(…)`: of a function, a handle, or an operation of the target.
    fn call(&mut self, body: &mut Body) -> Parsed<InstData> {
        let flags = self.float_flags();
        let ty = self.ty()?;
        let name = self.global_name()?;
        let op_name = name.text.strip_prefix("dx.").filter(|_| !name.quoted);
        let Some(op_name) = op_name else {
            let Some(&callee) = self.funcs.get(&key(name)) else {
                return self.error_before(format!("no function `{}`", name.text));
            };
            let args = self.call_args(body)?;
            return Ok(self.inst(Op::Call, Imm::Func(callee), ty, flags, args));
        };
        if [FROM_BINDING, FROM_IMPLICIT, FROM_HEAP].contains(&name.text.as_str()) {
            return self.handle(body, &name.text, ty, flags);
        }
        let Some(op) = Op::from_name(op_name) else {
            return self.error_before(format!("no operation `{op_name}`"));
        };
        let imm = self.imm(op)?;
        let args = self.call_args(body)?;
        Ok(self.inst(op, imm, ty, flags, args))
    }

    fn call_args(&mut self, body: &mut Body) -> Parsed<EntityList<Value>> {
        self.expect('(')?;
        let mut args = SmallVec::new();
        if !self.eat(')') {
            args = self.operands(body)?;
            self.expect(')')?;
        }
        Ok(EntityList::from_slice(&args, &mut body.func.pool))
    }

    fn named_resource(&mut self) -> Parsed<Resource> {
        let name = self.global_name()?;
        match self.resources.get(&key(name)) {
            Some(&resource) => Ok(resource),
            None => self.error_before(format!("no resource `{}`", name.text)),
        }
    }

    /// A handle: what its resource says must be repeated, then index and non-uniformity.
    fn handle(&mut self, body: &mut Body, form: &str, ty: Type, flags: FloatFlags) -> Parsed<InstData> {
        self.expect('[')?;
        let resource = self.named_resource()?;
        self.expect(']')?;
        self.expect('(')?;
        let data = &self.module.resources[resource];
        let range = data.count.unwrap_or(u32::MAX);
        let (expected_form, numbers): (&str, SmallVec<[u32; 3]>) = match data.binding {
            Binding::Explicit { space, lower } => (FROM_BINDING, [space, lower, range].into_iter().collect()),
            Binding::Implicit { order, space } => {
                (FROM_IMPLICIT, [order, space.unwrap_or(0), range].into_iter().collect())
            }
            Binding::Heap(_) => (FROM_HEAP, SmallVec::new()),
        };
        if form != expected_form {
            return self.error_before(format!(
                "`{}` is bound otherwise: use @{expected_form}",
                self.module.resources[resource].name
            ));
        }
        for number in numbers {
            self.expect_word("i32")?;
            if self.number()? != number {
                return self
                    .error_before(format!("not what `{}` is declared with", self.module.resources[resource].name));
            }
            self.expect(',')?;
        }
        let index = self.operand(body, None)?;
        self.expect(',')?;
        self.expect_word("i1")?;
        let non_uniform = match self.word()? {
            "true" => true,
            "false" => false,
            _ => return self.error_before("`true` or `false` is needed here"),
        };
        self.expect(')')?;
        let args = EntityList::from_slice(&[index], &mut body.func.pool);
        Ok(self.inst(Op::Handle, Imm::Handle { resource, non_uniform }, ty, flags, args))
    }

    /// Parses the immediate in brackets after an operation.
    fn imm(&mut self, op: Op) -> Parsed<Imm> {
        if op.info().imm == ImmKind::None || !self.eat('[') {
            return Ok(Imm::None);
        }
        if op.info().imm == ImmKind::Foreign {
            return self.foreign_imm();
        }
        let imm = match self.next() {
            Token::Number(_) => {
                self.at -= 1;
                Imm::Index(self.number()?)
            }
            Token::Global(name) => {
                let found = if matches!(op.info().imm, ImmKind::Global) {
                    self.globals.get(&key(name)).map(|&id| Imm::Global(id))
                } else {
                    let resource = self.resources.get(&key(name)).copied();
                    let non_uniform = self.eat(',') && self.eat_word(NON_UNIFORM);
                    resource.map(|resource| Imm::Handle { resource, non_uniform })
                };
                match found {
                    Some(imm) => imm,
                    None => return self.error_before(format!("`{}` is not declared", name.text)),
                }
            }
            Token::Word(word) => self.word_imm(op, word)?,
            Token::Punct(']') if op == Op::Barrier => return Ok(Imm::Barrier(BarrierKind::empty())),
            Token::Text(_) | Token::Local(_) | Token::Punct(_) | Token::End => {
                return self.error_before("nothing that can stand in brackets here");
            }
        };
        self.expect(']')?;
        Ok(imm)
    }

    fn word_imm(&mut self, op: Op, word: &str) -> Parsed<Imm> {
        if op == Op::Swizzle {
            let mut lanes = [0; 4];
            let fits = word.len() <= 4;
            for (to, c) in lanes.iter_mut().zip(word.chars()) {
                match LANES.iter().position(|&l| l == c) {
                    Some(lane) if fits => *to = lane as u8,
                    _ => return self.error_before(format!("`{word}` is no mask")),
                }
            }
            return Ok(Imm::Mask { lanes, len: word.len() as u8 });
        }
        if op == Op::Barrier {
            let mut kind = BarrierKind::empty();
            let mut word = word;
            loop {
                match BARRIERS.iter().find(|row| row.1 == word) {
                    Some(row) => kind |= row.0,
                    None => return self.error_before(format!("`{word}` is no kind of barrier")),
                }
                if !self.eat('|') {
                    return Ok(Imm::Barrier(kind));
                }
                word = self.word()?;
            }
        }
        if let Some(row) = AtomicOp::ALL.iter().find(|row| row.1 == word) {
            return Ok(Imm::Atomic(row.0));
        }
        if let Some(row) = ReduceOp::ALL.iter().find(|row| row.1 == word) {
            return Ok(Imm::Reduce(row.0));
        }
        if let Some(number) = numbered(word, "sig").filter(|&n| n <= MAX_NUMBER) {
            self.expect(',')?;
            let col = self.number()?.try_into().or_else(|_| self.error_before("no such column"))?;
            return Ok(Imm::Element { element: SigElement::from_u32(number), col });
        }
        self.error_before(format!("`{word}` means nothing here"))
    }

    /// Operands; a type left out is that of the operand before.
    fn operands(&mut self, body: &mut Body) -> Parsed<SmallVec<[Value; 2]>> {
        let mut args = SmallVec::new();
        let mut ty = None;
        loop {
            let value = self.operand(body, ty)?;
            ty = Some(body.func.ty(value));
            args.push(value);
            if !self.eat(',') {
                return Ok(args);
            }
        }
    }

    pub(super) fn operand(&mut self, body: &mut Body, last: Option<Type>) -> Parsed<Value> {
        let is_value = if matches!(self.peek(), Token::Local(_)) {
            // A struct type is followed by its value on the same line.
            let followed = self.line(1) == self.line(0)
                && match self.ahead(1) {
                    Token::Local(_) | Token::Number(_) | Token::Punct('(') => true,
                    Token::Word(word) => word == "undef" || word == "zeroinitializer",
                    Token::Text(_) | Token::Global(_) | Token::Punct(_) | Token::End => false,
                };
            !followed
        } else {
            self.at_constant()
        };
        let ty = match last {
            Some(ty) if is_value => ty,
            _ => self.ty()?,
        };
        let Token::Local(name) = self.peek() else {
            let id = self.constant(ty)?;
            return Ok(body.func.constant(&self.module.ctx, id));
        };
        self.at += 1;
        let unknown = ValueData { ty, ..self.unknown() };
        let value = body.value(&name.text, unknown);
        let known = &mut body.func.values[value].ty;
        if *known == self.module.ctx.void() {
            *known = ty;
        }
        if *known != ty {
            return self.error_before(format!("`%{}` is of another type", name.text));
        }
        body.used.push((value, self.line(0), name.text.clone()));
        Ok(value)
    }

    fn block_name(&mut self, body: &mut Body) -> Parsed<Block> {
        let label = self.word()?;
        let loc = self.module.ctx.no_loc();
        Ok(body.block(label, loc))
    }

    fn block_call(&mut self, body: &mut Body) -> Parsed<BlockCall> {
        let block = self.block_name(body)?;
        let mut args = SmallVec::new();
        if self.eat('(') {
            args = self.operands(body)?;
            self.expect(')')?;
        }
        Ok(BlockCall { block, args })
    }

    fn terminator(&mut self, body: &mut Body, word: &str) -> Parsed<Option<Terminator>> {
        Ok(Some(match word {
            "missing" => Terminator::Missing,
            "unreachable" => Terminator::Unreachable,
            "ret" if self.eat_word("void") => Terminator::Return(None),
            "ret" => Terminator::Return(Some(self.operand(body, None)?)),
            "br" => {
                if !matches!(self.peek(), Token::Word(word) if word == "i1") {
                    return Ok(Some(Terminator::Jump(self.block_call(body)?)));
                }
                let cond = self.operand(body, None)?;
                self.expect(',')?;
                let then = self.block_call(body)?;
                self.expect(',')?;
                Terminator::Branch { cond, then, otherwise: self.block_call(body)? }
            }
            "switch" => {
                let value = self.operand(body, None)?;
                let is_wide = self.module.ctx.scalar_of(body.func.ty(value)) == Some(Scalar::I64);
                self.expect(',')?;
                let default = self.block_call(body)?;
                self.expect('[')?;
                let mut cases = Vec::new();
                while !self.eat(']') {
                    if !cases.is_empty() {
                        self.expect(',')?;
                    }
                    let bits = if is_wide { self.wide_number()? } else { u64::from(self.number()?) };
                    self.expect(':')?;
                    cases.push((bits, self.block_call(body)?));
                }
                Terminator::Switch { value, cases, default }
            }
            _ => return Ok(None),
        }))
    }

    fn region(&mut self, body: &mut Body) -> Parsed<Region> {
        if *self.peek() != Token::Punct('!') || !matches!(self.ahead(1), Token::Word(_)) {
            return Ok(Region::None);
        }
        self.at += 1;
        let is_loop = match self.word()? {
            "loop" => true,
            "selection" => false,
            "hint" => return Ok(Region::Hint(self.selection_hint())),
            word => return self.error_before(format!("unknown region `{word}`")),
        };
        self.expect_word("merge")?;
        let merge = self.block_name(body)?;
        if !is_loop {
            return Ok(Region::Selection { merge, hint: self.selection_hint() });
        }
        self.expect_word("continue")?;
        let continue_target = self.block_name(body)?;
        let hint = if self.eat_hint("keep") {
            LoopHint::Keep
        } else if !self.eat_hint("unroll") {
            LoopHint::None
        } else if self.goes_on() && matches!(self.peek(), Token::Number(_)) {
            LoopHint::UnrollCount(self.number()?)
        } else {
            LoopHint::Unroll
        };
        Ok(Region::Loop { merge, continue_target, hint })
    }

    fn selection_hint(&mut self) -> SelectionHint {
        match () {
            () if self.eat_hint("branch") => SelectionHint::Branch,
            () if self.eat_hint("flatten") => SelectionHint::Flatten,
            () => SelectionHint::None,
        }
    }

    fn eat_hint(&mut self, word: &str) -> bool {
        self.goes_on() && self.eat_word(word)
    }

    /// `!lo:hi @ lo:hi …`, the outermost call last.
    pub(super) fn loc(&mut self) -> Parsed<Loc> {
        let no_loc = self.module.ctx.no_loc();
        if *self.peek() != Token::Punct('!') || !matches!(self.ahead(1), Token::Number(_)) {
            return Ok(no_loc);
        }
        self.at += 1;
        let mut spans = vec![self.span_numbers()?];
        // The lexer reads `@ ` as a name without text.
        while self.goes_on() && matches!(self.peek(), Token::Global(name) if name.text.is_empty()) {
            self.at += 1;
            spans.push(self.span_numbers()?);
        }
        let outermost = spans.pop().unwrap_or(Span::NONE);
        let mut loc = self.module.ctx.loc(outermost, None);
        while let Some(span) = spans.pop() {
            loc = self.module.ctx.loc(span, Some(loc));
        }
        Ok(loc)
    }
}
