//! Decodes calls of DXIL operations and of functions of the module.
//!
//! What an operation computes of scalars alone becomes plain instructions, one a component; what lanes, groups or resources
//! have a part in stays an operation.

use dxil::optable::ParamType;
use dxil::shader::{ResourceClass, ResourceKind, ResourceProperties};
use dxil::{ConstId, InstId, Op, Value};

use super::body::Frame;
use super::{Decoder, damaged, properties_of, unsupported};
use crate::alu;
use crate::checks::Check;
use crate::meshes::PayloadPart;
use crate::program::{BoundRange, Inst, Properties};
use crate::queries;
use crate::report::DecodeError;
use crate::shapes;
use crate::value::{Num, Pointer, Space, signed};

impl<'m> Decoder<'m> {
    /// The operand of a call that is a bit cast.
    pub(super) fn same_bits(&self, kind: &dxil::InstKind) -> Option<Value> {
        let call = self.module.op_call(kind)?;
        let of_halves = self.program.native_16bit;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations change bits")]
        match call.op {
            Op::BitcastF16toI16 | Op::BitcastI16toF16 => call.arg("value").filter(|_| of_halves),
            Op::BitcastF32toI32 | Op::BitcastI32toF32 | Op::BitcastF64toI64 | Op::BitcastI64toF64 => call.arg("value"),
            _ => None,
        }
    }

    pub(super) fn call(&mut self, frame: &mut Frame<'m>, id: InstId, args: &[Value]) -> Result<(), DecodeError> {
        let inst = &frame.body.insts[id];
        if let Some(callee) = self.module.direct_callee(&inst.kind) {
            if let Some(op) = self.module.called_op(callee, args) {
                return self.operation(frame, id, op, &args[1..]);
            }
            let function = &self.module.functions[callee];
            // What LLVM says of variables is of no effect on what is computed.
            let statement = |name: &str| function.name.as_bytes() == name.as_bytes();
            if statement("llvm.dbg.value") || statement("llvm.dbg.declare") {
                self.record(frame, id, args, statement("llvm.dbg.declare"));
                return Ok(());
            }
            if function.name.starts_with(b"llvm.dbg.") || function.name.starts_with(b"llvm.lifetime.") {
                return Ok(());
            }
            if function.name.starts_with(b"dx.op.") {
                return Err(unsupported(format!("operation `{}`", String::from_utf8_lossy(&function.name))));
            }
            return self.function(frame, id, callee, args);
        }
        Err(unsupported("call through a pointer"))
    }

    fn function(
        &mut self,
        frame: &mut Frame<'m>,
        id: InstId,
        callee: dxil::FuncId,
        args: &[Value],
    ) -> Result<(), DecodeError> {
        let number = self.callee(callee)?;
        let (mut to, result) = (self.callees[number].args, self.callees[number].result);
        for &arg in args {
            let count = self.nums(frame, arg)?.len() as u32;
            let from = self.slot(frame, arg)?;
            for at in 0..count {
                self.emit(frame, Inst::Copy { to: to + at, a: from + at });
            }
            to += count;
        }
        self.emit(frame, Inst::Call { target: number as u32 });
        let ty = frame.body.insts[id].ty;
        if !self.void(ty) {
            let count = shapes::count(self.module, ty)?;
            let to = self.slot(frame, id.into())?;
            for at in 0..count {
                self.emit(frame, Inst::Copy { to: to + at, a: result + at });
            }
        }
        Ok(())
    }

