//! Interns the constants of a module.
//!
//! A constant is a [`ConstId`]; equal constants have equal ids. Canonical forms: a scalar zero is `Int(0)` or
//! `Float(0)`, never `Null`; an aggregate of zeros is `Null` and one of undefs is `Undef`, as LLVM folds them. Globals
//! and functions are constants too (their addresses), so an operand that must be constant is always one `ConstId`.
//! Only a constant that can be chosen later ([`Specialization`](crate::module::Specialization)) is not shared.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::inst::{BinaryOp, CastOp, Predicate, Value};
use crate::module::{FuncId, GlobalId, Module};
use crate::types::TypeId;

/// A constant of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstId(u32);
entity_impl!(ConstId, "const");

/// A typed constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub kind: ConstKind,
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstKind {
    /// The null pointer, or an aggregate of zeros.
    Null,
    /// No particular value.
    Undef,
    /// An integer; bits above its width are zero.
    Int(u64),
    /// A float, as its bit pattern.
    Float(u64),
    /// A struct, array or vector.
    Aggregate(Box<[ConstId]>),
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
    /// A conversion of a constant.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The operand.
        value: ConstId,
    },
    /// The address of a part of a global variable.
    Gep {
        /// Whether the result stays inside the object.
        inbounds: bool,
        /// The pointee of the base.
        source_ty: TypeId,
        /// The base and the indices.
        operands: Box<[ConstId]>,
    },
    /// Arithmetic that nothing has folded.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// Its wrap, exact and fast-math flags, see [`crate::inst::Flags`].
        flags: u8,
        /// Left operand.
        lhs: ConstId,
        /// Right operand.
        rhs: ConstId,
    },
    /// A comparison that nothing has folded.
    Cmp {
        /// The predicate.
        pred: Predicate,
        /// Left operand.
        lhs: ConstId,
        /// Right operand.
        rhs: ConstId,
    },
    /// A choice that nothing has folded.
    Select {
        /// The condition.
        cond: ConstId,
        /// The value if true.
        on_true: ConstId,
        /// The value if false.
        on_false: ConstId,
    },
}

impl ConstKind {
    /// The constants this one is made of.
    pub fn operands(&self) -> smallvec::SmallVec<[ConstId; 4]> {
        use smallvec::smallvec;
        match self {
            Self::Null | Self::Undef | Self::Int(_) | Self::Float(_) | Self::Global(_) | Self::Function(_) => {
                smallvec![]
            }
            Self::Aggregate(parts) => parts.iter().copied().collect(),
            Self::Cast { value, .. } => smallvec![*value],
            Self::Gep { operands, .. } => operands.iter().copied().collect(),
            Self::Binary { lhs, rhs, .. } | Self::Cmp { lhs, rhs, .. } => smallvec![*lhs, *rhs],
            Self::Select { cond, on_true, on_false } => smallvec![*cond, *on_true, *on_false],
        }
    }
}

/// All constants of one module.
#[derive(Clone, Debug)]
pub struct Constants {
    values: PrimaryMap<ConstId, Constant>,
    interned: FxHashMap<Constant, ConstId>,
}

impl Default for Constants {
    fn default() -> Self {
        // What a small shader has, so that most modules grow nothing.
        const ROOM: usize = 64;
        Self {
            values: PrimaryMap::with_capacity(ROOM),
            interned: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
        }
    }
}

impl Constants {
    /// The id of a constant, new or known. Callers keep the canonical forms; [`Module::constant`] does it for them.
    pub fn intern(&mut self, constant: Constant) -> ConstId {
        if let Some(&id) = self.interned.get(&constant) {
            return id;
        }
        let id = self.values.push(constant.clone());
        self.interned.insert(constant, id);
        id
    }

    /// Gives functions other ids. The address of one without a new id is undef, and nothing may use it.
    pub(crate) fn renumber_functions(&mut self, ids: &SecondaryMap<FuncId, Option<FuncId>>) {
        for constant in self.values.values_mut() {
            if let ConstKind::Function(function) = constant.kind {
                constant.kind = ids[function].map_or(ConstKind::Undef, ConstKind::Function);
            }
        }
        self.interned.clear();
        for (id, constant) in &self.values {
            self.interned.entry(constant.clone()).or_insert(id);
        }
    }

    /// A constant with an id of its own, even if another has the same value: a record of its own in bitcode, which can be
    /// changed alone.
    pub fn distinct(&mut self, constant: Constant) -> ConstId {
        self.values.push(constant)
    }

    /// A constant.
    pub fn get(&self, id: ConstId) -> &Constant {
        &self.values[id]
    }

    /// The type of a constant.
    pub fn ty(&self, id: ConstId) -> TypeId {
        self.values[id].ty
    }

    /// All constants, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ConstId, &Constant)> {
        self.values.iter()
    }

    /// The number of constants.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no constant yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether the id is one of this table.
    pub fn is_valid(&self, id: ConstId) -> bool {
        self.values.is_valid(id)
    }

    /// The value of an integer constant, zero-extended.
    pub fn as_int(&self, id: ConstId) -> Option<u64> {
        if let ConstKind::Int(bits) = self.values[id].kind { Some(bits) } else { None }
    }

    /// The bits of an integer or floating-point constant.
    pub fn as_number(&self, id: ConstId) -> Option<u64> {
        if let ConstKind::Int(bits) | ConstKind::Float(bits) = self.values[id].kind { Some(bits) } else { None }
    }

    /// Whether the constant is undef.
    pub fn is_undef(&self, id: ConstId) -> bool {
        self.values[id].kind == ConstKind::Undef
    }

    /// Whether every bit of the constant is zero.
    pub fn is_zero(&self, id: ConstId) -> bool {
        matches!(self.values[id].kind, ConstKind::Null | ConstKind::Int(0) | ConstKind::Float(0))
    }
}

