//! Checks the operands of entities named by number against SPIR-V's grammar.
//!
//! Input: a row of the grammar, and the given values and numbers. Output: the enumerants among the numbers, typed, or the
//! problem as a sentence. The grammar does not constrain the types of values.

use rspirv::dr::Operand;
use rspirv::grammar::reflect::is_block_terminator;
use rspirv::grammar::{
    GLSL_STD_450_INSTRUCTION_TABLE, INSTRUCTION_TABLE, LogicalOperand, OperandKind, OperandQuantifier,
};
use rspirv::spirv::{FPEncoding, Op as Core};

/// An operand as it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// Of a value, a type or a text.
    Id,
    /// As it stands.
    Literal(u32),
    /// Letters, which stand in the instruction.
    Text,
}

/// The given operands in the terms of the grammar: `None` for values and for plain numbers.
pub(crate) type Named = Vec<Option<Operand>>;

/// Instructions that belong elsewhere than between others of a function.
const NOT_IN_BODIES: [Core; 33] = [
    Core::SourceContinued,
    Core::Source,
    Core::SourceExtension,
    Core::Name,
    Core::MemberName,
    Core::String,
    Core::Line,
    Core::NoLine,
    Core::ModuleProcessed,
    Core::Extension,
    Core::ExtInstImport,
    Core::ExtInst,
    Core::MemoryModel,
    Core::EntryPoint,
    Core::ExecutionMode,
    Core::ExecutionModeId,
    Core::Capability,
    Core::Function,
    Core::FunctionParameter,
    Core::FunctionEnd,
    Core::Variable,
    Core::Decorate,
    Core::DecorateId,
    Core::DecorateString,
    Core::MemberDecorate,
    Core::MemberDecorateString,
    Core::DecorationGroup,
    Core::GroupDecorate,
    Core::GroupMemberDecorate,
    Core::Phi,
    Core::LoopMerge,
    Core::SelectionMerge,
    Core::Label,
];

/// The error in an instruction of the core by itself, or its operands.
pub(crate) fn instruction(core: Core, has_result: bool, given: &[Given]) -> Result<Named, String> {
    let row = INSTRUCTION_TABLE.get(core);
    let is_constant = matches!(core, Core::Constant | Core::SpecConstant);
    let is_made_outside = ["Type", "Constant", "SpecConstant"].iter().any(|start| row.opname.starts_with(start));
    if is_block_terminator(core) {
        return Err("ends a block, after which nothing may stand".to_owned());
    }
    if NOT_IN_BODIES.contains(&core) || is_made_outside && !is_constant {
        return Err("is no instruction that a function can execute".to_owned());
    }
    let gives = row.operands.iter().any(|operand| operand.kind == OperandKind::IdResultType);
    if gives != has_result {
        return Err(if gives { "has a result, so the function returns one" } else { "has no result" }.to_owned());
    }
    operands(row.operands, given)
}

/// The error in an instruction that declares a type, or its operands.
pub(crate) fn type_instruction(core: Core, given: &[Given]) -> Result<Named, String> {
    let row = INSTRUCTION_TABLE.get(core);
    if !row.opname.starts_with("Type") {
        return Err("makes no type".to_owned());
    }
    let named = operands(row.operands, given)?;
    let problem = match (core, given) {
        (Core::TypeInt, &[Given::Literal(width), Given::Literal(sign)]) => (!matches!(width, 8 | 16 | 32 | 64)
            || sign > 1)
            .then_some("has 8, 16, 32 or 64 bits, with a sign (1) or without (0)"),
        (Core::TypeFloat, &[Given::Literal(width)]) => {
            (!matches!(width, 16 | 32 | 64)).then_some("has 16, 32 or 64 bits, if no encoding is said")
        }
        (Core::TypeFloat, &[Given::Literal(width), Given::Literal(encoding)]) => {
            let bits = if encoding == FPEncoding::BFloat16KHR as u32 { 16 } else { 8 };
            (width != bits).then_some("has the bits of its encoding: 16 of BFloat16, 8 of the others")
        }
        (Core::TypeVector, [_, Given::Literal(count)]) => (!matches!(count, 2..=4)).then_some("has 2 to 4 components"),
        _ => None,
    };
    problem.map_or(Ok(named), |problem| Err(problem.to_owned()))
}