    fn operation(&mut self, frame: &mut Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<(), DecodeError> {
        if self.same_bits(&frame.body.insts[id].kind).is_some() {
            return Ok(());
        }
        if args.len() != op.info().params().len() {
            return Err(damaged(format!("a call of {} with other arguments than it has", op.info().name())));
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations follow their rows")]
        match op {
            Op::CreateHandle | Op::CreateHandleFromBinding | Op::CreateHandleFromHeap | Op::AnnotateHandle => {
                return self.handle(frame, id, op, args);
            }
            Op::BitcastF16toI16 | Op::BitcastI16toF16 => {
                let (to, a) = (self.slot(frame, id.into())?, self.slot(frame, args[0])?);
                let (from, into) = if op == Op::BitcastF16toI16 { (Num::F32, Num::I16) } else { (Num::I16, Num::F32) };
                let f = alu::cast(dxil::CastOp::Bitcast, from, into).ok_or_else(|| unsupported("such a bit cast"))?;
                self.emit(frame, Inst::Unary { f, to, a });
                return Ok(());
            }
            Op::IMul | Op::UMul | Op::UDiv | Op::UAddc | Op::USubb => return self.two_results(frame, id, op, args),
            Op::SplitDouble => {
                let (to, a) = (self.slot(frame, id.into())?, self.slot(frame, args[0])?);
                self.emit(frame, Inst::Unary { f: |x| x & 0xFFFF_FFFF, to, a });
                self.emit(frame, Inst::Unary { f: |x| x >> 32, to: to + 1, a });
                return Ok(());
            }
            Op::Dot2 | Op::Dot3 | Op::Dot4 => return self.dot(frame, id, args),
            Op::GetMeshPayload => return self.payload(frame, id),
            Op::AllocateRayQuery | Op::AllocateRayQuery2 => return self.query(frame, id, args[0]),
            _ => {}
        }
        if self.arithmetic(frame, id, op, args)? {
            return Ok(());
        }
        if self.on_vectors(frame, id, op, args)? {
            return Ok(());
        }
        if op == Op::DispatchMesh {
            self.payload_parts(frame, args[3])?;
        }
        let num = self.overload(frame, id, op, args)?;
        let mut slots = Vec::with_capacity(args.len());
        for (&arg, param) in args.iter().zip(op.info().params()) {
            // A coordinate or an offset that the operation has no use for is zero.
            let is_unused = self.module.is_undef(arg) && param.ty != ParamType::Overload;
            slots.push(if is_unused { self.zero()? } else { self.slot(frame, arg)? });
        }
        if !crate::operations::is_known(op) {
            return Err(unsupported(format!("operation `{}`", op.info().name())));
        }
        let ty = frame.body.insts[id].ty;
        let to = if self.void(ty) { 0 } else { self.slot(frame, id.into())? };
        let first = self.program.args.len() as u32;
        self.program.args.extend(slots);
        self.emit(frame, Inst::Operation { op, num, to, args: first });
        Ok(())
    }

    /// An operation that has a function of scalars: one instruction a component.
    fn arithmetic(&mut self, frame: &mut Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<bool, DecodeError> {
        let Some(&first) = args.first().filter(|_| args.len() <= 3) else { return Ok(false) };
        let nums = self.nums(frame, first)?;
        let Some(&num) = nums.first() else { return Ok(false) };
        let has_one = match args.len() {
            1 => alu::operation1(op, num).is_some(),
            2 => alu::operation2(op, num).is_some(),
            _ => alu::operation3(op, num).is_some(),
        };
        if !has_one {
            return Ok(false);
        }
        let to = self.slot(frame, id.into())?;
        let mut slots = Vec::with_capacity(args.len());
        for &arg in args {
            slots.push(self.slot(frame, arg)?);
        }
        for at in 0..nums.len() as u32 {
            let mut inputs = [0; 3];
            for (input, &slot) in inputs.iter_mut().zip(&slots) {
                *input = self.input(frame, slot + at, num)?;
            }
            // The product of a multiply-add is a term as each of its factors is blurred.
            if matches!(op, Op::FMad | Op::Fma) {
                for input in &mut inputs {
                    *input = self.term(frame, *input, num)?;
                }
            }
            let (to, [a, b, c]) = (to + at, inputs);
            if let Some(check) = Check::of_operation(op) {
                self.emit(frame, Inst::Checked { check, num, a, b: a });
            }
            match args.len() {
                1 => alu::operation1(op, num).map(|f| self.emit(frame, Inst::Unary { f, to, a })),
                2 => alu::operation2(op, num).map(|f| self.emit(frame, Inst::Binary { f, to, a, b })),
                _ => alu::operation3(op, num).map(|f| self.emit(frame, Inst::Ternary { f, to, a, b, c })),
            };
            if op.info().result == ParamType::Overload {
                self.output(frame, to, num);
            }
            if matches!(op, Op::FMad) && self.blurs_losses(num) {
                let product = self.new_slots(1)?;
                if let Some(f) = alu::binary(dxil::BinaryOp::FMul, num) {
                    self.emit(frame, Inst::Binary { f, to: product, a, b });
                    self.emit(frame, Inst::BlurLost { slot: to, product, num, args: [a, b] });
                }
            }
        }
        Ok(true)
    }

    fn two_results(&mut self, frame: &mut Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<(), DecodeError> {
        let to = self.slot(frame, id.into())?;
        let (a, b) = (self.slot(frame, args[0])?, self.slot(frame, args[1])?);
        #[expect(clippy::wildcard_enum_match_arm, reason = "only a subtraction with borrow is left")]
        let functions: [fn(u64, u64) -> u64; 2] = match op {
            Op::IMul => [
                |x, y| ((signed(x, 32) * signed(y, 32)).cast_unsigned() >> 32) & 0xFFFF_FFFF,
                |x, y| x.wrapping_mul(y) & 0xFFFF_FFFF,
            ],
            Op::UMul => [|x, y| x.wrapping_mul(y) >> 32, |x, y| x.wrapping_mul(y) & 0xFFFF_FFFF],
            Op::UDiv => {
                [|x, y| x.checked_div(y).unwrap_or(0xFFFF_FFFF), |x, y| x.checked_rem(y).unwrap_or(0xFFFF_FFFF)]
            }
            Op::UAddc => [|x, y| (x + y) & 0xFFFF_FFFF, |x, y| (x + y) >> 32],
            _ => [|x, y| x.wrapping_sub(y) & 0xFFFF_FFFF, |x, y| u64::from(x < y)],
        };
        if op == Op::UDiv {
            self.emit(frame, Inst::Checked { check: Check::UnsignedDivision, num: Num::I32, a, b });
        }
        for (at, f) in (0..).zip(functions) {
            self.emit(frame, Inst::Binary { f, to: to + at, a, b });
        }
        Ok(())
    }

    /// A dot product, summed from the first component on.
    fn dot(&mut self, frame: &mut Frame<'m>, id: InstId, args: &[Value]) -> Result<(), DecodeError> {
        let num = self.nums(frame, args[0])?[0];
        let missing = || unsupported("dot product of this type");
        let multiply = alu::binary(dxil::BinaryOp::FMul, num).ok_or_else(missing)?;
        let add = alu::operation3(Op::FMad, num).ok_or_else(missing)?;
        let to = self.slot(frame, id.into())?;
        let (left, right) = args.split_at(args.len() / 2);
        for (at, (&x, &y)) in left.iter().zip(right).enumerate() {
            let (a, b) = (self.slot(frame, x)?, self.slot(frame, y)?);
            let (a, b) = (self.input(frame, a, num)?, self.input(frame, b, num)?);
            let a = self.term(frame, a, num)?;
            self.emit(
                frame,
                match at {
                    0 => Inst::Binary { f: multiply, to, a, b },
                    _ => Inst::Ternary { f: add, to, a, b, c: to },
                },
            );
            self.output(frame, to, num);
        }
        Ok(())
    }

    /// A query of a ray: slots of its own, the first of which is its handle.
    fn query(&mut self, frame: &mut Frame<'m>, id: InstId, flags: Value) -> Result<(), DecodeError> {
        let flags = self.module.constant_int(flags).ok_or_else(|| damaged("flags of a query that are no constant"))?;
        let to = self.slot(frame, id.into())?;
        let first = self.new_slots(queries::SLOTS)?;
        self.program.constants.extend([(to, u64::from(first)), (first + queries::TYPE_FLAGS, flags)]);
        self.program.queries.push(first);
        Ok(())
    }

    /// The payload of a mesh shader: an object of the group.
    fn payload(&mut self, frame: &mut Frame<'m>, id: InstId) -> Result<(), DecodeError> {
        let to = self.slot(frame, id.into())?;
        let pointee = self.module.types.pointee(frame.body.insts[id].ty);
        let size = shapes::stride(self.module, pointee.ok_or_else(|| damaged("a payload without a type"))?)?;
        let program = &mut self.program;
        if program.payload.object.is_none() {
            program.shared_names.push("the payload".to_owned());
            Self::place(&mut program.shared_bytes, &mut program.shared, size)?;
            program.payload.object = Some(program.shared.len() as u32 - 1);
        }
        let object = program.payload.object.unwrap_or_default();
        let offset = program.shared.get(object as usize).map_or(0, |object| object.start);
        program.constants.push((to, Pointer { space: Space::Shared, object, offset }.pack()));
        Ok(())
    }

    /// The numbers of what an amplification shader passes on.
    fn payload_parts(&mut self, frame: &Frame<'m>, pointer: Value) -> Result<(), DecodeError> {
        let ty = self.type_of(frame, pointer)?;
        let pointee = self.module.types.pointee(ty).ok_or_else(|| damaged("a payload that is no pointer"))?;
        let parts = shapes::parts(self.module, pointee)?.into_iter();
        self.program.payload.parts = parts.map(|part| PayloadPart { offset: part.offset, num: part.num }).collect();
        Ok(())
    }

    fn handle(&mut self, frame: &mut Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<(), DecodeError> {
        let to = self.slot(frame, id.into())?;
        let fixed = |what: &str| damaged(format!("{what} that is no constant"));
        #[expect(clippy::wildcard_enum_match_arm, reason = "only a binding is left of what makes handles")]
        match op {
            Op::CreateHandle => {
                let number = |value: Value, what: &str| self.module.constant_int(value).ok_or_else(|| fixed(what));
                let class = ResourceClass::from_number(number(args[0], "a class")? as u32);
                let class = class.ok_or_else(|| damaged("a class of resources that there is not"))?;
                let before = self.shader.resources.classes().into_iter().zip([
                    ResourceClass::Srv,
                    ResourceClass::Uav,
                    ResourceClass::Cbv,
                    ResourceClass::Sampler,
                ]);
                let before: usize = before.take_while(|(_, of)| *of != class).map(|(list, _)| list.len()).sum();
                let within = number(args[1], "a range")? as usize;
                if within >= self.shader.resources.class(class).len() {
                    return Err(damaged("a handle of a range that is not listed"));
                }
                let range = (before + within) as u32;
                let properties = self.properties(properties_of(&self.program.ranges[range as usize]));
                let index = self.slot(frame, args[2])?;
                self.emit(frame, Inst::Bound { to, range, index, properties });
            }
            Op::CreateHandleFromBinding => {
                let Value::Const(binding) = args[0] else { return Err(fixed("a binding")) };
                let [lower, upper, space, class] = self.fields(binding)?[..] else {
                    return Err(damaged("a binding of other fields than it has"));
                };
                let class = ResourceClass::from_number(class);
                let class = class.ok_or_else(|| damaged("a class of resources that there is not"))?;
                let range = self.range(class, space, lower, upper);
                // What it is comes from its annotation.
                let properties = self.properties(properties_of(&self.program.ranges[range as usize]));
                let index = self.slot(frame, args[1])?;
                self.emit(frame, Inst::Bound { to, range, index, properties });
            }
            Op::CreateHandleFromHeap => {
                let samplers = self.module.constant_int(args[1]).ok_or_else(|| fixed("a heap"))? != 0;
                let index = self.slot(frame, args[0])?;
                self.emit(frame, Inst::Heap { to, samplers, index });
            }
            _ => {
                let Value::Const(words) = args[1] else { return Err(fixed("what a handle is of")) };
                let [first, second] = self.fields(words)?[..] else {
                    return Err(damaged("properties of other fields than they have"));
                };
                let properties = self.annotated(ResourceProperties(first, second))?;
                let a = self.slot(frame, args[0])?;
                self.emit(frame, Inst::Annotate { to, a, properties });
            }
        }
        Ok(())
    }

    fn fields(&self, id: ConstId) -> Result<Vec<u32>, DecodeError> {
        self.module
            .fields(id)
            .map(|fields| fields.to_vec())
            .ok_or_else(|| damaged("a struct of constants that is none"))
    }

    /// The number of a range by its registers: one that is listed, or a new one.
    fn range(&mut self, class: ResourceClass, space: u32, lower: u32, upper: u32) -> u32 {
        let ranges = &mut self.program.ranges;
        let is_it = |range: &BoundRange| {
            let end =
                if range.count == u32::MAX { u32::MAX } else { range.first.wrapping_add(range.count).wrapping_sub(1) };
            (range.class, range.space, range.first, end) == (class, space, lower, upper)
        };
        if let Some(known) = ranges.iter().position(is_it) {
            return known as u32;
        }
        let count = if upper == u32::MAX { u32::MAX } else { upper.wrapping_sub(lower).wrapping_add(1) };
        ranges.push(BoundRange {
            class,
            space,
            first: lower,
            count,
            kind: ResourceKind::Invalid,
            stride: 0,
            element: None,
            components: 0,
            has_counter: false,
        });
        ranges.len() as u32 - 1
    }

    fn annotated(&mut self, properties: ResourceProperties) -> Result<u32, DecodeError> {
        let kind = properties.kind().ok_or_else(|| damaged("a handle of a kind that there is not"))?;
        let (element, components) = properties.typed().unwrap_or((None, 0));
        Ok(self.properties(Properties {
            kind,
            element,
            components: components as u8,
            stride: properties.1,
            is_written: properties.is_uav(),
        }))
    }

    /// The number of what a handle may be of.
    fn properties(&mut self, found: Properties) -> u32 {
        let known = self.program.properties.iter().position(|known| *known == found);
        known.unwrap_or_else(|| {
            self.program.properties.push(found);
            self.program.properties.len() - 1
        }) as u32
    }

    /// The type that an operation is called for.
    fn overload(&self, frame: &Frame<'m>, id: InstId, op: Op, args: &[Value]) -> Result<Num, DecodeError> {
        let info = op.info();
        if let Some(at) = info.params().iter().position(|param| param.ty == ParamType::Overload) {
            return Ok(self.nums(frame, args[at])?.first().copied().unwrap_or(Num::I32));
        }
        let parts = shapes::parts(self.module, frame.body.insts[id].ty)?;
        Ok(parts.first().map_or(Num::I32, |part| part.num))
    }
}
