//! Translates a module to the Vulkan memory model, in which each access states its availability and visibility.
//!
//! Input: a module in the GLSL memory model, where variables are decorated `Coherent` or `Volatile`, workgroup memory is
//! coherent implicitly and the device is a scope. Output: the same without these decorations; loads, stores, atomics and
//! barriers have memory operands instead. Scopes are those of DXC: the workgroup for its memory, the queue family for all
//! else, so that no module requires the device scope.

use super::Assembly;
use crate::grammar::is_atomic;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, ImageOperands, MemoryAccess, MemorySemantics, Op, Scope, StorageClass, Word};
use rustc_hash::FxHashMap;

/// The visibility of writes to memory.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The scope for which it is made available and visible.
    by: Option<Scope>,
    is_volatile: bool,
    /// It is the memory of an image: a load of the variable touches none of it.
    is_image: bool,
}

/// An access: where what is said of it begins among its operands, whether it writes, and whether to a texel.
#[derive(Clone, Copy)]
struct Access {
    at: usize,
    writes: bool,
    texel: bool,
}

impl Access {
    fn of(op: Op) -> Option<Self> {
        if op == Op::Load {
            Some(Self { at: 1, writes: false, texel: false })
        } else if op == Op::Store {
            Some(Self { at: 2, writes: true, texel: false })
        } else if matches!(op, Op::ImageRead | Op::ImageSparseRead) {
            Some(Self { at: 2, writes: false, texel: true })
        } else if op == Op::ImageWrite {
            Some(Self { at: 3, writes: true, texel: true })
        } else {
            None
        }
    }
}

/// Whether an instruction only passes on the pointer or image that is its first operand.
fn passes_on(op: Op) -> bool {
    matches!(
        op,
        Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject | Op::Load | Op::Image | Op::ImageTexelPointer
    )
}

/// The index of an operation's memory scope, which its semantics follow, if it has one.
fn scope_at(op: Op) -> Option<usize> {
    if op == Op::MemoryBarrier {
        Some(0)
    } else if op == Op::ControlBarrier || is_atomic(op) {
        Some(1)
    } else {
        None
    }
}

impl Assembly {
    /// Turns decorations of variables into operands of what touches them.
    pub(super) fn say_who_sees(&mut self) {
        let mut seen = self.seen_variables();
        let is_gone = |inst: &Instruction| {
            matches!(inst.operands.get(1), Some(Operand::Decoration(Decoration::Coherent | Decoration::Volatile)))
        };
        self.module.annotations.retain(|inst| !is_gone(inst));
        // Constants that are scopes or semantics are made while functions are read.
        let mut functions = std::mem::take(&mut self.module.functions);
        for inst in
            functions.iter_mut().flat_map(|function| &mut function.blocks).flat_map(|block| &mut block.instructions)
        {
            let op = inst.class.opcode;
            let from = match inst.operands.first() {
                Some(Operand::IdRef(id)) => seen.get(id).copied(),
                _ => None,
            };
            if let (Some(access), Some(memory)) = (Access::of(op), from)
                && access.texel >= memory.is_image
            {
                self.say_access(inst, access, memory);
            }
            if let Some(at) = scope_at(op) {
                self.narrow_scope(inst, at);
                if is_atomic(op) && from.is_some_and(|memory| memory.is_volatile) {
                    self.say_volatile(inst, at + 1);
                }
            }
            if let (true, Some(memory), Some(id)) = (passes_on(op), from, inst.result_id) {
                seen.insert(id, memory);
            }
        }
        self.module.functions = functions;
    }

    /// Variables whose memory others see: those that are decorated, and those of the group.
    fn seen_variables(&self) -> FxHashMap<Word, Seen> {
        let mut seen: FxHashMap<Word, Seen> = FxHashMap::default();
        for inst in &self.module.annotations {
            let [Operand::IdRef(id), Operand::Decoration(decoration), ..] = inst.operands.as_slice() else { continue };
            if *decoration == Decoration::Coherent {
                seen.entry(*id).or_default().by = Some(Scope::QueueFamily);
            } else if *decoration == Decoration::Volatile {
                seen.entry(*id).or_default().is_volatile = true;
            }
        }
        for inst in &self.module.types_global_values {
            let (Op::Variable, Some(id)) = (inst.class.opcode, inst.result_id) else { continue };
            if inst.operands.first() == Some(&Operand::StorageClass(StorageClass::Workgroup)) {
                seen.insert(id, Seen { by: Some(Scope::Workgroup), ..Seen::default() });
            } else if let (true, Some(memory)) = (
                inst.operands.first() == Some(&Operand::StorageClass(StorageClass::UniformConstant)),
                seen.get_mut(&id),
            ) {
                memory.is_image = true;
            }
        }
        seen
    }

    /// Joins what is said of an access with who sees it.
    fn say_access(&mut self, inst: &mut Instruction, access: Access, memory: Seen) {
        let scope = memory.by.map(|scope| Operand::IdScope(self.uint(scope as u32)));
        let mut is_said = false;
        let joined = if access.texel {
            let mut bits = match inst.operands.get(access.at) {
                Some(Operand::ImageOperands(bits)) => *bits,
                _ => ImageOperands::NONE,
            };
            bits.set(ImageOperands::VOLATILE_TEXEL, memory.is_volatile);
            if scope.is_some() {
                let side =
                    if access.writes { ImageOperands::MAKE_TEXEL_AVAILABLE } else { ImageOperands::MAKE_TEXEL_VISIBLE };
                is_said = bits.contains(side);
                bits |= ImageOperands::NON_PRIVATE_TEXEL | side;
            }
            Operand::ImageOperands(bits)
        } else {
            let mut bits = match inst.operands.get(access.at) {
                Some(Operand::MemoryAccess(bits)) => *bits,
                _ => MemoryAccess::NONE,
            };
            bits.set(MemoryAccess::VOLATILE, memory.is_volatile || bits.contains(MemoryAccess::VOLATILE));
            if scope.is_some() {
                let side = if access.writes {
                    MemoryAccess::MAKE_POINTER_AVAILABLE
                } else {
                    MemoryAccess::MAKE_POINTER_VISIBLE
                };
                // The source may have said it.
                is_said = bits.contains(side);
                bits |= MemoryAccess::NON_PRIVATE_POINTER | side;
            }
            Operand::MemoryAccess(bits)
        };
        match inst.operands.get_mut(access.at) {
            Some(operand) => *operand = joined,
            None => inst.operands.push(joined),
        }
        // Their bits are above those of the other operands that have one of their own, so the scope is last.
        inst.operands.extend(scope.filter(|_| !is_said));
    }

    /// Replaces the device scope by that of the queue family.
    fn narrow_scope(&mut self, inst: &mut Instruction, at: usize) {
        if let Some(Operand::IdRef(id) | Operand::IdScope(id)) = inst.operands.get_mut(at)
            && self.number(*id) == Some(Scope::Device as u32)
        {
            *id = self.uint(Scope::QueueFamily as u32);
        }
    }

    /// Adds `Volatile` to the semantics of an atomic.
    fn say_volatile(&mut self, inst: &mut Instruction, at: usize) {
        if let Some(Operand::IdRef(id) | Operand::IdMemorySemantics(id)) = inst.operands.get_mut(at)
            && let Some(bits) = self.number(*id)
        {
            *id = self.uint(bits | MemorySemantics::VOLATILE.bits());
        }
    }

    /// The value of a constant that is a scope or says semantics.
    fn number(&mut self, id: Word) -> Option<u32> {
        let uint = self.global(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)]);
        self.constant_bits(id, uint)
    }
}
