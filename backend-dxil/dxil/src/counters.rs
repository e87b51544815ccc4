//! Counts the instructions of each kind in a module (`dx.counters`), for reflection.
//!
//! Each operation counts for at most the counters whose row names its number, each instruction of LLVM for one. Counters that are
//! zero are not written.

use crate::constants::ConstKind;
use crate::inst::{BinaryOp, CastOp, InstKind, Value};
use crate::module::{Body, GlobalId, Linkage, Module};
use crate::types::{Type, TypeId, addrspace};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident [$($ops:pat),*];)*) => {
        /// The counters, in the order of their names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct Counters { $($(#[$doc])* pub $name: u32,)* }

        impl Counters {
            /// Names and values, in the order of the names.
            pub fn rows(&self) -> Vec<(&'static str, u32)> {
                vec![$((stringify!($name), self.$name)),*]
            }

            /// The counter of that name.
            fn named(&mut self, name: &[u8]) -> Option<&mut u32> {
                $(if name == stringify!($name).as_bytes() {
                    return Some(&mut self.$name);
                })*
                None
            }

            fn count_operation(&mut self, number: u32) {
                $(if matches!(number, $($ops)|*) {
                    self.$name += 1;
                })*
            }
        }
    };
}

/// No operation.
const NONE: u32 = u32::MAX;

counters! {
    /// Bytes of local arrays.
    array_local_bytes [NONE];
    /// Reads and writes of local arrays.
    array_local_ldst [NONE];
    /// Bytes of arrays of one thread outside functions.
    array_static_bytes [NONE];
    /// Reads and writes of them.
    array_static_ldst [NONE];
    /// Bytes of arrays that a thread group shares.
    array_tgsm_bytes [NONE];
    /// Reads and writes of them.
    array_tgsm_ldst [NONE];
    /// Atomic operations.
    atomic [70, 78..=79];
    /// Barriers.
    barrier [80, 244..=246];
    /// Branches with a condition.
    branches [NONE];
    /// Fences.
    fence [NONE];
    /// Operations on floats.
    floats [6..=29, 35..=36, 47, 54..=56, 162, 311];
    /// Ends of strips.
    gs_cut [98..=99];
    /// Vertices emitted.
    gs_emit [97, 99];
    /// All instructions.
    insts [NONE];
    /// Operations on signed integers.
    ints [37..=38, 41, 48, 51, 163, 309..=310];
    /// Reads of signatures.
    sig_ld [4, 103..=104];
    /// Writes of signatures.
    sig_st [5, 106, 171..=172];
    /// Samples with a bias.
    tex_bias [61];
    /// Samples that compare.
    tex_cmp [64..=65, 74, 224, 254..=255];
    /// Samples with gradients.
    tex_grad [63];
    /// Reads of textures and buffers.
    tex_load [66, 68, 139, 303];
    /// Other samples.
    tex_norm [60, 62, 73, 223];
    /// Writes of textures and buffers.
    tex_store [67, 69, 140, 174..=177, 225, 304];
    /// Operations on unsigned integers.
    uints [30..=34, 39..=40, 42..=45, 49..=50, 52..=53, 164, 309..=310];
}

/// The name of the metadata list.
const NAME: &str = "dx.counters";

/// Whose arrays memory belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    Local,
    Static,
    Shared,
}