/// Construction of constants.
impl Module {
    /// A constant of any kind, brought to its canonical form.
    pub fn constant(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let kind = match kind {
            ConstKind::Null if self.types.int_bits(ty).is_some() => ConstKind::Int(0),
            ConstKind::Null if self.types.is_float(ty) => ConstKind::Float(0),
            ConstKind::Int(bits) => ConstKind::Int(truncate(bits, self.types.int_bits(ty).unwrap_or(64))),
            ConstKind::Aggregate(parts) if parts.iter().all(|&part| self.constants.is_zero(part)) => ConstKind::Null,
            ConstKind::Aggregate(parts) if parts.iter().all(|&part| self.constants.is_undef(part)) => ConstKind::Undef,
            other @ (ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Float(_)
            | ConstKind::Aggregate(_)
            | ConstKind::Global(_)
            | ConstKind::Function(_)
            | ConstKind::Cast { .. }
            | ConstKind::Gep { .. }
            | ConstKind::Binary { .. }
            | ConstKind::Cmp { .. }
            | ConstKind::Select { .. }) => other,
        };
        self.constants.intern(Constant { ty, kind })
    }

    /// An integer of any type; bits beyond its width are dropped.
    pub fn int_const(&mut self, ty: TypeId, value: u64) -> ConstId {
        self.constant(ty, ConstKind::Int(value))
    }

    /// An `i1`.
    pub fn i1_const(&mut self, value: bool) -> ConstId {
        let ty = self.types.i1();
        self.int_const(ty, u64::from(value))
    }

    /// An `i8`.
    pub fn i8_const(&mut self, value: i8) -> ConstId {
        let ty = self.types.i8();
        self.int_const(ty, value as u64)
    }

    /// An `i16`.
    pub fn i16_const(&mut self, value: i16) -> ConstId {
        let ty = self.types.i16();
        self.int_const(ty, value as u64)
    }

    /// An `i32`.
    pub fn i32_const(&mut self, value: i32) -> ConstId {
        let ty = self.types.i32();
        self.int_const(ty, value as u64)
    }

    /// An `i32` from an unsigned number.
    pub fn u32_const(&mut self, value: u32) -> ConstId {
        self.i32_const(value.cast_signed())
    }

    /// An `i64`.
    pub fn i64_const(&mut self, value: i64) -> ConstId {
        let ty = self.types.i64();
        self.int_const(ty, value as u64)
    }

    /// A `half`, given as its bits.
    pub fn half_const(&mut self, bits: u16) -> ConstId {
        let ty = self.types.half();
        self.constant(ty, ConstKind::Float(u64::from(bits)))
    }

    /// A `float`.
    pub fn float_const(&mut self, value: f32) -> ConstId {
        let ty = self.types.float();
        self.constant(ty, ConstKind::Float(u64::from(value.to_bits())))
    }

    /// A `double`.
    pub fn double_const(&mut self, value: f64) -> ConstId {
        let ty = self.types.double();
        self.constant(ty, ConstKind::Float(value.to_bits()))
    }

    /// The zero of a type: 0, 0.0, a null pointer, an aggregate of zeros.
    pub fn zero(&mut self, ty: TypeId) -> ConstId {
        self.constant(ty, ConstKind::Null)
    }

    /// The undef of a type.
    pub fn undef(&mut self, ty: TypeId) -> ConstId {
        self.constant(ty, ConstKind::Undef)
    }

    /// A struct, array or vector of constants.
    pub fn aggregate(&mut self, ty: TypeId, parts: &[ConstId]) -> ConstId {
        self.constant(ty, ConstKind::Aggregate(parts.into()))
    }

    /// The address of a global variable.
    pub fn global_address(&mut self, global: GlobalId) -> ConstId {
        let ty = self.global_type(global);
        self.constant(ty, ConstKind::Global(global))
    }

    /// The address of a function.
    pub fn function_address(&mut self, function: FuncId) -> ConstId {
        let fn_ty = self.functions[function].ty;
        let ty = self.types.pointer(fn_ty, 0);
        self.constant(ty, ConstKind::Function(function))
    }

    /// The address of a part of what a constant address leads to; `indices` begin with the step over whole objects.
    pub fn const_gep(&mut self, base: ConstId, indices: &[ConstId], inbounds: bool) -> ConstId {
        let base_ty = self.constants.ty(base);
        let space = self.types.pointer_addrspace(base_ty).unwrap_or(0);
        let source_ty = self.types.pointee(base_ty).unwrap_or(base_ty);
        let steps: Vec<Value> = indices.iter().skip(1).map(|&index| index.into()).collect();
        let part = self.gep_element(source_ty, &steps).unwrap_or(source_ty);
        let ty = self.types.pointer(part, space);
        let operands = std::iter::once(base).chain(indices.iter().copied()).collect();
        self.constant(ty, ConstKind::Gep { inbounds, source_ty, operands })
    }

    /// A conversion of a constant.
    pub fn const_cast(&mut self, op: CastOp, value: ConstId, ty: TypeId) -> ConstId {
        self.constant(ty, ConstKind::Cast { op, value })
    }
}

/// The low `bits` bits of a number.
fn truncate(value: u64, bits: u32) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}
