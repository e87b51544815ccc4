//! Raises calls: operations of DXIL by their rows, and calls of functions.

use super::{Known, Raising, Step};
use crate::rows;
use cranelift_entity::EntityRef;
use dxil::constants::ConstKind;
use dxil::inst::{InstId, InstKind, Value as Dv};
use dxil::optable::Op as Dx;
use hlslc_base::Span;
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::ImmKind;
use hlslc_ir::ops::types::ResultRule;
use hlslc_ir::{AddressSpace, FloatFlags, Imm, Op, SigElement, TypeData, Value};
use hlslc_semantics::SignatureKind;

impl Raising<'_> {
    pub(super) fn call(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let kind = &self.body.insts[inst].kind;
        let Some(call) = self.env.dx.op_call(kind) else { return self.call_function(inst, args) };
        let args = args.get(1..).unwrap_or_default();
        if args.len() != call.op.info().params().len() {
            return Err("another number of operands than the operation takes".to_owned());
        }
        self.operation(inst, call.op, args)
    }

    fn operation(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the rows have every other operation, or it is an error")]
        match op {
            // Handles.
            Dx::CreateHandle | Dx::CreateHandleForLib | Dx::AnnotateHandle => self.handle(inst),
            Dx::CreateHandleFromBinding | Dx::CreateHandleFromHeap => Ok(()),
            // Buffers.
            Dx::BufferLoad => self.load_buffer(inst, args),
            Dx::BufferStore => self.store_buffer(args),
            Dx::RawBufferLoad => self.load_raw(inst, args),
            Dx::RawBufferStore => self.store_raw(args),
            Dx::RawBufferVectorLoad => self.load_raw_vector(inst, args),
            Dx::RawBufferVectorStore => self.store_raw_vector(args),
            Dx::CBufferLoadLegacy => self.load_row(inst, args),
            Dx::AtomicBinOp | Dx::AtomicCompareExchange => self.resource_atomic(inst, op, args),
            Dx::BufferUpdateCounter => self.update_counter(inst, args),
            Dx::GetDimensions => self.get_dimensions(inst, args),
            Dx::CheckAccessFullyMapped => self.is_mapped(inst, args),
            // Textures.
            Dx::TextureLoad => self.load_texture(inst, args),
            Dx::TextureStore | Dx::TextureStoreSample => self.store_texture(op, args),
            Dx::Sample
            | Dx::SampleBias
            | Dx::SampleLevel
            | Dx::SampleCmp
            | Dx::SampleCmpLevelZero
            | Dx::SampleCmpLevel
            | Dx::SampleCmpBias
            | Dx::SampleGrad
            | Dx::SampleCmpGrad
            | Dx::TextureGather
            | Dx::TextureGatherCmp
            | Dx::TextureGatherRaw => self.sample(inst, op, args),
            Dx::CalculateLOD => self.calculate_lod(inst, args),
            Dx::WriteSamplerFeedback
            | Dx::WriteSamplerFeedbackBias
            | Dx::WriteSamplerFeedbackLevel
            | Dx::WriteSamplerFeedbackGrad => self.write_feedback(op, args),
            // Signatures.
            Dx::LoadInput => self.load_element(inst, Op::LoadInput, SignatureKind::Input, args),
            Dx::LoadOutputControlPoint => self.load_element(inst, Op::LoadControlPoint, SignatureKind::Output, args),
            Dx::LoadPatchConstant => {
                self.load_element(inst, Op::LoadPatchConstant, SignatureKind::PatchOrPrimitive, args)
            }
            Dx::EvalCentroid => self.load_element(inst, Op::EvalCentroid, SignatureKind::Input, args),
            Dx::EvalSampleIndex => self.load_element(inst, Op::EvalSample, SignatureKind::Input, args),
            Dx::EvalSnapped => self.load_element(inst, Op::EvalSnapped, SignatureKind::Input, args),
            Dx::AttributeAtVertex => self.load_element(inst, Op::AttributeAtVertex, SignatureKind::Input, args),
            Dx::StoreOutput | Dx::StoreVertexOutput => self.store_element(Op::StoreOutput, SignatureKind::Output, args),
            Dx::StorePatchConstant | Dx::StorePrimitiveOutput => {
                self.store_element(Op::StorePatchConstant, SignatureKind::PatchOrPrimitive, args)
            }
            Dx::EmitThenCutStream => {
                let stream = self.operands(args)?;
                let void = self.module.ctx.void();
                self.b().inst(Op::EmitVertex, void, Imm::None, &stream);
                self.b().inst(Op::CutStrip, void, Imm::None, &stream);
                Ok(())
            }
            Dx::GetMeshPayload => self.mesh_payload(inst),
            // Numbers.
            Dx::FirstbitHi => self.highest_bit(inst, Op::FirstBitHighUnsigned, args),
            Dx::FirstbitSHi => self.highest_bit(inst, Op::FirstBitHighSigned, args),
            Dx::IMul
            | Dx::UMul
            | Dx::UDiv
            | Dx::USubb
            | Dx::Ibfe
            | Dx::Ubfe
            | Dx::BitcastI16toF16
            | Dx::BitcastF16toI16
            | Dx::BitcastI32toF32
            | Dx::BitcastF32toI32
            | Dx::BitcastI64toF64
            | Dx::BitcastF64toI64
            | Dx::LegacyDoubleToFloat
            | Dx::LegacyDoubleToSInt32
            | Dx::LegacyDoubleToUInt32 => self.computed(inst, op, args),
            Dx::Dot4AddI8Packed | Dx::Dot4AddU8Packed => {
                let values = self.operands(args)?;
                let ty = self.result_type(inst)?;
                let signed = u32::from(op == Dx::Dot4AddI8Packed);
                let value = self.b().value(Op::Dot4AddPacked, ty, Imm::Index(signed), &values);
                self.set(inst, value);
                Ok(())
            }
            Dx::Dot2 | Dx::Dot3 | Dx::Dot4 => self.plain(inst, Op::Dot, args),
            Dx::Pack4x8 => self.pack(inst, args),
            Dx::Unpack4x8 => self.unpack(inst, args),
            // Lanes.
            Dx::Barrier => self.barrier(args),
            Dx::WaveActiveBit | Dx::WaveActiveOp | Dx::WavePrefixOp | Dx::WaveMultiPrefixOp => {
                self.combined(inst, op, args)
            }
            Dx::QuadOp => self.with_immediate(inst, Op::QuadReadAcross, args),
            Dx::QuadVote => self.with_immediate(inst, Op::QuadVote, args),
            // Ray queries.
            Dx::AllocateRayQuery | Dx::AllocateRayQuery2 => self.allocate_query(inst, args),
            Dx::RayQueryTraceRayInline => self.trace_inline(args),
            // Nodes of work graphs.
            Dx::CreateNodeInputRecordHandle | Dx::CreateNodeOutputHandle => self.node_port(inst, op, args),
            Dx::AnnotateNodeHandle | Dx::AnnotateNodeRecordHandle => self.annotated_node(inst, args),
            Dx::IndexNodeHandle => self.node_at(inst, args),
            Dx::AllocateNodeOutputRecords => self.node_records(inst, args),
            Dx::GetNodeRecordPtr => self.node_record_at(inst, args),
            Dx::IncrementOutputCount => self.node_increment(args),
            _ => self.by_row(inst, op, args),
        }
    }

    /// An operation whose row says all.
    fn by_row(&mut self, inst: InstId, op: Dx, args: &[Dv]) -> Step<()> {
        if let Some(row) = rows::same_operands(op) {
            return self.plain(inst, row, args);
        }
        let unknown = || format!("`{}` is no operation of the IR", op.info().name());
        let row = rows::written(op).ok_or_else(unknown)?;
        let own = row.info().args().ok_or_else(unknown)?;
        match (row.info().imm, args.len().checked_sub(own)) {
            (ImmKind::None, Some(0)) => self.plain(inst, row, args),
            (ImmKind::Index, Some(1)) => self.with_immediate(inst, row, args),
            (ImmKind::Index, Some(2)) => self.of_matrix(inst, row, args),
            _ => Err(unknown()),
        }
    }

    /// An operation on the same operands. What it points to may be any memory.
    fn plain(&mut self, inst: InstId, row: Op, args: &[Dv]) -> Step<()> {
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(if self.is_pointer(arg) {
                let pointer = self.pointer(arg)?;
                self.address(&pointer)?
            } else {
                self.operand(arg)?
            });
        }
        let void = self.module.ctx.void();
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other result is a value")]
        match row.info().result {
            ResultRule::Void => {
                self.b().inst(row, void, Imm::None, &values);
            }
            ResultRule::Tuple(_) => {
                let value = self.b().op(row, &values);
                self.known.insert(inst, Known::Tuple(value));
            }
            _ => {
                let ty = self.result_type(inst)?;
                let value = self.b().value(row, ty, Imm::None, &values);
                if self.is_tuple(value) {
                    self.known.insert(inst, Known::Tuple(value));
                } else {
                    self.set(inst, value);
                }
            }
        }
        Ok(())
    }

    pub(super) fn is_pointer(&self, value: Dv) -> bool {
        let ty = self.env.dx.value_type(self.id, value);
        ty.is_some_and(|ty| self.env.dx.types.pointee(ty).is_some())
    }

    fn call_function(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let dx = self.env.dx;
        let InstKind::Call { callee: Dv::Const(callee), .. } = self.body.insts[inst].kind else {
            return Err("a call of what is no function".to_owned());
        };
        let function = match dx.constants.is_valid(callee).then(|| &dx.constants.get(callee).kind) {
            Some(ConstKind::Function(function)) => *function,
            _ => return Err("a call of what is no function".to_owned()),
        };
        let name = &dx.functions[function].name;
        // What debug information says of variables is no computation.
        if name.starts_with(b"llvm.dbg.") || name.starts_with(b"llvm.lifetime.") {
            return Ok(());
        }
        if name.starts_with(b"dx.op.") {
            return Err("an operation that is not known".to_owned());
        }
        let func =
            *self.env.functions.get(&function).ok_or_else(|| format!("a call of `{name}`, which is not here"))?;
        let params = dx.types.signature(dx.functions[function].ty).map(|(_, params)| params.to_vec());
        let params = params.ok_or("a call of what has the type of no function")?;
        let mut values = Vec::with_capacity(args.len());
        let mut copies = Vec::new();
        for (at, &arg) in args.iter().enumerate() {
            values.push(if let Some(of) = self.variable_of_resource(arg)? {
                of
            } else if self.is_pointer(arg) {
                let wanted = params.get(at).and_then(|&param| dx.types.pointee(param));
                let wanted = wanted.and_then(|to| self.types.memory(dx, &mut self.module.ctx, to));
                let (address, copy) = self.argument(arg, wanted)?;
                copies.extend(copy.zip(wanted));
                address
            } else {
                self.operand(arg)?
            });
        }
        let ret = self.module.funcs[func].ret;
        self.flags = FloatFlags::FAST;
        if let Some(value) = self.b().inst(Op::Call, ret, Imm::Func(func), &values) {
            self.set(inst, value);
        }
        for ((from, to), ty) in copies {
            self.copy(&from, &to, ty)?;
        }
        Ok(())
    }

    /// A copy of the variable of a resource whose address is passed, if it is one.
    fn variable_of_resource(&mut self, arg: Dv) -> Step<Option<Value>> {
        let dx = self.env.dx;
        let is_handle = |ty| dx.types.pointee(ty).is_some_and(|to| dx.is_handle(to));
        if !dx.value_type(self.id, arg).is_some_and(is_handle) {
            return Ok(None);
        }
        let Some(origin) = self.env.scan.element(dx, self.body, arg) else { return Ok(None) };
        let raw = self.raw(&origin)?;
        let ty = self.module.ctx.raw_handle();
        let variable = self.b().alloca(ty);
        self.move_to_entry(variable)?;
        self.b().store(variable, raw);
        Ok(Some(variable))
    }

    /// The element and the first column that an access names: its number, and the place of its column among the operands.
    fn element(&mut self, kind: SignatureKind, args: &[Dv]) -> Step<Imm> {
        let (id, col) = (self.small(args.first())?, self.small(args.get(2))?);
        let entry = self.entry.and_then(|at| self.module.entries.get(at)).ok_or("an access outside entry points")?;
        let signature = entry.signature(kind).ok_or("an access to no signature")?;
        let element = SigElement::new(id as usize);
        if !signature.is_valid(element) || col >= 4 {
            return Err("an element that the signature has not".to_owned());
        }
        Ok(Imm::Element { element, col: col as u8 })
    }

    /// Reads an element. The operands are its number, row and column, and what the operation asks for beyond.
    fn load_element(&mut self, inst: InstId, row: Op, kind: SignatureKind, args: &[Dv]) -> Step<()> {
        let imm = self.element(kind, args)?;
        let mut values = vec![self.operand(args[1])?];
        for &arg in &args[3..] {
            values.push(self.operand(arg)?);
        }
        // Where there is one vertex alone, nothing names it.
        if row.info().args() == Some(values.len() + 1) {
            let ty = self.module.ctx.i32();
            values.push(self.b().undef(ty));
        }
        let ty = self.result_type(inst)?;
        let value = self.b().value(row, ty, imm, &values);
        self.set(inst, value);
        Ok(())
    }

    /// Writes an element: number, row, column, value, and the vertex or primitive where the operation names it.
    fn store_element(&mut self, row: Op, kind: SignatureKind, args: &[Dv]) -> Step<()> {
        let imm = self.element(kind, args)?;
        let (at, value) = (self.operand(args[1])?, self.operand(args[3])?);
        let vertex = match args.get(4) {
            Some(&vertex) => self.operand(vertex)?,
            None => {
                let ty = self.module.ctx.i32();
                self.b().undef(ty)
            }
        };
        let void = self.module.ctx.void();
        self.b().inst(row, void, imm, &[at, vertex, value]);
        Ok(())
    }

    /// The payload of a mesh shader: a variable of its own.
    fn mesh_payload(&mut self, inst: InstId) -> Step<()> {
        let pointee = self.env.dx.types.pointee(self.body.insts[inst].ty).ok_or("a payload that is nowhere")?;
        let ty = self.types.memory(self.env.dx, &mut self.module.ctx, pointee).ok_or("a payload of no memory")?;
        let global = match self.payload {
            Some(known) if self.module.globals[known].ty == ty => known,
            _ => {
                let data = GlobalData::new("payload", Span::NONE, ty, AddressSpace::Payload);
                *self.payload.insert(self.module.globals.push(data))
            }
        };
        self.set_global(inst, global);
        Ok(())
    }

    fn allocate_query(&mut self, inst: InstId, args: &[Dv]) -> Step<()> {
        let flags = self.small(args.first())?;
        let own = match args.get(1) {
            Some(&own) => self.operand(own)?,
            None => self.b().i32(0),
        };
        let ty = self.module.ctx.i32();
        let value = self.b().value(Op::AllocateRayQuery, ty, Imm::Index(flags), &[own]);
        self.set(inst, value);
        Ok(())
    }

    /// The IR repeats the flags of the query where a ray is sent.
    fn trace_inline(&mut self, args: &[Dv]) -> Step<()> {
        const PLACE: usize = 2;
        let mut values = self.operands(args)?.to_vec();
        let query = *values.first().ok_or("no operands")?;
        let known = self.func.as_inst(query).map(|inst| self.func.insts[inst].imm).and_then(Imm::index);
        let known = match known {
            Some(flags) => Some(flags),
            None => self.flags_of_queries()?,
        };
        // DXIL has them at the query alone; a target that has them here cannot have those of one of several queries.
        let flags: Value = match known {
            Some(flags) => self.b().i32(flags),
            None => {
                let ty = self.module.ctx.i32();
                self.b().undef(ty)
            }
        };
        values.insert(PLACE.min(values.len()), flags);
        let void = self.module.ctx.void();
        self.b().inst(Op::TraceRayInline, void, Imm::None, &values);
        Ok(())
    }

    /// The flags of all ray queries of the function, for a query that depends on the control flow, if they are the same.
    fn flags_of_queries(&self) -> Step<Option<u32>> {
        let dx = self.env.dx;
        let mut all = None;
        for (_, inst) in self.body.layout() {
            let Some(call) = self.body.insts.get(inst).and_then(|data| dx.op_call(&data.kind)) else { continue };
            if matches!(call.op, Dx::AllocateRayQuery | Dx::AllocateRayQuery2) {
                let flags = self.small(call.arg("constRayFlags").as_ref())?;
                if *all.get_or_insert(flags) != flags {
                    return Ok(None);
                }
            }
        }
        all.map(Some).ok_or_else(|| "a ray query that is not allocated".to_owned())
    }

    /// The type data of a value.
    pub(super) fn data(&self, value: Value) -> &TypeData {
        self.module.ctx.type_data(self.func.ty(value))
    }
}
