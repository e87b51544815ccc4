//! Checks instructions other than calls, and their operands: undefined values, widths, casts, bounds, atomics.

use smallvec::SmallVec;

use crate::attributes::{AttrKind, Attribute, FUNCTION_INDEX};
use crate::constants::{ConstId, ConstKind};
use crate::inst::{BinaryOp, CastOp, Inst, InstId, InstKind, Value};
use crate::module::{Body, FuncId};
use crate::target::Version;
use crate::types::{Type, TypeId, addrspace};

use super::{Checker, Demand};

/// The first DXIL version with vectors as values.
const VECTORS: Version = Version::new(1, 9);
/// The first DXIL version with 64-bit atomics and marks of lifetimes.
const ATOMIC64: Version = Version::new(1, 6);

/// A hit object, which is an address by its form alone.
const HIT_OBJECT: &str = "dx.types.HitObject";
/// A handle, which may lie in a variable.
const HANDLE: &str = "dx.types.Handle";

impl Checker<'_> {
    /// Checks an instruction whose operands are all there and have the right types.
    pub(super) fn values(&mut self, function: FuncId, body: &Body, id: InstId, inst: &Inst) {
        if !matches!(inst.kind, InstKind::Call { .. }) {
            self.operands(function, inst);
            self.widths(inst);
        }
        self.precision(function, body, id, inst);
        #[expect(clippy::wildcard_enum_match_arm, reason = "there is no rule for values of the other instructions")]
        match &inst.kind {
            InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } | InstKind::ShuffleVector { .. }
                if self.module.version < VECTORS && !self.is_library() =>
            {
                self.demand(Demand::VectorInstruction);
            }
            InstKind::Unreachable if !(self.is_library() && self.ends_the_shader(body, id)) => {
                self.demand(Demand::Unreachable);
            }
            InstKind::Binary { op, rhs, .. } if self.module.constant_int(*rhs) == Some(0) => match op {
                BinaryOp::SDiv => self.demand(Demand::SignedDivisionByZero),
                BinaryOp::UDiv => self.demand(Demand::UnsignedDivisionByZero),
                BinaryOp::Add
                | BinaryOp::FAdd
                | BinaryOp::Sub
                | BinaryOp::FSub
                | BinaryOp::Mul
                | BinaryOp::FMul
                | BinaryOp::FDiv
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::FRem
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => {}
            },
            InstKind::Alloca { allocated_ty, .. } => self.variable_type(*allocated_ty),
            InstKind::Gep { source_ty, indices, .. } => self.bounds(*source_ty, indices, inst.ty),
            InstKind::Cast { op, value } => self.cast(function, *op, *value, inst.ty),
            InstKind::AtomicRmw { ptr, .. } | InstKind::CmpXchg { ptr, .. } => self.atomic(function, body, *ptr),
            _ => {}
        }
        let is_shared = self.module.types.pointer_addrspace(inst.ty) == Some(addrspace::GROUPSHARED);
        if is_shared && self.root(body, Value::Inst(id)).is_none() {
            self.demand(Demand::GroupsharedAddress);
        }
    }

    /// Whether the instruction before one is an operation that does not come back.
    fn ends_the_shader(&self, body: &Body, id: InstId) -> bool {
        let insts = body.blocks.values().map(|block| &block.insts).find(|insts| insts.last() == Some(&id));
        let before = insts.and_then(|insts| insts.get(insts.len().checked_sub(2)?));
        let callee = before.and_then(|&before| {
            if let InstKind::Call { callee, .. } = body.insts.get(before)?.kind { self.callee(callee) } else { None }
        });
        let callee = callee.filter(|&callee| self.module.functions[callee].name.starts_with(b"dx.op."));
        let list = callee.and_then(|callee| self.module.attributes.get(self.module.functions[callee].attributes?));
        list.is_some_and(|list| list.at(FUNCTION_INDEX).contains(&Attribute::Kind(AttrKind::NoReturn)))
    }

    /// Undefined values may only meet others, or be stored.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other instruction may have an undefined operand")]
    fn operands(&mut self, function: FuncId, inst: &Inst) {
        let may_be_undefined = |index: usize| match inst.kind {
            InstKind::Phi { .. } => true,
            InstKind::Store { value, .. } => inst.kind.operands().get(index) == Some(&value),
            InstKind::InsertElement { .. } => index == 0,
            InstKind::ShuffleVector { .. } => index == 1,
            _ => false,
        };
        let mut index = 0;
        inst.kind.each_operand(|operand| {
            let is_undefined = if let Value::Const(id) = operand {
                let constant = self.module.constants.get(id);
                match &constant.kind {
                    ConstKind::Undef => !may_be_undefined(index),
                    ConstKind::Cast { .. }
                    | ConstKind::Gep { .. }
                    | ConstKind::Binary { .. }
                    | ConstKind::Cmp { .. }
                    | ConstKind::Select { .. } => {
                        constant.kind.operands().iter().any(|&part| self.module.constants.is_undef(part))
                    }
                    ConstKind::Null
                    | ConstKind::Int(_)
                    | ConstKind::Float(_)
                    | ConstKind::Aggregate(_)
                    | ConstKind::Global(_)
                    | ConstKind::Function(_) => false,
                }
            } else {
                false
            };
            if is_undefined {
                self.demand(Demand::UndefinedOperand);
            }
            if let Some(bits) = self.module.value_type(function, operand).and_then(|ty| self.module.types.int_bits(ty))
            {
                self.width(bits);
            }
            index += 1;
        });
    }

    fn width(&mut self, bits: u32) {
        match bits {
            1 | 16 | 32 | 64 => {}
            8 => self.demand(Demand::ByteOperand),
            _ => self.demand(Demand::IntegerWidth),
        }
    }

    /// The width of what an instruction makes, or of what the address it makes leads to.
    fn widths(&mut self, inst: &Inst) {
        let types = &self.module.types;
        let mut ty = types.pointee(inst.ty).unwrap_or(inst.ty);
        while let Type::Array { elem, .. } = types.get(ty) {
            ty = *elem;
        }
        // Marks of lifetimes take addresses of bytes.
        let is_mark = matches!(inst.kind, InstKind::Cast { op: CastOp::Bitcast, .. })
            && types.pointee(inst.ty).is_some()
            && self.module.version >= ATOMIC64;
        if let Some(bits) = types.int_bits(ty).filter(|_| !is_mark) {
            self.width(bits);
        }
        if let Type::Other(_) = types.get(types.scalar(ty)) {
            self.demand(Demand::TypeUnknown);
        }
    }

    /// Checks the type of a variable: scalars, structs of allowed types, one-dimensional arrays of these, or an address of one.
    pub(super) fn variable_type(&mut self, ty: TypeId) {
        let types = &self.module.types;
        let (mut work, mut seen) = (vec![(ty, false)], Vec::new());
        while let Some((mut ty, is_inner)) = work.pop() {
            if let Some(pointee) = types.pointee(ty) {
                if is_inner || types.pointee(pointee).is_some() {
                    self.demand(Demand::PointerToPointer);
                    continue;
                }
                ty = pointee;
            }
            if let Type::Array { elem, .. } = types.get(ty) {
                ty = *elem;
                if !is_inner && matches!(types.get(ty), Type::Array { .. }) {
                    self.demand(Demand::ArrayOfArrays);
                    return;
                }
                while let Type::Array { elem, .. } = types.get(ty) {
                    ty = *elem;
                }
            }
            match types.get(ty) {
                Type::Half | Type::Float | Type::Double | Type::Int(1 | 8 | 16 | 32 | 64) => {}
                Type::Int(_) => self.demand(Demand::IntegerWidth),
                Type::Vector { .. } if self.module.version < VECTORS && !self.is_library() => {
                    self.demand(Demand::VectorType);
                }
                Type::Struct { .. } | Type::Named(_) => {
                    let name = types.struct_name(ty);
                    let is_opaque = name.is_some_and(|name| name == HIT_OBJECT || name == HANDLE);
                    if !is_opaque && name.is_some_and(|name| name.starts_with(b"dx.")) {
                        if name.is_some_and(|name| name.starts_with(b"dx.types.")) {
                            self.demand(Demand::StructUser);
                        }
                        self.demand(Demand::NamespaceReserved);
                        continue;
                    }
                    if let Some(fields) = types.struct_fields(ty).filter(|_| !is_opaque && !seen.contains(&ty)) {
                        seen.push(ty);
                        work.extend(fields.iter().map(|&field| (field, true)));
                    }
                }
                Type::Vector { .. } => {}
                Type::Void
                | Type::Label
                | Type::Metadata
                | Type::Other(_)
                | Type::Pointer { .. }
                | Type::Array { .. }
                | Type::Function { .. } => {
                    if !self.is_library() {
                        self.demand(Demand::TypeUnknown);
                    }
                }
            }
        }
    }

    /// Constant indices stay inside the object.
    fn bounds(&mut self, source: TypeId, indices: &[Value], result: TypeId) {
        let constants: Option<SmallVec<[u64; 4]>> =
            indices.iter().map(|&index| self.module.constant_int(index)).collect();
        let (Some(constants), Some(part)) = (constants, self.module.types.pointee(result)) else { return };
        let (Some(element_size), Some(part)) = (self.module.alloc_size(source), self.module.alloc_size(part)) else {
            return;
        };
        let Some((&first, rest)) = constants.split_first() else { return };
        // The validator counts in 32 bits.
        let mut offset = first.wrapping_mul(element_size) as u32;
        let mut ty = source;
        for &index in rest {
            let Some(element) = self.module.types.element(ty, index) else { return };
            let step = if matches!(self.module.types.get(ty), Type::Array { .. } | Type::Vector { .. }) {
                self.module.alloc_size(element).map(|size| size.wrapping_mul(index))
            } else {
                self.module.field_offset(ty, index as usize)
            };
            let Some(step) = step else { return };
            offset = offset.wrapping_add(step as u32);
            ty = element;
        }
        if offset.wrapping_add(part as u32) > element_size as u32 {
            self.demand(Demand::OutOfBounds);
        }
    }

    fn cast(&mut self, function: FuncId, op: CastOp, value: Value, to: TypeId) {
        let types = &self.module.types;
        let Some(from) = self.module.value_type(function, value) else { return };
        match op {
            CastOp::AddrSpaceCast => {
                let generic = [from, to].iter().any(|&ty| types.pointer_addrspace(ty) == Some(addrspace::GENERIC));
                if !generic {
                    self.demand(Demand::AddressSpaces);
                }
            }
            CastOp::Bitcast => {
                let (mut from, mut to) = (from, to);
                if let (Some(source), Some(target)) = (types.pointee(from), types.pointee(to)) {
                    if types.int_bits(target) == Some(8) && self.module.version >= ATOMIC64 {
                        return;
                    }
                    if self.module.alloc_size(source) != self.module.alloc_size(target) {
                        self.demand(Demand::PointerCast);
                        return;
                    }
                    (from, to) = (source, target);
                    for ty in [&mut from, &mut to] {
                        while let Type::Array { elem, .. } = types.get(*ty) {
                            *ty = *elem;
                        }
                    }
                }
                let is_struct = |ty| types.struct_fields(ty).is_some();
                let is_small = |ty: TypeId| matches!(types.get(ty), Type::Half | Type::Int(..=16));
                if (is_struct(from) || is_struct(to)) && !self.is_library() {
                    self.demand(Demand::StructCast);
                } else if (is_small(from) || is_small(to)) && !self.module.has_native_16bit() {
                    self.demand(Demand::MinPrecisionCast);
                }
            }
            CastOp::Trunc
            | CastOp::ZExt
            | CastOp::SExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp
            | CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::PtrToInt
            | CastOp::IntToPtr => {}
        }
    }

    fn atomic(&mut self, function: FuncId, body: &Body, ptr: Value) {
        let types = &self.module.types;
        let Some(ty) = self.module.value_type(function, ptr) else { return };
        let is_wide = types.pointee(ty).and_then(|ty| types.int_bits(ty)) == Some(64);
        let space = types.pointer_addrspace(ty);
        if is_wide && self.module.version < ATOMIC64 {
            self.demand(Demand::Atomic64Model);
        }
        if space != Some(addrspace::GROUPSHARED) && space != Some(addrspace::NODE_RECORD) {
            self.demand(Demand::AtomicTarget);
        }
        let root = self.root(body, ptr).map(|root| &self.module.constants.get(root).kind);
        if let Some(ConstKind::Global(global)) = root
            && self.module.globals[*global].is_const
        {
            self.demand(Demand::AtomicConstant);
        }
    }

    /// The global variable that an address is in.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these instructions compute an address from another")]
    fn root(&self, body: &Body, value: Value) -> Option<ConstId> {
        let mut value = value;
        loop {
            match value {
                Value::Inst(inst) => match &body.insts.get(inst)?.kind {
                    InstKind::Gep { base, .. } => value = *base,
                    InstKind::Cast { op: CastOp::Bitcast, value: from } => value = *from,
                    _ => return None,
                },
                Value::Const(id) => match &self.module.constants.get(id).kind {
                    ConstKind::Global(_) => return Some(id),
                    ConstKind::Gep { operands, .. } => value = Value::Const(*operands.first()?),
                    ConstKind::Cast { value: from, .. } => value = Value::Const(*from),
                    ConstKind::Null
                    | ConstKind::Undef
                    | ConstKind::Int(_)
                    | ConstKind::Float(_)
                    | ConstKind::Aggregate(_)
                    | ConstKind::Function(_)
                    | ConstKind::Binary { .. }
                    | ConstKind::Cmp { .. }
                    | ConstKind::Select { .. } => return None,
                },
                Value::Arg(_) | Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => return None,
            }
        }
    }

    /// Values of minimum precision cannot be precise.
    fn precision(&mut self, function: FuncId, body: &Body, id: InstId, inst: &Inst) {
        if self.module.has_native_16bit() || self.precise.is_none_or(|kind| body.attachment(id, kind).is_none()) {
            return;
        }
        let is_small = |operand: &Value| {
            let ty = self.module.value_type(function, *operand);
            ty.is_some_and(|ty| matches!(self.module.types.get(ty), Type::Half | Type::Int(16)))
        };
        if inst.kind.operands().iter().any(is_small) {
            self.demand(Demand::PreciseMinPrecision);
        }
    }
}
