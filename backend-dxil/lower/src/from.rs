//! The rows: which DXIL instruction or operation an IR operation is, where it is exactly one.

use dxil::inst::{BinaryOp, CastOp, Predicate};
use dxil::optable::Op as Dx;
use hlslc_ir::Op;

/// What an IR operation becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// An instruction on two operands.
    Binary(BinaryOp),
    /// A conversion to the result type.
    Cast(CastOp),
    /// A comparison.
    Compare(Predicate),
    /// A `dx.op` on the operands in order, its overload the type of the first operand.
    Call(Dx),
    /// The same with the result type as overload; for operations without operands of it.
    CallByResult(Dx),
    /// A `dx.op` without an overload.
    CallPlain(Dx),
    /// One `dx.op` for doubles, another for the rest.
    CallByWidth {
        /// For 64 bits.
        double: Dx,
        /// For the rest.
        other: Dx,
    },
    /// More than one row can say: see `function.rs`.
    Own,
}

/// The row of an operation.
pub(crate) fn form(op: Op) -> Form {
    use Form::{Binary, Call, CallByResult, CallByWidth, CallPlain, Cast, Compare, Own};
    match op {
        Op::Add => Binary(BinaryOp::Add),
        Op::Sub => Binary(BinaryOp::Sub),
        Op::Mul => Binary(BinaryOp::Mul),
        Op::SDiv => Binary(BinaryOp::SDiv),
        Op::UDiv => Binary(BinaryOp::UDiv),
        Op::SRem => Binary(BinaryOp::SRem),
        Op::URem => Binary(BinaryOp::URem),
        Op::Shl => Binary(BinaryOp::Shl),
        Op::LShr => Binary(BinaryOp::LShr),
        Op::AShr => Binary(BinaryOp::AShr),
        Op::And => Binary(BinaryOp::And),
        Op::Or => Binary(BinaryOp::Or),
        Op::Xor => Binary(BinaryOp::Xor),
        Op::FAdd => Binary(BinaryOp::FAdd),
        Op::FSub => Binary(BinaryOp::FSub),
        Op::FMul => Binary(BinaryOp::FMul),
        Op::FDiv => Binary(BinaryOp::FDiv),
        Op::FRem => Binary(BinaryOp::FRem),
        Op::Trunc => Cast(CastOp::Trunc),
        Op::ZExt => Cast(CastOp::ZExt),
        Op::SExt => Cast(CastOp::SExt),
        Op::FpTrunc => Cast(CastOp::FpTrunc),
        Op::FpExt => Cast(CastOp::FpExt),
        Op::FpToUi => Cast(CastOp::FpToUi),
        Op::FpToSi => Cast(CastOp::FpToSi),
        Op::UiToFp => Cast(CastOp::UiToFp),
        Op::SiToFp => Cast(CastOp::SiToFp),
        Op::IEq => Compare(Predicate::IEq),
        Op::INe => Compare(Predicate::INe),
        Op::UGt => Compare(Predicate::IUgt),
        Op::UGe => Compare(Predicate::IUge),
        Op::ULt => Compare(Predicate::IUlt),
        Op::ULe => Compare(Predicate::IUle),
        Op::SGt => Compare(Predicate::ISgt),
        Op::SGe => Compare(Predicate::ISge),
        Op::SLt => Compare(Predicate::ISlt),
        Op::SLe => Compare(Predicate::ISle),
        Op::FOeq => Compare(Predicate::FOeq),
        Op::FUne => Compare(Predicate::FUne),
        Op::FOgt => Compare(Predicate::FOgt),
        Op::FOge => Compare(Predicate::FOge),
        Op::FOlt => Compare(Predicate::FOlt),
        Op::FOle => Compare(Predicate::FOle),
        Op::FUgt => Compare(Predicate::FUgt),
        Op::FUge => Compare(Predicate::FUge),
        Op::FUlt => Compare(Predicate::FUlt),
        Op::FUle => Compare(Predicate::FUle),
        Op::IMin => Call(Dx::IMin),
        Op::IMax => Call(Dx::IMax),
        Op::UMin => Call(Dx::UMin),
        Op::UMax => Call(Dx::UMax),
        Op::IMad => Call(Dx::IMad),
        Op::UMad => Call(Dx::UMad),
        Op::BitReverse => Call(Dx::Bfrev),
        Op::CountBits => Call(Dx::Countbits),
        Op::FirstBitLow => Call(Dx::FirstbitLo),
        Op::FMin => Call(Dx::FMin),
        Op::FMax => Call(Dx::FMax),
        Op::FMad => CallByWidth { double: Dx::Fma, other: Dx::FMad },
        Op::Fma => Call(Dx::Fma),
        Op::FAbs => Call(Dx::FAbs),
        Op::Saturate => Call(Dx::Saturate),
        Op::Frac => Call(Dx::Frc),
        Op::Sqrt => Call(Dx::Sqrt),
        Op::Rsqrt => Call(Dx::Rsqrt),
        Op::Exp2 => Call(Dx::Exp),
        Op::Log2 => Call(Dx::Log),
        Op::Sin => Call(Dx::Sin),
        Op::Cos => Call(Dx::Cos),
        Op::Tan => Call(Dx::Tan),
        Op::Asin => Call(Dx::Asin),
        Op::Acos => Call(Dx::Acos),
        Op::Atan => Call(Dx::Atan),
        Op::Sinh => Call(Dx::Hsin),
        Op::Cosh => Call(Dx::Hcos),
        Op::Tanh => Call(Dx::Htan),
        Op::RoundEven => Call(Dx::RoundNe),
        Op::Floor => Call(Dx::RoundNi),
        Op::Ceil => Call(Dx::RoundPi),
        Op::TruncFloat => Call(Dx::RoundZ),
        Op::IsNan => Call(Dx::IsNaN),
        Op::IsInf => Call(Dx::IsInf),
        Op::IsFinite => Call(Dx::IsFinite),
        Op::F16ToF32 => CallPlain(Dx::LegacyF16ToF32),
        Op::F32ToF16 => CallPlain(Dx::LegacyF32ToF16),
        Op::SplitDouble => Call(Dx::SplitDouble),
        Op::MakeDouble => CallByResult(Dx::MakeDouble),
        Op::FlattenedThreadIdInGroup => CallByResult(Dx::FlattenedThreadIdInGroup),
        Op::Discard => CallPlain(Dx::Discard),
        Op::DerivCoarseX => Call(Dx::DerivCoarseX),
        Op::DerivCoarseY => Call(Dx::DerivCoarseY),
        Op::DerivFineX => Call(Dx::DerivFineX),
        Op::DerivFineY => Call(Dx::DerivFineY),
        Op::WaveGetLaneCount => CallPlain(Dx::WaveGetLaneCount),
        Op::WaveGetLaneIndex => CallPlain(Dx::WaveGetLaneIndex),
        Op::WaveIsFirstLane => CallPlain(Dx::WaveIsFirstLane),
        Op::WaveAnyTrue => CallPlain(Dx::WaveAnyTrue),
        Op::WaveAllTrue => CallPlain(Dx::WaveAllTrue),
        Op::WaveReadLaneFirst => Call(Dx::WaveReadLaneFirst),
        _ => Own,
    }
}
