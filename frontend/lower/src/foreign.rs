//! Lowers what a program takes from SPIR-V: types made by opcodes, addresses, calls that are instructions, decorations, and
//! the capabilities and extensions that a module must declare for them. Nothing is interpreted here; numbers are passed
//! through.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use crate::state::Shared;
use hlslc_base::Span;
use hlslc_hir::foreign::{DecorationOperands as Written, ForeignAttributes, ForeignParam, Need};
use hlslc_hir::hir::{Arg, ExprKind, FuncId, Place};
use hlslc_hir::intrinsics::vulkan;
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Ty, TyData};
use hlslc_hir::value::ConstValue;
use hlslc_ir::foreign::{
    DecorationOperands, ForeignDecoration, ForeignInst, ForeignMode, ForeignOperand, ForeignType, ModeOperands,
    TypeOperand,
};
use hlslc_ir::{AddressSpace, Const, ConstData, Context, Imm, Op, Scalar, Type, TypeData, Value};
use smallvec::SmallVec;

/// `OpCooperativeMatrixLengthKHR`.
const COOPERATIVE_MATRIX_LENGTH: u32 = 4460;

impl Shared<'_> {
    /// Notes what the module must say.
    pub(crate) fn need(&mut self, needs: &[Need]) {
        for need in needs {
            match need {
                Need::Capability(number, span) => self.foreign.capability(*number, *span),
                Need::Extension(name, span) => self.foreign.extension(name, *span),
            }
        }
    }

    /// The decorations of something that is there, which asks for what it needs.
    pub(crate) fn decorations(&mut self, ctx: &mut Context, attributes: &ForeignAttributes) -> Vec<ForeignDecoration> {
        self.need(&attributes.needs);
        let mut lowered = Vec::with_capacity(attributes.decorations.len());
        for decoration in &attributes.decorations {
            let operands = match &decoration.operands {
                Written::Literals(numbers) => DecorationOperands::Literals(numbers.as_slice().into()),
                Written::Texts(texts) => DecorationOperands::Texts(texts.clone()),
                Written::Ids(ids) => {
                    let ids = ids.iter().filter_map(|(ty, value)| self.constant(ctx, *ty, value));
                    DecorationOperands::Ids(ids.collect())
                }
            };
            lowered.push(ForeignDecoration { number: decoration.number, operands, span: decoration.span });
        }
        lowered
    }

    /// The type of an address, or one made by its opcode.
    pub(crate) fn lower_foreign(
        &mut self,
        ctx: &mut Context,
        kind: ObjectKind,
        args: &[ObjectArg],
        depth: u32,
    ) -> Option<Type> {
        let number = |at: usize| match args.get(at) {
            Some(&ObjectArg::Number(number)) => Some(number),
            Some(ObjectArg::Type(_)) | None => None,
        };
        if kind == ObjectKind::BufferPointer {
            let &ObjectArg::Type(pointee) = args.first()? else { return None };
            let pointee = self.pointee_ty(ctx, pointee, depth)?;
            let align = number(1).unwrap_or(0);
            return Some(ctx.ty(TypeData::Foreign(ForeignType::Address { pointee, align })));
        }
        let memory = if kind == ObjectKind::SpirvType { Some((number(1)?, number(2)?)) } else { None };
        let mut operands: SmallVec<[TypeOperand; 4]> = SmallVec::new();
        for arg in args.get(if memory.is_some() { 3 } else { 1 }..)? {
            match *arg {
                ObjectArg::Number(number) => operands.push(TypeOperand::Constant(ctx.const_i32(number))),
                ObjectArg::Type(ty) => self.type_operand(ctx, ty, depth, &mut operands)?,
            }
        }
        Some(ctx.ty(TypeData::Foreign(ForeignType::Made { opcode: number(0)?, operands, memory })))
    }

    fn type_operand(
        &mut self,
        ctx: &mut Context,
        ty: Ty,
        depth: u32,
        operands: &mut SmallVec<[TypeOperand; 4]>,
    ) -> Option<()> {
        let program = self.program;
        match program.types.data(ty) {
            TyData::Object(ObjectKind::SpirvConstant, args) => {
                let (ty, bits) = self.integral_constant(ctx, args, depth)?;
                operands.push(TypeOperand::Constant(ctx.constant(ty, ConstData::Scalar(bits))));
            }
            TyData::Object(ObjectKind::SpirvLiteral, args) => {
                let &ObjectArg::Type(of) = args.first()? else { return None };
                let TyData::Object(_, args) = program.types.data(of) else { return None };
                let (ty, bits) = self.integral_constant(ctx, args, depth)?;
                operands.push(TypeOperand::Literal(bits as u32));
                if ctx.scalar_of(ty).is_some_and(|scalar| scalar.bits() == 64) {
                    operands.push(TypeOperand::Literal((bits >> 32) as u32));
                }
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String
            | TyData::Struct(_) => operands.push(TypeOperand::Type(self.lower_ty(ctx, ty, depth + 1)?)),
        }
        Some(())
    }

    fn integral_constant(&mut self, ctx: &mut Context, args: &[ObjectArg], depth: u32) -> Option<(Type, u64)> {
        let &[ObjectArg::Type(ty), ObjectArg::Number(number)] = args else { return None };
        let ty = self.lower_ty(ctx, ty, depth + 1)?;
        Some((ty, u64::from(number)))
    }

    /// The pointee type of an address: a struct whose members are not known yet may hold its own address.
    fn pointee_ty(&mut self, ctx: &mut Context, ty: Ty, depth: u32) -> Option<Type> {
        match *self.program.types.data(ty) {
            TyData::Struct(id) => self.open_struct(ctx, id, depth),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => self.lower_ty(ctx, ty, depth + 1),
        }
    }
}

