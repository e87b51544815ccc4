//! Checks operations on hit objects: the arguments that must be defined, and their offsets.

use crate::calls::OpCall;
use crate::optable::{Op, ParamType};

use super::{Checker, Demand};

/// The bytes of a local root constant.
const ROOT_CONSTANT: u64 = 4;
/// The numbers of a miss that must be defined: its flags and the index of its shader. Its ray may be any.
const DEFINED_OF_MISS: usize = 2;

impl Checker<'_> {
    /// Checks a call of an operation; any but those on hit objects pass.
    pub(super) fn reordering(&mut self, call: OpCall<'_>) {
        let module = self.module;
        let is_undefined = |name: &str| call.arg(name).is_some_and(|arg| module.is_undef(arg));
        let number = |name: &str| call.arg(name).and_then(|arg| module.constant_int(arg));
        if is_undefined("hitObject") {
            self.demand(Demand::UndefinedHitObject);
        }
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the other operations return a hit object that has no attributes"
        )]
        let defined = match call.op {
            Op::HitObjectTraceRay
            | Op::HitObjectFromRayQuery
            | Op::HitObjectFromRayQueryWithAttrs
            | Op::HitObjectSetShaderTableIndex
            | Op::HitObjectLoadLocalRootTableConstant => usize::MAX,
            Op::HitObjectMakeMiss => DEFINED_OF_MISS,
            _ => 0,
        };
        let numbers =
            call.op.info().params().iter().filter(|param| matches!(param.ty, ParamType::I32 | ParamType::Float));
        if numbers.take(defined).any(|param| is_undefined(&param.name)) {
            self.demand(Demand::UndefinedOperand);
        }
        if call.op == Op::HitObjectLoadLocalRootTableConstant
            && number("offset").is_some_and(|offset| !offset.is_multiple_of(ROOT_CONSTANT))
        {
            self.demand(Demand::RootConstantOffset);
        }
        let bits = "numCoherenceHintBitsFromLSB";
        let has_hint = number(bits).is_some_and(|bits| bits != 0);
        if call.op == Op::MaybeReorderThread && (is_undefined(bits) || has_hint && is_undefined("coherenceHint")) {
            self.demand(Demand::UndefinedHint);
        }
    }
}
