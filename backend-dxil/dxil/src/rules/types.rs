//! Checks the types of operands and results.

use crate::inst::{BinaryOp, CastOp, Inst, InstKind, Value};
use crate::module::{Body, FuncId};
use crate::types::{Type, TypeId};

use super::{Checker, Demand, Rule};

/// How the names of structs begin that stand for resources, and other objects of HLSL.
const OBJECTS: [&[u8]; 26] = [
    b"Texture1D",
    b"Texture2D",
    b"Texture3D",
    b"TextureCube",
    b"RWTexture1D",
    b"RWTexture2D",
    b"RWTexture3D",
    b"Buffer<",
    b"RWBuffer<",
    b"StructuredBuffer<",
    b"RWStructuredBuffer<",
    b"AppendStructuredBuffer<",
    b"ConsumeStructuredBuffer<",
    b"ByteAddressBuffer",
    b"RWByteAddressBuffer",
    b"RasterizerOrdered",
    b"SamplerState",
    b"SamplerComparisonState",
    b"ConstantBuffer<",
    b"TextureBuffer<",
    b"RaytracingAccelerationStructure",
    b"FeedbackTexture2D",
    b"PointStream<",
    b"LineStream<",
    b"TriangleStream<",
    b"RWTextureCube",
];
/// The structs that stand for handles.
const HANDLES: [&[u8]; 3] = [b"dx.types.Handle", b"dx.types.NodeHandle", b"dx.types.NodeRecordHandle"];

