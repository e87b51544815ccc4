//! Checks the types of the operands of arithmetic that the source names by number.
//!
//! Input: an instruction of the core or of `GLSL.std.450`, the types of its operands and of its result. Output: nothing, or what does not
//! fit, in words. Instructions that are no arithmetic have no row; what they take the grammar alone says.

use crate::writer::Writer;
use hlslc_ir::foreign::{ForeignType, TypeOperand};
use hlslc_ir::types::{Scalar, TypeData};
use hlslc_ir::{Type, Value};
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core, StorageClass};
use smallvec::SmallVec;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Float,
    Bool,
}

use Kind::{Bool, Float, Int};

/// A number, or a vector of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) kind: Kind,
    pub(super) bits: u32,
    pub(super) count: u16,
    /// Integers of HLSL have no sign in SPIR-V; those of types by their opcodes may.
    pub(super) is_signed: bool,
}

/// The relation of the operands of an instruction to its result.
#[derive(Clone, Copy)]
enum Rule {
    /// All are of one type.
    Alike(Kind),
    /// The same, and its numbers have 16 or 32 bits.
    Short,
    /// The result has as many numbers as the one operand; of the same kind, they have another width.
    Converts { from: Kind, to: Kind, unsigned: bool },
    /// As many numbers, integers of any width and sign.
    Integers,
    /// The operands are alike, the result says something of each of their numbers.
    Compares(Kind),
    /// The result is one number of those of the operands.
    Reduces(Kind),
    /// A vector and a number of its kind.
    Scales,
    /// A condition for each number, and two values of the result's type.
    Selects,
    /// As many bits.
    Recasts,
    /// Integers of 32 bits, all of one type.
    Words,
    /// Vectors of three.
    Cross,
    /// Two vectors of the result's type and a float.
    Refracts,
    /// Floats, and an integer of 32 bits for each.
    ScalesBits,
    /// One of this makes one of that: what, of how many bits, and how many.
    Packs(Shape, Shape),
    /// The result is a struct.
    Pairs,
    /// Nothing that a call can give or take, for this reason.
    Nothing(&'static str),
    /// Matrices, which no value of the language is in SPIR-V.
    Matrices,
}

/// The rules of the core.
const CORE: &[(&[Core], Rule)] = &[
    (&[Core::ConvertFToU], Rule::Converts { from: Float, to: Int, unsigned: true }),
    (&[Core::ConvertFToS], Rule::Converts { from: Float, to: Int, unsigned: false }),
    (&[Core::ConvertSToF, Core::ConvertUToF], Rule::Converts { from: Int, to: Float, unsigned: false }),
    (&[Core::UConvert], Rule::Converts { from: Int, to: Int, unsigned: true }),
    (&[Core::SConvert], Rule::Converts { from: Int, to: Int, unsigned: false }),
    (&[Core::FConvert], Rule::Converts { from: Float, to: Float, unsigned: false }),
    (&[Core::Bitcast], Rule::Recasts),
    (
        &[
            Core::SNegate,
            Core::IAdd,
            Core::ISub,
            Core::IMul,
            Core::UDiv,
            Core::SDiv,
            Core::UMod,
            Core::SRem,
            Core::SMod,
            Core::BitwiseOr,
            Core::BitwiseXor,
            Core::BitwiseAnd,
            Core::Not,
        ],
        Rule::Alike(Int),
    ),
    (&[Core::BitReverse, Core::BitCount], Rule::Words),
    (&[Core::ShiftRightLogical, Core::ShiftRightArithmetic, Core::ShiftLeftLogical], Rule::Integers),
    (&[Core::FNegate, Core::FAdd, Core::FSub, Core::FMul, Core::FDiv, Core::FRem, Core::FMod], Rule::Alike(Float)),
    (
        &[
            Core::QuantizeToF16,
            Core::DPdx,
            Core::DPdy,
            Core::Fwidth,
            Core::DPdxFine,
            Core::DPdyFine,
            Core::FwidthFine,
            Core::DPdxCoarse,
            Core::DPdyCoarse,
            Core::FwidthCoarse,
        ],
        Rule::Short,
    ),
    (
        &[Core::LogicalEqual, Core::LogicalNotEqual, Core::LogicalOr, Core::LogicalAnd, Core::LogicalNot],
        Rule::Alike(Bool),
    ),
    (
        &[
            Core::IEqual,
            Core::INotEqual,
            Core::UGreaterThan,
            Core::SGreaterThan,
            Core::UGreaterThanEqual,
            Core::SGreaterThanEqual,
            Core::ULessThan,
            Core::SLessThan,
            Core::ULessThanEqual,
            Core::SLessThanEqual,
        ],
        Rule::Compares(Int),
    ),
    (
        &[
            Core::IsNan,
            Core::IsInf,
            Core::FOrdEqual,
            Core::FUnordEqual,
            Core::FOrdNotEqual,
            Core::FUnordNotEqual,
            Core::FOrdLessThan,
            Core::FUnordLessThan,
            Core::FOrdGreaterThan,
            Core::FUnordGreaterThan,
            Core::FOrdLessThanEqual,
            Core::FUnordLessThanEqual,
            Core::FOrdGreaterThanEqual,
            Core::FUnordGreaterThanEqual,
        ],
        Rule::Compares(Float),
    ),
    (&[Core::Any, Core::All], Rule::Reduces(Bool)),
    (&[Core::Dot], Rule::Reduces(Float)),
    (&[Core::VectorTimesScalar], Rule::Scales),
    (&[Core::Select], Rule::Selects),
    (
        &[
            Core::Transpose,
            Core::MatrixTimesScalar,
            Core::VectorTimesMatrix,
            Core::MatrixTimesVector,
            Core::MatrixTimesMatrix,
            Core::OuterProduct,
        ],
        Rule::Matrices,
    ),
];

/// The operations on each number of cooperative matrices.
const OF_SHARED_MATRICES: [Core; 19] = [
    Core::SNegate,
    Core::FNegate,
    Core::IAdd,
    Core::FAdd,
    Core::ISub,
    Core::FSub,
    Core::IMul,
    Core::FMul,
    Core::UDiv,
    Core::SDiv,
    Core::FDiv,
    Core::ConvertFToU,
    Core::ConvertFToS,
    Core::ConvertSToF,
    Core::ConvertUToF,
    Core::UConvert,
    Core::SConvert,
    Core::FConvert,
    Core::Bitcast,
];

const WRITES: &str = "writes by a pointer: take the function of the language, or `[[vk::ext_reference]]`";
const INTERPOLATES: &str =
    "reads an input: take `EvaluateAttributeAtCentroid` and its like, or a variable of class `Input`";

/// Kind, width and count of numbers.
type Shape = (Kind, u32, u16);

/// The instructions that interpolate an input, and the shape of their position: the numbers, their kind and width.
const INTERPOLATING: [(Glsl, Option<Shape>); 3] = [
    (Glsl::InterpolateAtCentroid, None),
    (Glsl::InterpolateAtSample, Some((Int, 32, 1))),
    (Glsl::InterpolateAtOffset, Some((Float, 32, 2))),
];

/// The rules of `GLSL.std.450` that are not `Short`, which most are.
const GLSL: &[(&[Glsl], Rule)] = &[
    (
        &[
            Glsl::Round,
            Glsl::RoundEven,
            Glsl::Trunc,
            Glsl::FAbs,
            Glsl::FSign,
            Glsl::Floor,
            Glsl::Ceil,
            Glsl::Fract,
            Glsl::Sqrt,
            Glsl::InverseSqrt,
            Glsl::FMin,
            Glsl::FMax,
            Glsl::FClamp,
            Glsl::FMix,
            Glsl::Step,
            Glsl::SmoothStep,
            Glsl::Fma,
            Glsl::Normalize,
            Glsl::FaceForward,
            Glsl::Reflect,
            Glsl::NMin,
            Glsl::NMax,
            Glsl::NClamp,
        ],
        Rule::Alike(Float),
    ),
    (
        &[
            Glsl::SAbs,
            Glsl::SSign,
            Glsl::UMin,
            Glsl::SMin,
            Glsl::UMax,
            Glsl::SMax,
            Glsl::UClamp,
            Glsl::SClamp,
            Glsl::FindILsb,
        ],
        Rule::Alike(Int),
    ),
    (&[Glsl::ModfStruct, Glsl::FrexpStruct], Rule::Pairs),
    (&[Glsl::FindSMsb, Glsl::FindUMsb], Rule::Words),
    (&[Glsl::Length, Glsl::Distance], Rule::Reduces(Float)),
    (&[Glsl::Determinant, Glsl::MatrixInverse], Rule::Matrices),
    (&[Glsl::Cross], Rule::Cross),
    (&[Glsl::Refract], Rule::Refracts),
    (&[Glsl::Ldexp], Rule::ScalesBits),
    (&[Glsl::Modf, Glsl::Frexp], Rule::Nothing(WRITES)),
    (&[Glsl::InterpolateAtCentroid, Glsl::InterpolateAtSample, Glsl::InterpolateAtOffset], Rule::Nothing(INTERPOLATES)),
    (&[Glsl::IMix], Rule::Nothing("is reserved")),
    (&[Glsl::PackSnorm4x8, Glsl::PackUnorm4x8], Rule::Packs((Float, 32, 4), (Int, 32, 1))),
    (&[Glsl::PackSnorm2x16, Glsl::PackUnorm2x16, Glsl::PackHalf2x16], Rule::Packs((Float, 32, 2), (Int, 32, 1))),
    (&[Glsl::PackDouble2x32], Rule::Packs((Int, 32, 2), (Float, 64, 1))),
    (&[Glsl::UnpackSnorm4x8, Glsl::UnpackUnorm4x8], Rule::Packs((Int, 32, 1), (Float, 32, 4))),
    (&[Glsl::UnpackSnorm2x16, Glsl::UnpackUnorm2x16, Glsl::UnpackHalf2x16], Rule::Packs((Int, 32, 1), (Float, 32, 2))),
    (&[Glsl::UnpackDouble2x32], Rule::Packs((Float, 64, 1), (Int, 32, 2))),
];

fn rule_of_core(core: Core) -> Option<Rule> {
    CORE.iter().find(|row| row.0.contains(&core)).map(|row| row.1)
}

fn rule_of_glsl(number: u32) -> Option<Rule> {
    let op = Glsl::from_u32(number)?;
    Some(GLSL.iter().find(|row| row.0.contains(&op)).map_or(Rule::Short, |row| row.1))
}

/// The error in operands and a result.
fn problem(rule: Rule, args: &[Numbers], result: Numbers) -> Option<&'static str> {
    let alike = |of: Numbers| args.iter().all(|arg| *arg == of);
    let counted = args.iter().all(|arg| arg.count == result.count);
    let first = *args.first()?;
    let fits = match rule {
        Rule::Alike(kind) => result.kind == kind && alike(result),
        Rule::Short => result.kind == Float && result.bits <= 32 && alike(result),
        Rule::Converts { from, to, unsigned } => {
            let is_wide_enough = from != to || first.bits != result.bits;
            let has_sign = unsigned && result.is_signed;
            first.kind == from && result.kind == to && counted && is_wide_enough && !has_sign
        }
        Rule::Integers => {
            result.kind == Int && counted && args.iter().all(|arg| arg.kind == Int) && first.bits == result.bits
        }
        Rule::Compares(kind) => result.kind == Bool && counted && first.kind == kind && alike(first),
        Rule::Reduces(kind) => {
            first.kind == kind && first.count > 1 && alike(first) && result == Numbers { count: 1, ..first }
        }
        Rule::Scales => matches!(args, &[vector, by] if vector == result && vector.count > 1 && vector.kind == Float
            && by == Numbers { count: 1, ..vector }),
        Rule::Selects => matches!(args, &[condition, a, b] if condition.kind == Bool && condition.count == result.count
            && a == result && b == result),
        Rule::Recasts => {
            let bits = |of: Numbers| of.bits * u32::from(of.count);
            first.kind != Bool && result.kind != Bool && bits(first) == bits(result)
        }
        Rule::Words => result.kind == Int && result.bits == 32 && alike(result),
        Rule::Cross => result.kind == Float && result.count == 3 && alike(result),
        Rule::Refracts => matches!(args, &[i, n, eta] if result.kind == Float && i == result && n == result
            && eta == Numbers { count: 1, ..result }),
        Rule::ScalesBits => matches!(args, &[x, by] if result.kind == Float && x == result
            && (by.kind, by.bits, by.count) == (Int, 32, result.count)),
        Rule::Packs(from, to) => {
            (first.kind, first.bits, first.count) == from && (result.kind, result.bits, result.count) == to
        }
        Rule::Pairs | Rule::Nothing(_) | Rule::Matrices => false,
    };
    if fits {
        return None;
    }
    Some(match rule {
        Rule::Alike(Int) => "takes and gives integers of one type",
        Rule::Alike(Float) => "takes and gives floats of one type",
        Rule::Alike(Bool) => "takes and gives `bool`s, as many of each",
        Rule::Short => "takes and gives floats of one type, of at most 32 bits",
        Rule::Converts { from: Float, to: Int, .. } => "makes integers of as many floats",
        Rule::Converts { from: Int, to: Float, .. } => "makes floats of as many integers",
        Rule::Converts { to: Int, .. } => "makes integers of as many integers of another width",
        Rule::Converts { .. } => "makes floats of as many floats of another width",
        Rule::Integers => "takes and gives integers, as many of each",
        Rule::Compares(Float) => "compares floats of one type and gives as many `bool`s",
        Rule::Compares(_) => "compares integers of one type and gives as many `bool`s",
        Rule::Reduces(Bool) => "makes one `bool` of a vector of them",
        Rule::Reduces(_) => "makes one float of vectors of them",
        Rule::Scales => "takes a vector of floats and a float",
        Rule::Selects => "takes a `bool` for each number of two values of one type",
        Rule::Recasts => "makes numbers of as many bits of numbers",
        Rule::Words => "takes and gives integers of 32 bits",
        Rule::Cross => "takes and gives vectors of three floats",
        Rule::Refracts => "takes two vectors of one type and a float",
        Rule::ScalesBits => "takes floats and as many integers of 32 bits",
        Rule::Packs(..) => "packs or unpacks a vector of another size",
        Rule::Pairs => "gives a struct of both results",
        Rule::Nothing(why) => why,
        Rule::Matrices => "takes matrices, which values of the language are not in SPIR-V",
    })
}

