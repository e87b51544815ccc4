//! What each operation of the IR is in SPIR-V: one row for each that is one instruction, or a few fixed ones, on its
//! operands in order. The others (memory, resources, interface, lanes) are written in the module named after them.

use hlslc_ir::Op;
use rspirv::spirv::{GlslStd450Op as Glsl, Op as Core};

/// The form of an operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// An instruction.
    Core(Core),
    /// An instruction, and another one on truth values.
    OrBool(Core, Core),
    /// An instruction of `GLSL.std.450`.
    Glsl(Glsl),
    /// The product of the first two and the sum with the third.
    MulAdd(Core, Core),
    /// A conversion between numbers of other widths; nothing where SPIR-V has them as wide.
    Resize(Core),
    /// A conversion of numbers.
    Convert(Core),
}

macro_rules! rows {
    ($($op:ident: $form:ident($($arg:path),*);)*) => {
        /// The row of an operation.
        pub(crate) fn form(op: Op) -> Option<Form> {
            match op {
                $(Op::$op => Some(Form::$form($($arg),*)),)*
                _ => None,
            }
        }
    };
}

rows! {
    Add: Core(Core::IAdd);
    Sub: Core(Core::ISub);
    Mul: Core(Core::IMul);
    SDiv: Core(Core::SDiv);
    UDiv: Core(Core::UDiv);
    SRem: Core(Core::SRem);
    URem: Core(Core::UMod);
    Shl: Core(Core::ShiftLeftLogical);
    LShr: Core(Core::ShiftRightLogical);
    AShr: Core(Core::ShiftRightArithmetic);
    And: OrBool(Core::BitwiseAnd, Core::LogicalAnd);
    Or: OrBool(Core::BitwiseOr, Core::LogicalOr);
    Xor: OrBool(Core::BitwiseXor, Core::LogicalNotEqual);
    IMin: Glsl(Glsl::SMin);
    IMax: Glsl(Glsl::SMax);
    UMin: Glsl(Glsl::UMin);
    UMax: Glsl(Glsl::UMax);
    IMad: MulAdd(Core::IMul, Core::IAdd);
    UMad: MulAdd(Core::IMul, Core::IAdd);
    BitReverse: Core(Core::BitReverse);
    CountBits: Core(Core::BitCount);
    FirstBitLow: Glsl(Glsl::FindILsb);
    FirstBitHighUnsigned: Glsl(Glsl::FindUMsb);
    FirstBitHighSigned: Glsl(Glsl::FindSMsb);

    FAdd: Core(Core::FAdd);
    FSub: Core(Core::FSub);
    FMul: Core(Core::FMul);
    FDiv: Core(Core::FDiv);
    FRem: Core(Core::FRem);
    FNeg: Core(Core::FNegate);
    FMin: Glsl(Glsl::NMin);
    FMax: Glsl(Glsl::NMax);
    FMad: MulAdd(Core::FMul, Core::FAdd);
    Fma: Glsl(Glsl::Fma);
    FAbs: Glsl(Glsl::FAbs);
    Frac: Glsl(Glsl::Fract);
    Sqrt: Glsl(Glsl::Sqrt);
    Rsqrt: Glsl(Glsl::InverseSqrt);
    Exp2: Glsl(Glsl::Exp2);
    Log2: Glsl(Glsl::Log2);
    Sin: Glsl(Glsl::Sin);
    Cos: Glsl(Glsl::Cos);
    Tan: Glsl(Glsl::Tan);
    Asin: Glsl(Glsl::Asin);
    Acos: Glsl(Glsl::Acos);
    Atan: Glsl(Glsl::Atan);
    Sinh: Glsl(Glsl::Sinh);
    Cosh: Glsl(Glsl::Cosh);
    Tanh: Glsl(Glsl::Tanh);
    RoundEven: Glsl(Glsl::RoundEven);
    Floor: Glsl(Glsl::Floor);
    Ceil: Glsl(Glsl::Ceil);
    TruncFloat: Glsl(Glsl::Trunc);
    Dot: Core(Core::Dot);
    IsNan: Core(Core::IsNan);
    IsInf: Core(Core::IsInf);

    IEq: OrBool(Core::IEqual, Core::LogicalEqual);
    INe: OrBool(Core::INotEqual, Core::LogicalNotEqual);
    UGt: Core(Core::UGreaterThan);
    UGe: Core(Core::UGreaterThanEqual);
    ULt: Core(Core::ULessThan);
    ULe: Core(Core::ULessThanEqual);
    SGt: Core(Core::SGreaterThan);
    SGe: Core(Core::SGreaterThanEqual);
    SLt: Core(Core::SLessThan);
    SLe: Core(Core::SLessThanEqual);
    FOeq: Core(Core::FOrdEqual);
    FUne: Core(Core::FUnordNotEqual);
    FOgt: Core(Core::FOrdGreaterThan);
    FOge: Core(Core::FOrdGreaterThanEqual);
    FOlt: Core(Core::FOrdLessThan);
    FOle: Core(Core::FOrdLessThanEqual);
    FUgt: Core(Core::FUnordGreaterThan);
    FUge: Core(Core::FUnordGreaterThanEqual);
    FUlt: Core(Core::FUnordLessThan);
    FUle: Core(Core::FUnordLessThanEqual);

    Trunc: Resize(Core::UConvert);
    ZExt: Resize(Core::UConvert);
    SExt: Resize(Core::SConvert);
    FpTrunc: Resize(Core::FConvert);
    FpExt: Resize(Core::FConvert);
    Bitcast: Resize(Core::Bitcast);
    FpToUi: Convert(Core::ConvertFToU);
    FpToSi: Convert(Core::ConvertFToS);
    UiToFp: Convert(Core::ConvertUToF);
    SiToFp: Convert(Core::ConvertSToF);

    DerivCoarseX: Core(Core::DPdx);
    DerivCoarseY: Core(Core::DPdy);
    DerivFineX: Core(Core::DPdxFine);
    DerivFineY: Core(Core::DPdyFine);
}