impl Checker<'_> {
    /// Whether a function takes or returns a resource, or something that holds one.
    pub(super) fn takes_resources(&self, function: TypeId) -> bool {
        let types = &self.module.types;
        let Some((ret, params)) = types.signature(function) else { return false };
        let mut work: Vec<TypeId> = params.iter().copied().chain([ret]).collect();
        let mut seen = Vec::new();
        while let Some(ty) = work.pop() {
            if let Some(name) = types.struct_name(ty) {
                let of_class = [&b"class."[..], b"struct."].iter().find_map(|prefix| name.strip_prefix(*prefix));
                let is_object = of_class.is_some_and(|name| OBJECTS.iter().any(|object| name.starts_with(object)));
                if is_object || HANDLES.contains(&name.as_bytes()) {
                    return true;
                }
            }
            if let Some(part) = types.pointee(ty).or_else(|| Some(types.array_elements(ty)?.0)) {
                work.push(part);
            } else if let Some(fields) = types.struct_fields(ty).filter(|_| !seen.contains(&ty)) {
                seen.push(ty);
                work.extend(fields);
            }
        }
        false
    }

    /// Checks an instruction whose operands are all there.
    pub(super) fn types(&mut self, function: FuncId, body: &Body, inst: &Inst) {
        let what = inst.kind.name();
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions may stand in shaders")]
        match &inst.kind {
            InstKind::InsertValue { .. } => self.report(Rule::Instruction { what }),
            InstKind::Cast { op: op @ (CastOp::IntToPtr | CastOp::PtrToInt), .. } => {
                self.report(Rule::Instruction { what: op.text() });
            }
            _ => {}
        }
        if !self.fits(function, inst) {
            self.report(Rule::Types { what });
        }
        if let InstKind::ExtractValue { aggregate, .. } = inst.kind
            && !self.ty(function, aggregate).is_some_and(|ty| self.may_be_taken_apart(body, aggregate, ty))
        {
            self.demand(Demand::ResultUse);
        }
    }

    fn ty(&self, function: FuncId, value: Value) -> Option<TypeId> {
        self.module.value_type(function, value)
    }

    /// Whether operands and result of an instruction go together.
    fn fits(&self, function: FuncId, inst: &Inst) -> bool {
        let types = &self.module.types;
        let ty = |value: Value| self.ty(function, value);
        let same = |a: Value, b: Value| ty(a).is_some() && ty(a) == ty(b);
        let is = |value: Value, expected: TypeId| ty(value) == Some(expected);
        let is_bool = |value: Value| ty(value).is_some_and(|ty| types.int_bits(ty) == Some(1));
        let pointee = |value: Value| types.pointee(ty(value)?);
        let is_void = *types.get(inst.ty) == Type::Void;
        match &inst.kind {
            InstKind::Binary { op, lhs, rhs, .. } => same(*lhs, *rhs) && is(*lhs, inst.ty) && self.suits(*op, inst.ty),
            InstKind::Cast { op, value } => ty(*value).is_some_and(|from| self.converts(*op, from, inst.ty)),
            InstKind::Gep { source_ty, base, indices, .. } => {
                let part = self.module.gep_element(*source_ty, indices.get(1..).unwrap_or(&[]));
                let is_index = |value: &Value| ty(*value).is_some_and(|ty| types.int_bits(ty).is_some());
                pointee(*base) == Some(*source_ty)
                    && !indices.is_empty()
                    && indices.iter().all(is_index)
                    && part.is_some()
                    && types.pointee(inst.ty) == part
                    && ty(*base).and_then(|ty| types.pointer_addrspace(ty)) == types.pointer_addrspace(inst.ty)
            }
            InstKind::Load { ptr, .. } => pointee(*ptr) == Some(inst.ty) && self.is_value_type(inst.ty),
            InstKind::Store { ptr, value, .. } => is_void && pointee(*ptr).is_some() && pointee(*ptr) == ty(*value),
            InstKind::Alloca { allocated_ty, .. } => types.pointee(inst.ty) == Some(*allocated_ty),
            InstKind::ExtractValue { aggregate, indices } => {
                let path = |aggregate_ty: Option<TypeId>| {
                    indices.iter().try_fold(aggregate_ty?, |ty, &index| types.element(ty, u64::from(index)))
                };
                !indices.is_empty() && path(ty(*aggregate)) == Some(inst.ty)
            }
            InstKind::InsertValue { aggregate, .. } => is(*aggregate, inst.ty),
            InstKind::Select { cond, on_true, on_false } => {
                let scalar = ty(*cond).map(|ty| types.scalar(ty));
                same(*on_true, *on_false)
                    && is(*on_true, inst.ty)
                    && scalar.is_some_and(|ty| types.int_bits(ty) == Some(1))
            }
            InstKind::ExtractElement { vector, .. } => ty(*vector).and_then(|ty| types.element(ty, 0)) == Some(inst.ty),
            InstKind::InsertElement { vector, value, .. } => {
                is(*vector, inst.ty) && types.element(inst.ty, 0).is_some() && types.element(inst.ty, 0) == ty(*value)
            }
            InstKind::ShuffleVector { a, b, .. } => same(*a, *b) && matches!(types.get(inst.ty), Type::Vector { .. }),
            InstKind::Cmp { pred, lhs, rhs, .. } => {
                let operand = ty(*lhs).map(|ty| types.scalar(ty));
                same(*lhs, *rhs)
                    && operand.is_some_and(|ty| types.is_float(ty) == pred.is_float())
                    && types.int_bits(types.scalar(inst.ty)) == Some(1)
            }
            InstKind::Phi { incoming } => incoming.iter().all(|&(value, _)| is(value, inst.ty)),
            InstKind::Call { callee, fn_ty, args, .. } => {
                let Some((ret, params)) = types.signature(*fn_ty) else { return false };
                let is_vararg = matches!(types.get(*fn_ty), Type::Function { vararg: true, .. });
                let fits = |(&arg, &param): (&Value, &TypeId)| match arg {
                    Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {
                        *types.get(param) == Type::Metadata
                    }
                    Value::Const(_) | Value::Arg(_) | Value::Inst(_) => is(arg, param),
                };
                pointee(*callee) == Some(*fn_ty)
                    && ret == inst.ty
                    && (args.len() == params.len() || is_vararg && args.len() > params.len())
                    && args.iter().zip(params).all(fits)
            }
            InstKind::AtomicRmw { ptr, value, .. } => {
                pointee(*ptr) == Some(inst.ty) && is(*value, inst.ty) && types.int_bits(inst.ty).is_some()
            }
            InstKind::CmpXchg { ptr, expected, replacement, .. } => {
                pointee(*ptr).is_some_and(|ty| types.int_bits(ty).is_some())
                    && pointee(*ptr) == ty(*expected)
                    && same(*expected, *replacement)
                    && types.element(inst.ty, 0) == ty(*expected)
            }
            InstKind::Ret(value) => {
                let ret = types.signature(self.module.functions[function].ty).map(|(ret, _)| ret);
                match value {
                    Some(value) => ret.is_some() && ty(*value) == ret,
                    None => ret.is_some_and(|ret| *types.get(ret) == Type::Void),
                }
            }
            InstKind::CondBr { cond, .. } => is_bool(*cond),
            InstKind::Switch { value, cases, .. } => {
                let of_value = ty(*value);
                of_value.is_some_and(|ty| types.int_bits(ty).is_some())
                    && cases.iter().all(|&(case, _)| Some(self.module.constants.ty(case)) == of_value)
            }
            InstKind::Br(_) | InstKind::Unreachable => is_void,
        }
    }

    /// Whether an aggregate is what operations and atomics give; there are no others among values.
    fn may_be_taken_apart(&self, body: &Body, aggregate: Value, ty: TypeId) -> bool {
        match (self.module.types.get(ty), aggregate) {
            (Type::Named(id), _) => self.module.types.named(*id).name.starts_with(b"dx.types."),
            (Type::Struct { .. }, Value::Inst(inst)) => {
                matches!(body.insts.get(inst).map(|inst| &inst.kind), Some(InstKind::CmpXchg { .. }))
            }
            _ => false,
        }
    }

    /// Whether an operation is one on this type.
    fn suits(&self, op: BinaryOp, ty: TypeId) -> bool {
        let types = &self.module.types;
        let scalar = types.scalar(ty);
        if op.is_float() { types.is_float(scalar) } else { types.int_bits(scalar).is_some() }
    }

    /// Whether a conversion is one between these types.
    fn converts(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        let types = &self.module.types;
        let (from, to) = (types.scalar(from), types.scalar(to));
        let ints = types.int_bits(from).zip(types.int_bits(to));
        let floats = types.float_bits(from).zip(types.float_bits(to));
        let pointers = types.pointer_addrspace(from).zip(types.pointer_addrspace(to));
        match op {
            CastOp::Trunc => ints.is_some_and(|(from, to)| from > to),
            CastOp::ZExt | CastOp::SExt => ints.is_some_and(|(from, to)| from < to),
            CastOp::FpTrunc => floats.is_some_and(|(from, to)| from > to),
            CastOp::FpExt => floats.is_some_and(|(from, to)| from < to),
            CastOp::FpToUi | CastOp::FpToSi => types.is_float(from) && types.int_bits(to).is_some(),
            CastOp::UiToFp | CastOp::SiToFp => types.int_bits(from).is_some() && types.is_float(to),
            CastOp::Bitcast => {
                let numbers = types.number_bits(from).is_some() && types.number_bits(to).is_some();
                pointers.is_some_and(|(from, to)| from == to) || numbers
            }
            CastOp::AddrSpaceCast => pointers.is_some(),
            CastOp::PtrToInt | CastOp::IntToPtr => true,
        }
    }
}