impl Counters {
    /// Counts a module.
    pub fn of(module: &Module) -> Self {
        let mut counters = Self::default();
        for (id, global) in &module.globals {
            let size = module.alloc_size(global.ty).and_then(|size| u32::try_from(size).ok()).unwrap_or(u32::MAX);
            let counter = match array_of(module, id) {
                Some(Memory::Static) => &mut counters.array_static_bytes,
                Some(Memory::Shared) => &mut counters.array_tgsm_bytes,
                Some(Memory::Local) | None => continue,
            };
            *counter = counter.saturating_add(size);
        }
        for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
            for (_, inst) in body.layout() {
                counters.insts += 1;
                counters.count(module, body, &body.insts[inst].kind);
            }
        }
        counters
    }

    fn count(&mut self, module: &Module, body: &Body, kind: &InstKind) {
        match kind {
            InstKind::Alloca { allocated_ty, .. } if is_array(module, *allocated_ty) => {
                let size = module.alloc_size(*allocated_ty).and_then(|size| u32::try_from(size).ok());
                self.array_local_bytes = self.array_local_bytes.saturating_add(size.unwrap_or(u32::MAX));
            }
            InstKind::Call { .. } => {
                if let Some(call) = module.op_call(kind) {
                    self.count_operation(call.op.info().opcode());
                }
            }
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => match array_at(module, body, *ptr) {
                Some(Memory::Local) => self.array_local_ldst += 1,
                Some(Memory::Static) => self.array_static_ldst += 1,
                Some(Memory::Shared) => self.array_tgsm_ldst += 1,
                None => {}
            },
            InstKind::CondBr { .. } => self.branches += 1,
            InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } => self.atomic += 1,
            InstKind::Binary { op, .. } if op.is_float() => self.floats += 1,
            InstKind::Binary { op, .. } => {
                if matches!(
                    op,
                    BinaryOp::UDiv
                        | BinaryOp::URem
                        | BinaryOp::Shl
                        | BinaryOp::LShr
                        | BinaryOp::And
                        | BinaryOp::Or
                        | BinaryOp::Xor
                ) {
                    self.uints += 1;
                } else {
                    self.ints += 1;
                }
            }
            InstKind::Cast { op, .. } => match op {
                CastOp::Trunc | CastOp::SExt => self.ints += 1,
                CastOp::ZExt => self.uints += 1,
                CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp | CastOp::FpTrunc | CastOp::FpExt => {
                    self.floats += 1;
                }
                CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast | CastOp::AddrSpaceCast => {}
            },
            InstKind::Cmp { pred, .. } => {
                *(if pred.is_float() { &mut self.floats } else { &mut self.ints }) += 1;
            }
            InstKind::Gep { .. }
            | InstKind::Alloca { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. }
            | InstKind::Select { .. }
            | InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::Phi { .. }
            | InstKind::Ret(_)
            | InstKind::Br(_)
            | InstKind::Switch { .. }
            | InstKind::Unreachable => {}
        }
    }

    /// Writes the metadata.
    pub fn write(&self, module: &mut Module) {
        let mut operands = Vec::new();
        for (name, value) in self.rows() {
            if value != 0 {
                operands.extend([module.metadata.string(name), module.md_u32(value)]);
            }
        }
        if !operands.is_empty() {
            let node = module.metadata.tuple(&operands);
            module.add_named_metadata(NAME, node);
        }
    }

    /// The counters in the metadata of a module; `None` if it has none, or others.
    pub fn read(module: &Module) -> Option<Self> {
        let mut counters = Self::default();
        for pair in module.metadata.operands(*module.named_nodes(NAME).first()?)?.chunks(2) {
            let &[Some(name), Some(value)] = pair else { return None };
            let counter = counters.named(module.metadata.as_string(name)?)?;
            *counter = u32::try_from(module.md_int(value)?).ok()?;
        }
        Some(counters)
    }
}

fn is_array(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Array { .. })
}

/// Whose array a global is, if it is one that is counted.
fn array_of(module: &Module, id: GlobalId) -> Option<Memory> {
    let global = &module.globals[id];
    if !is_array(module, global.ty) {
        return None;
    }
    let is_static = !global.is_const && global.linkage == Linkage::Internal && global.addrspace == addrspace::DEFAULT;
    if global.addrspace == addrspace::GROUPSHARED { Some(Memory::Shared) } else { is_static.then_some(Memory::Static) }
}

/// Whose array a pointer points into.
fn array_at(module: &Module, body: &Body, mut ptr: Value) -> Option<Memory> {
    // A chain of addresses ends at what it is the address of; one that is longer counts for nothing.
    for _ in 0..64 {
        ptr = match ptr {
            Value::Inst(inst) => match &body.insts.get(inst)?.kind {
                InstKind::Alloca { allocated_ty, .. } => {
                    return is_array(module, *allocated_ty).then_some(Memory::Local);
                }
                InstKind::Gep { base, .. } => *base,
                InstKind::Cast { value, .. } => *value,
                InstKind::Binary { .. }
                | InstKind::Load { .. }
                | InstKind::Store { .. }
                | InstKind::ExtractValue { .. }
                | InstKind::InsertValue { .. }
                | InstKind::Select { .. }
                | InstKind::ExtractElement { .. }
                | InstKind::InsertElement { .. }
                | InstKind::ShuffleVector { .. }
                | InstKind::Cmp { .. }
                | InstKind::Phi { .. }
                | InstKind::Call { .. }
                | InstKind::AtomicRmw { .. }
                | InstKind::CmpXchg { .. }
                | InstKind::Ret(_)
                | InstKind::Br(_)
                | InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::Unreachable => return None,
            },
            Value::Const(id) if module.constants.is_valid(id) => match &module.constants.get(id).kind {
                ConstKind::Global(global) => return array_of(module, *global),
                ConstKind::Gep { operands, .. } => Value::Const(*operands.first()?),
                ConstKind::Cast { value, .. } => Value::Const(*value),
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
            Value::Const(_) | Value::Arg(_) | Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {
                return None;
            }
        };
    }
    None
}