/// The error in an instruction of an extended set, or its operands.
pub(crate) fn set_instruction(set: &str, number: u32, given: &[Given]) -> Result<Named, String> {
    /// Sets beside that of GLSL that modules of Vulkan may import.
    const OTHERS: [&str; 4] = [
        "SPV_AMD_gcn_shader",
        "SPV_AMD_shader_ballot",
        "SPV_AMD_shader_explicit_vertex_parameter",
        "SPV_AMD_shader_trinary_minmax",
    ];
    if set == "GLSL.std.450" {
        let row = GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(number);
        return operands(row.ok_or("is no instruction of this set")?.operands, given);
    }
    let is_known = set.starts_with("NonSemantic.") || OTHERS.contains(&set);
    if is_known { Ok(vec![None; given.len()]) } else { Err("is of no set of instructions that Vulkan has".to_owned()) }
}

/// Whether the first value that an instruction takes is a pointer.
pub(crate) fn takes_pointer(core: Core) -> bool {
    matches!(
        core,
        Core::Load | Core::Store | Core::CopyMemory | Core::AccessChain | Core::InBoundsAccessChain | Core::ArrayLength
    ) || is_atomic(core)
}

/// Whether an instruction reads, writes or changes memory in one step. The grammar says it by the name alone.
pub(crate) fn is_atomic(core: Core) -> bool {
    INSTRUCTION_TABLE.get(core).opname.starts_with("Atomic")
}

/// The operands that a row has after type and result.
pub(crate) fn operands(row: &[LogicalOperand], given: &[Given]) -> Result<Named, String> {
    let mut rest = given;
    let mut list = Vec::with_capacity(given.len());
    // Operands that the value of another asks for come before those of the row after it.
    let mut open: Vec<LogicalOperand> = row.iter().rev().cloned().collect();
    while let Some(operand) = open.pop() {
        if matches!(operand.kind, OperandKind::IdResultType | OperandKind::IdResult) {
            continue;
        }
        match operand.quantifier {
            OperandQuantifier::One => {}
            _ if rest.is_empty() => continue,
            OperandQuantifier::ZeroOrOne => {}
            OperandQuantifier::ZeroOrMore => open.push(operand.clone()),
        }
        for &is_id in parts(operand.kind) {
            let Some((&first, behind)) = rest.split_first() else {
                return Err(match given.len() {
                    0 => "takes operands, and none is given".to_owned(),
                    1 => "takes more operands than the one that is given".to_owned(),
                    count => format!("takes more operands than the {count} that are given"),
                });
            };
            let at = given.len() - behind.len();
            match (first, is_id) {
                (Given::Id, true) => list.push(None),
                (Given::Text, false) if operand.kind == OperandKind::LiteralString => list.push(None),
                (Given::Literal(_), false) if operand.kind == OperandKind::LiteralString => {
                    return Err(format!("takes a text as operand {at}: `vk::ext_decorate_string`"));
                }
                (Given::Literal(number), false) => {
                    let name = named(operand.kind, number).ok_or_else(|| format!("has no operand {at} like that"))?;
                    let more = name.as_ref().map(Operand::additional_operands).unwrap_or_default();
                    open.extend(more.into_iter().rev());
                    list.push(name);
                }
                (Given::Id, false) => return Err(format!("takes a number as operand {at}: `[[vk::ext_literal]]`")),
                (Given::Text, false) => return Err(format!("takes a number as operand {at}, not a text")),
                (Given::Literal(_) | Given::Text, true) => {
                    return Err(format!("takes a value as operand {at}, not a literal"));
                }
            }
            rest = behind;
        }
        if operand.kind == OperandKind::LiteralContextDependentNumber {
            // As many words as it takes.
            while let Some((Given::Literal(_), behind)) = rest.split_first() {
                list.push(None);
                rest = behind;
            }
        }
    }
    let taken = given.len() - rest.len();
    let too_many = || format!("takes {taken} of the {} operands that are given", given.len());
    if rest.is_empty() { Ok(list) } else { Err(too_many()) }
}

