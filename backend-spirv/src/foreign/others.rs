//! Checks the operands of instructions that the source names by their opcode, those of arithmetic excepted.
//!
//! Input: a core instruction, its operands and its result. Output: nothing, or the problem as a sentence: a scope that is
//! no constant, an operand that is no image, a result that is a pointer or a struct, an index that does not fit its
//! aggregate.

use super::arithmetic::{Kind, Numbers};
use super::scopes::scopes;
use crate::writer::Writer;
use hlslc_ir::foreign::{ForeignInst, ForeignOperand};
use hlslc_ir::types::TypeData;
use hlslc_ir::{Type, Value};
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{GroupOperation, Op as Core};

/// Instructions whose result or operands are pointers to what the language has no name for, and those of calls.
const OF_POINTERS: [Core; 12] = [
    Core::ConvertPtrToU,
    Core::ConvertUToPtr,
    Core::FunctionCall,
    Core::PtrAccessChain,
    Core::InBoundsPtrAccessChain,
    Core::ImageTexelPointer,
    Core::UntypedVariableKHR,
    Core::PtrEqual,
    Core::PtrNotEqual,
    Core::PtrDiff,
    Core::RawAccessChainNV,
    Core::GenericCastToPtrExplicit,
];

/// Instructions that give two results in a struct.
const IN_PAIRS: [Core; 4] = [Core::IAddCarry, Core::ISubBorrow, Core::UMulExtended, Core::SMulExtended];

impl Writer<'_> {
    /// The error in the values of an instruction.
    pub(super) fn wrong_values(
        &self,
        core: Core,
        inst: &ForeignInst,
        args: &[Value],
        result: Type,
    ) -> Option<&'static str> {
        if !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let row = INSTRUCTION_TABLE.get(core);
        let gives_number = self.numbers_of(result).is_some();
        if OF_POINTERS.contains(&core) {
            return Some("is of pointers or functions, which a call does not hand on");
        }
        if (IN_PAIRS.contains(&core) || row.opname.starts_with("ImageSparse")) && gives_number {
            return Some("gives a struct");
        }
        if scopes(core, inst, args).any(|(_, value)| !self.is_constant_word(value)) {
            return Some("takes constants of 32 bits for what it is seen by");
        }
        if is_wrong_cluster(core, inst, args, |value| self.func.const_bits(&self.module.ctx, value)) {
            return Some(
                "takes the size of clusters, a constant power of two, where it is of clusters (3), and only there",
            );
        }
        let first = args.first().map(|&value| self.func.ty(value));
        let is_of_images = row.opname.starts_with("Image") || matches!(core, Core::SampledImage | Core::Image);
        if is_of_images && !first.is_some_and(|ty| self.is_whole_image(ty)) {
            return Some("takes an image first");
        }
        if matches!(core, Core::SampledImage | Core::Image) && gives_number {
            return Some("gives an image");
        }
        let types: Option<Vec<Numbers>> = args.iter().map(|&value| self.numbers_of(self.func.ty(value))).collect();
        let literals = inst.operands.iter().filter(|operand| matches!(operand, ForeignOperand::Literal(_))).count();
        wrong_parts(core, &types?, self.numbers_of(result)?, literals)
    }

    fn is_constant_word(&self, value: Value) -> bool {
        let is_word =
            self.numbers_of(self.func.ty(value)).is_some_and(|of| (of.kind, of.bits, of.count) == (Kind::Int, 32, 1));
        is_word && self.func.const_bits(&self.module.ctx, value).is_some()
    }

    /// Whether a type is a resource or one made by its opcode, which is no number.
    fn is_whole_image(&self, ty: Type) -> bool {
        let is_made = matches!(self.module.ctx.type_data(ty), TypeData::Resource(_) | TypeData::Foreign(_));
        is_made && self.numbers_of(ty).is_none()
    }
}

/// Whether a group operation lacks its cluster size, or has one without being a `ClusteredReduce`.
fn is_wrong_cluster(core: Core, inst: &ForeignInst, args: &[Value], number: impl Fn(Value) -> Option<u64>) -> bool {
    let is_of_group = INSTRUCTION_TABLE.get(core).operands.iter().any(|of| of.kind == OperandKind::GroupOperation);
    let Some(&ForeignOperand::Literal(operation)) = inst.operands.get(1).filter(|_| is_of_group) else {
        return false;
    };
    let size = args.get(2).map(|&size| number(size).filter(|size| size.is_power_of_two()));
    if operation == GroupOperation::ClusteredReduce as u32 { size.flatten().is_none() } else { size.is_some() }
}

/// The error in the indices of vector components.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other instructions of SPIR-V have no parts")]
fn wrong_parts(core: Core, args: &[Numbers], result: Numbers, literals: usize) -> Option<&'static str> {
    let one = Numbers { count: 1, ..result };
    let is_word = result.kind == Kind::Int && result.bits == 32;
    let is_index = |of: Numbers| of.kind == Kind::Int && of.count == 1;
    let fits = match core {
        Core::CopyObject => args == [result],
        Core::CopyLogical => false,
        Core::CompositeConstruct => {
            let count: u32 = args.iter().map(|arg| u32::from(arg.count)).sum();
            let alike = args.iter().all(|arg| Numbers { count: 1, ..*arg } == one);
            result.count > 1 && args.len() > 1 && alike && count == u32::from(result.count)
        }
        Core::CompositeExtract => {
            literals > 0 && matches!(args, &[whole] if whole.count > 1 && Numbers { count: 1, ..whole } == result)
        }
        Core::CompositeInsert => {
            literals > 0 && matches!(args, &[part, whole] if whole == result && whole.count > 1 && part == one)
        }
        Core::VectorExtractDynamic => {
            matches!(args, &[whole, at] if whole.count > 1 && Numbers { count: 1, ..whole } == result && is_index(at))
        }
        Core::VectorInsertDynamic => {
            matches!(args, &[whole, part, at] if whole == result && whole.count > 1 && part == one && is_index(at))
        }
        Core::VectorShuffle => {
            let alike = args.iter().all(|arg| arg.count > 1 && Numbers { count: 1, ..*arg } == one);
            result.count > 1 && alike && literals == usize::from(result.count)
        }
        Core::BitFieldInsert => {
            matches!(args, &[base, part, at, count] if is_word && base == result
            && part == result && is_index(at) && is_index(count))
        }
        Core::BitFieldSExtract | Core::BitFieldUExtract => {
            matches!(args, &[base, at, count] if is_word && base == result && is_index(at) && is_index(count))
        }
        _ => true,
    };
    (!fits).then_some("takes vectors, parts of them and indices that fit each other and the result")
}