impl<'p> FuncLowerer<'_, 'p> {
    /// A call that is an instruction; `None` for `void`.
    pub(crate) fn foreign_call(&mut self, id: FuncId, args: &'p [Arg], span: Span) -> Option<Value> {
        let program = self.cx.program;
        let callee = &program.funcs[id];
        let instruction = callee.instruction.as_ref()?;
        self.cx.need(&callee.foreign.needs);
        let mut operands: SmallVec<[ForeignOperand; 4]> = SmallVec::new();
        let mut values = Vec::with_capacity(args.len());
        let mut copies = Vec::new();
        for (arg, param) in args.iter().zip(&callee.params) {
            self.cx.need(&param.foreign.needs);
            match (arg, param.foreign_use) {
                (Arg::In(expr), ForeignParam::Literal) => {
                    let value = self.value(*expr);
                    let Some(bits) = self.b.func.const_bits(self.b.ctx, value) else {
                        self.internal("a literal of an instruction that is no constant");
                        return None;
                    };
                    operands.push(ForeignOperand::Literal(bits as u32));
                    let wide = self.b.ctx.scalar_of(self.b.func.ty(value)).is_some_and(|scalar| scalar.bits() == 64);
                    if wide {
                        operands.push(ForeignOperand::Literal((bits >> 32) as u32));
                    }
                }
                (arg, _) => {
                    values.push(self.argument(arg, &mut copies, span));
                    operands.push(ForeignOperand::Value);
                }
            }
        }
        self.at(span);
        let result =
            if callee.ret == hlslc_hir::types::Types::VOID { self.b.ctx.void() } else { self.ty(callee.ret, span) };
        let inst = ForeignInst { opcode: instruction.opcode, set: instruction.set.clone(), result, operands };
        let imm = Imm::Foreign(self.b.ctx.foreign(inst));
        let value = self.b.inst(Op::Foreign, result, imm, &values);
        self.copy_out(copies, span);
        value
    }

    /// Lowers `printf(format, …)`: an instruction of `NonSemantic.DebugPrintf` on the text and on scalars and vectors.
    pub(crate) fn print(&mut self, args: &'p [Arg], span: Span) {
        let mut operands: SmallVec<[ForeignOperand; 4]> = SmallVec::new();
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let Arg::In(expr) = *arg else { continue };
            let data = &self.f.exprs[expr];
            if let ExprKind::Const(ConstValue::String(text)) = &data.kind {
                operands.push(ForeignOperand::Text(text.clone()));
                continue;
            }
            if operands.is_empty() {
                self.cx.report(crate::errors::format_unknown(data.span));
                return;
            }
            let mut value = self.value(expr);
            match self.b.ctx.scalar_of(self.b.func.ty(value)) {
                Some(Scalar::Bool) => {
                    value = self.b.cast(Op::ZExt, value, Scalar::I32);
                }
                Some(_) => {}
                None => {
                    self.cx.report(crate::errors::not_supported(data.span, "to print a value of this type"));
                    return;
                }
            }
            values.push(value);
            operands.push(ForeignOperand::Value);
        }
        self.at(span);
        let result = self.b.ctx.void();
        let set = Some("NonSemantic.DebugPrintf".to_owned());
        let inst = ForeignInst { opcode: 1, set, result, operands };
        let imm = Imm::Foreign(self.b.ctx.foreign(inst));
        self.b.inst(Op::Foreign, result, imm, &values);
    }

    /// Builds an intrinsic of [`vulkan`](hlslc_hir::intrinsics::vulkan); `None` for `void`.
    pub(crate) fn expand_vulkan(&mut self, expansion: vulkan::Expansion, call: &Call) -> Option<Value> {
        use vulkan::Expansion as E;
        match expansion {
            E::RawBufferLoad => {
                let align = self.alignment(call, 1);
                let address = self.arg(call, 0);
                let pointer = self.device_pointer(address, call.ty, align, call.span);
                Some(self.b.load(pointer))
            }
            E::RawBufferStore => {
                let align = self.alignment(call, 2);
                let value = self.arg(call, 1);
                let address = self.arg(call, 0);
                let pointer = self.device_pointer(address, call.arg_ty(1), align, call.span);
                self.b.store(pointer, value);
                None
            }
            // Its format is no value: the call is lowered before its arguments are.
            E::Printf => None,
            E::CooperativeMatrixLength => {
                let (of, result) = (self.ty(call.arg_ty(0), call.span), self.ty(call.ty, call.span));
                let operands = std::iter::once(ForeignOperand::Type(of)).collect();
                let inst = ForeignInst { opcode: COOPERATIVE_MATRIX_LENGTH, set: None, result, operands };
                let imm = Imm::Foreign(self.b.ctx.foreign(inst));
                Some(self.b.value(Op::Foreign, result, imm, &[]))
            }
            E::ExecutionMode { by_ids } => {
                self.execution_mode(call, by_ids);
                None
            }
        }
    }

    /// The alignment argument, 4 if left out.
    fn alignment(&mut self, call: &Call, index: usize) -> u32 {
        if index >= call.args.len() {
            return 4;
        }
        let value = self.arg(call, index);
        let align = self.b.func.const_bits(self.b.ctx, value).map(|bits| bits as u32);
        match align.filter(|align| align.is_power_of_two()) {
            Some(align) => align,
            None => {
                self.cx.report(crate::errors::alignment_unknown(call.span));
                4
            }
        }
    }

    fn execution_mode(&mut self, call: &Call, by_ids: bool) {
        let constants: Vec<Option<Const>> = (0..call.args.len())
            .map(|at| {
                let value = self.arg(call, at);
                self.b.func.as_const(value)
            })
            .collect();
        let constants: Option<Vec<Const>> = constants.into_iter().collect();
        let number = |ctx: &Context, id: Const| ctx.scalar_bits(id).map(|bits| bits as u32);
        let mode = constants.as_deref().and_then(|all| {
            let (&mode, rest) = all.split_first()?;
            let operands = if by_ids {
                ModeOperands::Ids(rest.to_vec())
            } else {
                ModeOperands::Literals(rest.iter().map(|&id| number(self.b.ctx, id)).collect::<Option<_>>()?)
            };
            Some(ForeignMode { number: number(self.b.ctx, mode)?, operands, span: call.span })
        });
        match mode {
            Some(mode) => self.cx.foreign.mode(mode),
            None => self.cx.report(crate::errors::mode_unknown(call.span)),
        }
    }

    /// Pointer to what an address points to.
    pub(crate) fn pointee(&mut self, place: &'p Place, address: Value, address_ty: Ty) -> Value {
        let TyData::Object(_, args) = self.cx.program.types.data(address_ty) else {
            self.internal("the pointee of no address");
            return address;
        };
        let (pointee, align) = match *args.as_slice() {
            [ObjectArg::Type(pointee), ObjectArg::Number(align)] => (pointee, align),
            [ObjectArg::Type(pointee), ..] => (pointee, 0),
            _ => (place.ty, 0),
        };
        self.device_pointer(address, pointee, align, place.span)
    }

    /// Pointer to a value of type `ty` at an address. A matrix lies there as its type says, so it is the member of a struct.
    fn device_pointer(&mut self, address: Value, ty: Ty, align: u32, span: Span) -> Value {
        let pointee = self.ty(ty, span);
        let order = crate::types::matrix_order(&self.cx.program.types, ty);
        let wrapper = order.map(|order| self.cx.matrix_wrapper(self.b.ctx, pointee, order));
        let pointer = self.b.ctx.pointer(wrapper.unwrap_or(pointee), AddressSpace::Device);
        let pointer = self.b.value(Op::DevicePointer, pointer, Imm::Index(align), &[address]);
        if wrapper.is_none() {
            return pointer;
        }
        let zero = self.b.i32(0);
        self.b.gep(pointer, &[zero])
    }

    /// An address as another, as its bits, or made of them.
    pub(crate) fn address_cast(&mut self, value: Value, to: Ty, span: Span) -> Value {
        let to = self.ty(to, span);
        if to == self.b.func.ty(value) {
            return value;
        }
        debug_assert!(self.b.ctx.scalar_of(to).is_none_or(|scalar| scalar == Scalar::I64), "bits of an address");
        self.b.value(Op::AddressCast, to, Imm::None, &[value])
    }
}