/// The words of an operand of a kind: whether each is an id.
fn parts(kind: OperandKind) -> &'static [bool] {
    /// The kinds that are ids or have several words.
    const IDS: [(OperandKind, &[bool]); 6] = [
        (OperandKind::IdRef, &[true]),
        (OperandKind::IdScope, &[true]),
        (OperandKind::IdMemorySemantics, &[true]),
        (OperandKind::PairIdRefIdRef, &[true, true]),
        (OperandKind::PairIdRefLiteralInteger, &[true, false]),
        (OperandKind::PairLiteralIntegerIdRef, &[false, true]),
    ];
    IDS.iter().find(|row| row.0 == kind).map_or(&[false], |row| row.1)
}

/// Makes what knows the kinds of operands whose numbers have names.
macro_rules! names {
    (masks: $($mask:ident)*; values: $($value:ident)*) => {
        /// The name of a number of a kind, if there is such a number: `None` within for a plain number.
        fn named(kind: OperandKind, number: u32) -> Option<Option<Operand>> {
            $(if kind == OperandKind::$mask {
                return Some(Some(Operand::$mask(rspirv::spirv::$mask::from_bits(number)?)));
            })*
            $(if kind == OperandKind::$value {
                return Some(Some(Operand::$value(rspirv::spirv::$value::from_u32(number)?)));
            })*
            Some(None)
        }

        /// The parts of an operand that ask for something by themselves: the flags of a mask, else all of it.
        pub(crate) fn flags(operand: &Operand) -> Vec<Operand> {
            $(if let Operand::$mask(mask) = operand {
                return mask.iter().map(Operand::$mask).collect();
            })*
            vec![operand.clone()]
        }
    };
}

// What instructions in functions, types, decorations and modes have. What a decoration says of built-in variables is known where
// these are declared.
names! {
    masks: CooperativeMatrixOperands CooperativeMatrixReduce FPFastMathMode ImageOperands MatrixMultiplyAccumulateOperands
        MemoryAccess RawAccessChainOperands TensorAddressingOperands TensorOperands;
    values: AccessQualifier ComponentType CooperativeMatrixLayout CooperativeMatrixUse CooperativeVectorMatrixLayout Dim
        FPDenormMode FPEncoding FPOperationMode FPRoundingMode FunctionParameterAttribute GroupOperation ImageFormat LinkageType
        PackedVectorFormat StorageClass TensorClampMode
}

#[cfg(test)]
mod tests {
    use super::*;
    use rspirv::spirv::MemoryAccess;

    #[test]
    fn operands_are_as_the_grammar_has_them() {
        let (id, number) = (Given::Id, Given::Literal);
        assert_eq!(instruction(Core::FNegate, true, &[id]), Ok(vec![None]));
        let access = |access| Some(Operand::MemoryAccess(access));
        let (volatile, aligned) = (MemoryAccess::VOLATILE, MemoryAccess::ALIGNED);
        assert_eq!(instruction(Core::Load, true, &[id, number(1)]), Ok(vec![None, access(volatile)]));
        let given = [id, number(3), number(16)];
        assert_eq!(instruction(Core::Load, true, &given), Ok(vec![None, access(volatile | aligned), None]));
        assert_eq!(flags(&Operand::MemoryAccess(volatile | aligned)).len(), 2);
        assert_eq!(instruction(Core::VectorShuffle, true, &[id, id, number(0), number(1)]), Ok(vec![None; 4]));
        assert_eq!(instruction(Core::Constant, true, &[number(1), number(2)]), Ok(vec![None; 2]));
        assert_eq!(set_instruction("GLSL.std.450", 13, &[id]), Ok(vec![None]));
        let rejected = [
            instruction(Core::FNegate, true, &[id, id]),
            instruction(Core::FNegate, true, &[]),
            instruction(Core::FNegate, false, &[id]),
            instruction(Core::Store, true, &[id, id]),
            instruction(Core::Load, true, &[id, number(2)]),
            instruction(Core::Load, true, &[id, number(1 << 30)]),
            instruction(Core::VectorShuffle, true, &[id, id, number(0), id]),
            instruction(Core::FAdd, true, &[number(0), id]),
            instruction(Core::TypeInt, true, &[number(8), number(0)]),
            instruction(Core::Kill, false, &[]),
            set_instruction("GLSL.std.450", 13, &[]),
            set_instruction("GLSL.std.450", 4000, &[id]),
            set_instruction("GLSL.std.451", 13, &[id]),
        ];
        let reported: Vec<String> = rejected.into_iter().map(|reported| reported.expect_err("it is wrong")).collect();
        insta::assert_snapshot!(reported.join("\n"));
    }
}
