//! Reads instructions: each with its operands, and the type of its result.

use smallvec::SmallVec;

use crate::inst::{AtomicOp, BinaryOp, CallInfo, CastOp, FlagSet, InstKind, Ordering, Value};
use crate::types::{Type, TypeId};

use super::attributes::RawAttributes;
use super::function::Locals;
use super::lex::{Kind, Token};
use super::parser::{Parse, Parser};

/// What LLVM has beside the instructions of DXIL.
const FOREIGN: [&[u8]; 12] = [
    b"invoke",
    b"resume",
    b"landingpad",
    b"indirectbr",
    b"fence",
    b"va_arg",
    b"fneg",
    b"freeze",
    b"callbr",
    b"catchpad",
    b"cleanupret",
    b"notail",
];

/// An instruction and the type of its result.
type Read = Parse<(InstKind, TypeId)>;

impl Parser<'_> {
    /// An instruction, whose mnemonic comes next.
    pub(super) fn instruction(&mut self, locals: &mut Locals) -> Read {
        let token = self.peek();
        if token.kind != Kind::Word {
            return self.expected("an instruction");
        }
        self.at += 1;
        let word = self.text(token);
        if let Some(&op) = BinaryOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            return self.binary(locals, op);
        }
        if let Some(&op) = CastOp::ALL.iter().find(|op| op.text().as_bytes() == word) {
            return self.cast(locals, op);
        }
        match word {
            b"icmp" | b"fcmp" => self.cmp(locals, word == b"fcmp"),
            b"getelementptr" => self.gep(locals),
            b"load" => self.load(locals),
            b"store" => self.store(locals),
            b"alloca" => self.alloca(),
            b"extractvalue" => self.extract_value(locals),
            b"insertvalue" => self.insert_value(locals),
            b"select" => self.select(locals),
            b"extractelement" | b"insertelement" | b"shufflevector" => self.vector(locals, token),
            b"phi" => self.phi(locals),
            b"call" => self.call(locals, CallInfo::default()),
            b"tail" | b"musttail" => {
                self.require_word("call", "after the word for how it is called")?;
                let must_tail = word == b"musttail";
                self.call(locals, CallInfo { tail: !must_tail, must_tail, ..CallInfo::default() })
            }
            b"atomicrmw" => self.atomic_rmw(locals),
            b"cmpxchg" => self.cmpxchg(locals),
            b"ret" => self.ret(locals),
            b"br" => self.br(locals),
            b"switch" => self.switch(locals),
            b"unreachable" => Ok(self.without_result(InstKind::Unreachable)),
            _ if FOREIGN.contains(&word) => {
                self.error(token, format!("{} is not an instruction of DXIL", self.shown(token)))
            }
            _ => self.error(token, format!("{} is not an instruction: correct its spelling", self.shown(token))),
        }
    }

    fn without_result(&mut self, kind: InstKind) -> (InstKind, TypeId) {
        (kind, self.module.types.void())
    }

    /// A value of a type.
    pub(super) fn value(&mut self, locals: &mut Locals, ty: TypeId) -> Parse<Value> {
        if self.kind() == Kind::Local { self.local(locals, ty) } else { self.constant(ty).map(Value::Const) }
    }

    /// A type and a value of it.
    fn typed_value(&mut self, locals: &mut Locals) -> Parse<(Value, TypeId)> {
        let ty = self.value_type()?;
        Ok((self.value(locals, ty)?, ty))
    }

    /// The same after a comma.
    fn next_value(&mut self, locals: &mut Locals) -> Parse<(Value, TypeId)> {
        self.require(b',', "between operands")?;
        self.typed_value(locals)
    }

    /// Takes a comma before an operand; one before an attachment stays.
    fn has_operand(&mut self) -> bool {
        let follows = self.is_punct(b',') && self.token_at(self.at + 1).kind != Kind::MetadataName;
        self.at += usize::from(follows);
        follows
    }

    /// `, align n`, if it comes next.
    fn optional_align(&mut self) -> Parse<u32> {
        if !self.has_operand() {
            return Ok(0);
        }
        self.require_word("align", "after the operands")?;
        self.alignment()
    }

    pub(super) fn check_binary(&self, token: Token, op: BinaryOp, ty: TypeId) -> Parse<()> {
        let types = &self.module.types;
        let scalar = types.scalar(ty);
        let fits = if op.is_float() { types.is_float(scalar) } else { types.int_bits(scalar).is_some() };
        if fits {
            return Ok(());
        }
        let (text, kind) = (self.type_text(ty), if op.is_float() { "floating-point numbers" } else { "integers" });
        self.error(token, format!("`{}` is an operation on {kind}, and the operands are `{text}`", op.text()))
    }

    fn binary(&mut self, locals: &mut Locals, op: BinaryOp) -> Read {
        let flags = self.flags(op.flag_set());
        let at = self.peek();
        let (lhs, ty) = self.typed_value(locals)?;
        self.check_binary(at, op, ty)?;
        self.require(b',', "between operands")?;
        let rhs = self.value(locals, ty)?;
        Ok((InstKind::Binary { op, flags, lhs, rhs }, ty))
    }

    /// Whether a conversion is one between two types.
    pub(super) fn check_cast(&self, token: Token, op: CastOp, from: TypeId, to: TypeId) -> Parse<()> {
        let types = &self.module.types;
        let (source, target) = (types.scalar(from), types.scalar(to));
        let int = |ty: TypeId| types.int_bits(ty);
        #[expect(clippy::wildcard_enum_match_arm, reason = "these are the floats")]
        let float = |ty: TypeId| match types.get(ty) {
            Type::Half => Some(16),
            Type::Float => Some(32),
            Type::Double => Some(64),
            _ => None,
        };
        let space = |ty: TypeId| types.pointer_addrspace(ty);
        let bits = |ty: TypeId| {
            int(ty)
                .or(float(ty))
                .map(|bits| u64::from(bits) * u64::from(types.lanes(if ty == source { from } else { to })))
        };
        let narrows = |from: Option<u32>, to: Option<u32>| from.zip(to).is_some_and(|(from, to)| from > to);
        let same_lanes = types.lanes(from) == types.lanes(to);
        let fits = match op {
            CastOp::Trunc => same_lanes && narrows(int(source), int(target)),
            CastOp::ZExt | CastOp::SExt => same_lanes && narrows(int(target), int(source)),
            CastOp::FpToUi | CastOp::FpToSi => same_lanes && float(source).is_some() && int(target).is_some(),
            CastOp::UiToFp | CastOp::SiToFp => same_lanes && int(source).is_some() && float(target).is_some(),
            CastOp::FpTrunc => same_lanes && narrows(float(source), float(target)),
            CastOp::FpExt => same_lanes && narrows(float(target), float(source)),
            CastOp::PtrToInt => same_lanes && space(source).is_some() && int(target).is_some(),
            CastOp::IntToPtr => same_lanes && int(source).is_some() && space(target).is_some(),
            CastOp::Bitcast => match (space(source), space(target)) {
                (Some(from), Some(to)) => from == to,
                (None, None) => bits(source).is_some() && bits(source) == bits(target),
                _ => false,
            },
            CastOp::AddrSpaceCast => space(source).zip(space(target)).is_some_and(|(from, to)| from != to),
        };
        if fits {
            return Ok(());
        }
        let (from, to) = (self.type_text(from), self.type_text(to));
        self.error(token, format!("`{}` does not lead from `{from}` to `{to}`: use another conversion", op.text()))
    }

    fn cast(&mut self, locals: &mut Locals, op: CastOp) -> Read {
        let (value, from) = self.typed_value(locals)?;
        self.require_word("to", "between the operand and the type of a conversion")?;
        let at = self.peek();
        let ty = self.value_type()?;
        self.check_cast(at, op, from, ty)?;
        Ok((InstKind::Cast { op, value }, ty))
    }

    fn cmp(&mut self, locals: &mut Locals, is_float: bool) -> Read {
        let flags = if is_float { self.flags(FlagSet::Float) } else { 0 };
        let pred = self.predicate(is_float)?;
        let at = self.peek();
        let (lhs, operand_ty) = self.typed_value(locals)?;
        if self.module.types.is_float(self.module.types.scalar(operand_ty)) != is_float {
            let (text, other) = (self.type_text(operand_ty), if is_float { "icmp" } else { "fcmp" });
            return self.error(at, format!("operands of the type `{text}` are compared by `{other}`"));
        }
        self.require(b',', "between operands")?;
        let rhs = self.value(locals, operand_ty)?;
        let i1 = self.module.types.i1();
        let ty = self.module.types.with_lanes_of(i1, operand_ty);
        Ok((InstKind::Cmp { pred, flags, lhs, rhs }, ty))
    }

    /// An address and the type of what it is the address of.
    fn address(&mut self, locals: &mut Locals) -> Parse<(Value, TypeId, TypeId)> {
        let at = self.peek();
        let (ptr, ptr_ty) = self.typed_value(locals)?;
        match self.module.types.pointee(ptr_ty) {
            Some(pointee) => Ok((ptr, ptr_ty, pointee)),
            None => {
                self.error(at, format!("an address is needed here, and this has the type `{}`", self.type_text(ptr_ty)))
            }
        }
    }

    fn gep(&mut self, locals: &mut Locals) -> Read {
        let inbounds = self.take_word("inbounds");
        let at = self.peek();
        let source_ty = self.value_type()?;
        if self.is_punct(b'*') || !self.is_punct(b',') {
            return self.expected("`,` after the type that the address is in");
        }
        self.at += 1;
        let (base, base_ty, pointee) = self.address(locals)?;
        self.require_type(at, source_ty, pointee, "the type that the address is in")?;
        let mut indices: SmallVec<[Value; 3]> = SmallVec::new();
        while self.has_operand() {
            let at = self.peek();
            let (index, ty) = self.typed_value(locals)?;
            if self.module.types.int_bits(ty).is_none() {
                return self
                    .error(at, format!("an index is an integer, and this has the type `{}`", self.type_text(ty)));
            }
            indices.push(index);
        }
        let part = self.module.gep_element(source_ty, indices.get(1..).unwrap_or(&[]));
        let (Some(part), Some(addrspace)) = (part, self.module.types.pointer_addrspace(base_ty)) else {
            let text = self.type_text(source_ty);
            return self.error(at, format!("these indices lead out of the type `{text}`: use fewer or smaller ones"));
        };
        let ty = self.module.types.pointer(part, addrspace);
        Ok((InstKind::Gep { inbounds, source_ty, base, indices }, ty))
    }

    /// `volatile`; `atomic` is an error.
    fn volatile(&mut self) -> Parse<bool> {
        if self.is_word("atomic") {
            return self.error(self.peek(), "atomic loads and stores are not part of DXIL: use `atomicrmw`");
        }
        Ok(self.take_word("volatile"))
    }

    fn load(&mut self, locals: &mut Locals) -> Read {
        let volatile = self.volatile()?;
        let at = self.peek();
        let ty = self.value_type()?;
        self.require(b',', "between the type that is loaded and its address")?;
        let (ptr, _, pointee) = self.address(locals)?;
        self.require_type(at, ty, pointee, "what is loaded")?;
        let align = self.optional_align()?;
        Ok((InstKind::Load { ptr, align, volatile }, ty))
    }

    fn store(&mut self, locals: &mut Locals) -> Read {
        let volatile = self.volatile()?;
        let at = self.peek();
        let (value, ty) = self.typed_value(locals)?;
        self.require(b',', "between operands")?;
        let (ptr, _, pointee) = self.address(locals)?;
        self.require_type(at, ty, pointee, "what is stored")?;
        let align = self.optional_align()?;
        Ok(self.without_result(InstKind::Store { ptr, value, align, volatile }))
    }

    fn alloca(&mut self) -> Read {
        let allocated_ty = self.value_type()?;
        let mut count = self.module.i32_const(1);
        let mut align = 0;
        if self.has_operand() {
            if self.take_word("align") {
                align = self.alignment()?;
            } else {
                let at = self.peek();
                count = self.typed_constant()?;
                if self.module.constants.as_int(count).is_none() {
                    return self.error(at, "the number of elements is a constant integer");
                }
                align = self.optional_align()?;
            }
        }
        let ty = self.module.types.pointer(allocated_ty, 0);
        Ok((InstKind::Alloca { allocated_ty, count, align }, ty))
    }

    /// The indices of a part, and its type.
    fn path(&mut self, aggregate: TypeId) -> Parse<(SmallVec<[u32; 2]>, TypeId)> {
        let mut indices = SmallVec::new();
        let mut ty = aggregate;
        while self.has_operand() {
            let at = self.peek();
            let index: u32 = self.unsigned("the index of a part")?;
            let is_aggregate = !matches!(self.module.types.get(ty), Type::Vector { .. });
            #[expect(clippy::wildcard_enum_match_arm, reason = "the fields of other types are looked for by number")]
            let len = match self.module.types.get(ty) {
                Type::Array { len, .. } => *len,
                _ => u64::MAX,
            };
            match self.module.types.element(ty, u64::from(index)).filter(|_| is_aggregate && u64::from(index) < len) {
                Some(part) => ty = part,
                None => return self.error(at, format!("the type `{}` has no part {index}", self.type_text(ty))),
            }
            indices.push(index);
        }
        if indices.is_empty() {
            return self.expected("`,` and the index of a part");
        }
        Ok((indices, ty))
    }

    fn extract_value(&mut self, locals: &mut Locals) -> Read {
        let (aggregate, aggregate_ty) = self.typed_value(locals)?;
        let (indices, ty) = self.path(aggregate_ty)?;
        Ok((InstKind::ExtractValue { aggregate, indices }, ty))
    }

    fn insert_value(&mut self, locals: &mut Locals) -> Read {
        let (aggregate, ty) = self.typed_value(locals)?;
        self.require(b',', "between operands")?;
        let at = self.peek();
        let (value, value_ty) = self.typed_value(locals)?;
        let (indices, part) = self.path(ty)?;
        self.require_type(at, value_ty, part, "what is inserted")?;
        Ok((InstKind::InsertValue { aggregate, value, indices }, ty))
    }

    fn select(&mut self, locals: &mut Locals) -> Read {
        let at = self.peek();
        let (cond, cond_ty) = self.typed_value(locals)?;
        if self.module.types.int_bits(self.module.types.scalar(cond_ty)) != Some(1) {
            return self.error(at, format!("a condition has the type `i1`, and this `{}`", self.type_text(cond_ty)));
        }
        let (on_true, ty) = self.next_value(locals)?;
        self.require(b',', "between operands")?;
        let at = self.peek();
        let (on_false, other) = self.typed_value(locals)?;
        self.require_type(at, other, ty, "the value for `false`")?;
        Ok((InstKind::Select { cond, on_true, on_false }, ty))
    }

    fn vector(&mut self, locals: &mut Locals, token: Token) -> Read {
        let at = self.peek();
        let (vector, ty) = self.typed_value(locals)?;
        let Type::Vector { elem, .. } = *self.module.types.get(ty) else {
            return self.error(at, format!("a vector is needed here, and this has the type `{}`", self.type_text(ty)));
        };
        self.require(b',', "between operands")?;
        let second = self.peek();
        let (value, value_ty) = self.typed_value(locals)?;
        match self.text(token) {
            b"extractelement" => Ok((InstKind::ExtractElement { vector, index: value }, elem)),
            b"insertelement" => {
                self.require_type(second, value_ty, elem, "what is inserted")?;
                let (index, _) = self.next_value(locals)?;
                Ok((InstKind::InsertElement { vector, value, index }, ty))
            }
            _ => {
                self.require_type(second, value_ty, ty, "the second vector")?;
                self.require(b',', "between operands")?;
                let at = self.peek();
                let (mask, mask_ty) = self.typed_value(locals)?;
                let Type::Vector { len, .. } = *self.module.types.get(mask_ty) else {
                    return self.error(at, "the numbers of elements are a constant vector of `i32`");
                };
                let result = self.module.types.vector(elem, len);
                Ok((InstKind::ShuffleVector { a: vector, b: value, mask }, result))
            }
        }
    }

    fn phi(&mut self, locals: &mut Locals) -> Read {
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.require(b'[', "before a value and the block it comes from")?;
            let value = self.value(locals, ty)?;
            self.require(b',', "between a value and the block it comes from")?;
            incoming.push((value, self.block_name(locals)?));
            self.require(b']', "after a value and the block it comes from")?;
            if !self.has_operand() {
                return Ok((InstKind::Phi { incoming }, ty));
            }
        }
    }

    /// A call, after its mnemonic.
    fn call(&mut self, locals: &mut Locals, mut info: CallInfo) -> Read {
        info.convention = self.convention()?;
        let mut raw = RawAttributes { result: self.attributes()?, ..RawAttributes::default() };
        let mut stated = self.ty()?;
        // Older texts give the type of the address.
        if let Some(pointee) = self.module.types.pointee(stated)
            && self.module.types.signature(pointee).is_some()
        {
            stated = pointee;
        }
        let callee_at = self.at;
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a callee")]
        match self.kind() {
            Kind::Local | Kind::Global => self.at += 1,
            Kind::Word if self.is_word("asm") => {
                return self.error(self.peek(), "inline assembly is not part of DXIL: call an operation");
            }
            Kind::Word => {
                self.at += 1;
                self.skip_brackets()?;
            }
            _ => return self.expected("the name of the function that is called"),
        }
        self.require(b'(', "before the arguments of a call")?;
        let (mut args, mut types): (SmallVec<[Value; 6]>, Vec<TypeId>) = (SmallVec::new(), Vec::new());
        while !self.take(b')') {
            let ty = self.value_type()?;
            raw.params.push(self.attributes()?);
            let is_metadata = *self.module.types.get(ty) == Type::Metadata;
            args.push(if is_metadata { self.metadata_value(locals)? } else { self.value(locals, ty)? });
            types.push(ty);
            if !self.is_punct(b')') {
                self.require(b',', "between arguments")?;
            }
        }
        self.own_attributes(&mut raw)?;
        let end = self.at;
        #[expect(clippy::wildcard_enum_match_arm, reason = "any other type is that of the result")]
        let fn_ty = match self.module.types.get(stated).clone() {
            Type::Function { params, vararg, .. } => {
                let fits = types.starts_with(&params) && (vararg || types.len() == params.len());
                if !fits {
                    let token = self.token_at(callee_at);
                    return self
                        .error(token, format!("the arguments do not fit the type `{}`", self.type_text(stated)));
                }
                stated
            }
            _ => self.module.types.function(stated, &types),
        };
        let ptr_ty = self.module.types.pointer(fn_ty, 0);
        self.at = callee_at;
        let callee = self.value(locals, ptr_ty)?;
        self.at = end;
        info.attributes = self.attribute_list(raw)?;
        let ret = self.module.types.signature(fn_ty).map_or(stated, |(ret, _)| ret);
        Ok((InstKind::Call { callee, fn_ty, args, info }, ret))
    }

    /// Metadata as an argument: an entry, or a local value with its type.
    fn metadata_value(&mut self, locals: &mut Locals) -> Parse<Value> {
        if matches!(self.kind(), Kind::Bang | Kind::MetadataNumber | Kind::MetadataName) {
            return Ok(Value::Metadata(self.metadata_operand()?));
        }
        let (value, _) = self.typed_value(locals)?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "what is metadata stays as it is")]
        Ok(match value {
            Value::Const(id) => Value::Metadata(self.module.metadata.value(id)),
            Value::Arg(index) => Value::MetadataArg(index),
            Value::Inst(inst) => Value::MetadataInst(inst),
            other => other,
        })
    }

    fn ordering(&mut self) -> Parse<Ordering> {
        let word = self.word().unwrap_or_default();
        match Ordering::ALL.iter().find(|ordering| !word.is_empty() && ordering.text().as_bytes() == word) {
            Some(&ordering) => {
                self.at += 1;
                Ok(ordering)
            }
            None => self.expected("the ordering of an atomic access, such as `seq_cst`"),
        }
    }

    fn atomic_rmw(&mut self, locals: &mut Locals) -> Read {
        let volatile = self.take_word("volatile");
        let word = self.word().unwrap_or_default();
        let Some(&op) = AtomicOp::ALL.iter().find(|op| op.text().as_bytes() == word) else {
            return self.expected("an atomic operation, such as `add`");
        };
        self.at += 1;
        let (ptr, _, pointee) = self.address(locals)?;
        self.require(b',', "between operands")?;
        let at = self.peek();
        let (value, ty) = self.typed_value(locals)?;
        self.require_type(at, ty, pointee, "the operand")?;
        let cross_thread = !self.take_word("singlethread");
        let ordering = self.ordering()?;
        Ok((InstKind::AtomicRmw { op, ptr, value, volatile, ordering, cross_thread }, ty))
    }

    fn cmpxchg(&mut self, locals: &mut Locals) -> Read {
        let weak = self.take_word("weak");
        let volatile = self.take_word("volatile");
        let (ptr, _, pointee) = self.address(locals)?;
        self.require(b',', "between operands")?;
        let at = self.peek();
        let (expected, ty) = self.typed_value(locals)?;
        self.require_type(at, ty, pointee, "the expected value")?;
        self.require(b',', "between operands")?;
        let at = self.peek();
        let (replacement, other) = self.typed_value(locals)?;
        self.require_type(at, other, pointee, "the new value")?;
        let cross_thread = !self.take_word("singlethread");
        let (success, failure) = (self.ordering()?, self.ordering()?);
        let i1 = self.module.types.i1();
        let result = self.module.types.anon_struct(&[ty, i1]);
        let kind = InstKind::CmpXchg { ptr, expected, replacement, volatile, success, failure, cross_thread, weak };
        Ok((kind, result))
    }

    fn ret(&mut self, locals: &mut Locals) -> Read {
        let at = self.peek();
        let wanted = self.module.types.signature(self.module.functions[locals.function].ty).map(|(ret, _)| ret);
        let ty = self.ty()?;
        if let Some(wanted) = wanted {
            self.require_type(at, ty, wanted, "what is returned")?;
        }
        if *self.module.types.get(ty) == Type::Void {
            return Ok((InstKind::Ret(None), ty));
        }
        let value = self.value(locals, ty)?;
        Ok(self.without_result(InstKind::Ret(Some(value))))
    }

    fn br(&mut self, locals: &mut Locals) -> Read {
        if self.is_word("label") {
            let target = self.label(locals)?;
            return Ok(self.without_result(InstKind::Br(target)));
        }
        let i1 = self.module.types.i1();
        let at = self.peek();
        let ty = self.value_type()?;
        self.require_type(at, ty, i1, "the condition of a branch")?;
        let cond = self.value(locals, ty)?;
        self.require(b',', "between operands")?;
        let on_true = self.label(locals)?;
        self.require(b',', "between operands")?;
        let on_false = self.label(locals)?;
        Ok(self.without_result(InstKind::CondBr { cond, on_true, on_false }))
    }

    fn switch(&mut self, locals: &mut Locals) -> Read {
        let at = self.peek();
        let (value, ty) = self.typed_value(locals)?;
        if self.module.types.int_bits(ty).is_none() {
            return self
                .error(at, format!("`switch` takes an integer, and this has the type `{}`", self.type_text(ty)));
        }
        self.require(b',', "between operands")?;
        let default = self.label(locals)?;
        self.require(b'[', "before the cases of a `switch`")?;
        let mut cases = Vec::new();
        while !self.take(b']') {
            let at = self.peek();
            let case = self.typed_constant()?;
            self.require_type(at, self.constant_type(case), ty, "this case")?;
            if self.module.constants.as_int(case).is_none() {
                return self.error(at, "a case is an integer: write its number");
            }
            self.require(b',', "between the number and the block of a case")?;
            cases.push((case, self.label(locals)?));
        }
        Ok(self.without_result(InstKind::Switch { value, default, cases }))
    }
}