/// A matrix that threads hold together: its numbers, and its scope, size and use.
type Shared<'a> = (Numbers, &'a [TypeOperand]);

impl Writer<'_> {
    /// The error in the types of an instruction of the core.
    pub(super) fn wrong_types(&self, core: Core, args: &[Type], result: Type) -> Option<&'static str> {
        match self.shared_matrix(result) {
            Some(result) => self.wrong_matrices(core, args, result),
            None => self.wrong_by(rule_of_core(core)?, args, result),
        }
    }

    /// The error in an instruction whose result is a cooperative matrix.
    fn wrong_matrices(&self, core: Core, args: &[Type], (numbers, shape): Shared<'_>) -> Option<&'static str> {
        let rule = rule_of_core(core)?;
        if !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let matrix_of = |ty: &Type| self.shared_matrix(*ty).filter(|of| of.1 == shape).map(|of| of.0);
        if core == Core::MatrixTimesScalar {
            let fits = matches!(args, [matrix, by] if matrix_of(matrix) == Some(numbers)
                && self.numbers_of(*by) == Some(numbers));
            return (!fits).then_some("takes a matrix and a number of its kind");
        }
        if !OF_SHARED_MATRICES.contains(&core) {
            return Some("gives no matrix that threads hold together");
        }
        let args: Option<Vec<Numbers>> = args.iter().map(matrix_of).collect();
        args.map_or(Some("takes matrices of the shape of the result"), |args| problem(rule, &args, numbers))
    }

    fn shared_matrix(&self, ty: Type) -> Option<Shared<'_>> {
        let TypeData::Foreign(ForeignType::Made { opcode, operands, .. }) = self.module.ctx.type_data(ty) else {
            return None;
        };
        match operands.split_first()? {
            (&TypeOperand::Type(number), shape) if *opcode == Core::TypeCooperativeMatrixKHR as u32 => {
                Some((self.numbers_of(number)?, shape))
            }
            _ => None,
        }
    }

    /// The error in the types of an instruction of `GLSL.std.450`.
    pub(super) fn wrong_glsl_types(&mut self, number: u32, args: &[Value], result: Type) -> Option<&'static str> {
        if self.fits_with_pointer(Glsl::from_u32(number)?, args, result) {
            return None;
        }
        let types: SmallVec<[Type; 4]> = args.iter().map(|&arg| self.func.ty(arg)).collect();
        self.wrong_by(rule_of_glsl(number)?, &types, result)
    }

    /// Whether an instruction reads or writes a variable that is handed on, of the type that it asks for.
    fn fits_with_pointer(&mut self, op: Glsl, args: &[Value], result: Type) -> bool {
        let Some(result) = self.numbers_of(result).filter(|of| of.kind == Float && of.bits <= 32) else { return false };
        let types: SmallVec<[Option<Numbers>; 2]> =
            args.iter().map(|&arg| self.numbers_of(self.func.ty(arg))).collect();
        let mut leads_to = |at: usize| {
            let (class, pointee) = self.pointed_to(*args.get(at)?)?;
            Some((class, self.numbers_of(pointee)?))
        };
        let writes = |to: Option<(StorageClass, Numbers)>, what| args.len() == 2 && to.is_some_and(|to| to.1 == what);
        if op == Glsl::Modf {
            return types.first() == Some(&Some(result)) && writes(leads_to(1), result);
        }
        if op == Glsl::Frexp {
            let exponents = Numbers { kind: Int, bits: 32, ..result };
            return types.first() == Some(&Some(result)) && writes(leads_to(1), exponents);
        }
        let Some(&(_, by)) = INTERPOLATING.iter().find(|row| row.0 == op) else { return false };
        let is_chosen = match (by, types.get(1..)) {
            (None, Some([])) => true,
            (Some(by), Some([Some(given)])) => (given.kind, given.bits, given.count) == by,
            (_, _) => false,
        };
        is_chosen && result.bits == 32 && leads_to(0) == Some((StorageClass::Input, result))
    }

    fn wrong_by(&self, rule: Rule, args: &[Type], result: Type) -> Option<&'static str> {
        // Types that are wrong themselves are reported.
        if !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        // Addresses are recast as well, and structs are looked at no further.
        let is_free = matches!(rule, Rule::Recasts | Rule::Pairs);
        let Some(result) = self.numbers_of(result) else { return (!is_free).then_some("gives a number or a vector") };
        let all: Option<Vec<Numbers>> = args.iter().map(|&arg| self.numbers_of(arg)).collect();
        match (all, rule) {
            (Some(args), _) => problem(rule, &args, result),
            (None, Rule::Nothing(why)) => Some(why),
            (None, _) => (!is_free).then_some("takes numbers and vectors"),
        }
    }

    /// The numbers of a type, for arithmetic.
    pub(super) fn numbers_of(&self, ty: Type) -> Option<Numbers> {
        let numbers = |scalar: Scalar, count| {
            let (kind, bits) = match scalar {
                Scalar::Bool => (Bool, 1),
                Scalar::I16 => (Int, 16),
                Scalar::I32 | Scalar::MinI16 => (Int, 32),
                Scalar::I64 => (Int, 64),
                Scalar::F16 => (Float, 16),
                Scalar::F32 | Scalar::MinF16 => (Float, 32),
                Scalar::F64 => (Float, 64),
            };
            Numbers { kind, bits, count, is_signed: false }
        };
        match self.module.ctx.type_data(ty) {
            &TypeData::Scalar(scalar) => Some(numbers(scalar, 1)),
            &TypeData::Vector(scalar, count) => Some(numbers(scalar, count)),
            TypeData::Foreign(ForeignType::Made { opcode, operands, .. }) => {
                let &TypeOperand::Literal(bits) = operands.first()? else { return None };
                let is_signed = matches!(operands.get(1), Some(TypeOperand::Literal(1)));
                let made = Core::from_u32(*opcode)?;
                let kind = if made == Core::TypeInt { Int } else { Float };
                if !matches!(made, Core::TypeInt | Core::TypeFloat) {
                    return None;
                }
                Some(Numbers { kind, bits, count: 1, is_signed: kind == Int && is_signed })
            }
            TypeData::Void
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(ForeignType::Address { .. }) => None,
        }
    }
}
