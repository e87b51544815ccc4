//! Executes ray queries (`RayQuery`) in an empty scene, like a null acceleration structure.
//!
//! Input: a query, whose handle is the number of the first of its slots. Output: the properties of its ray, and no hit.
//! Properties of a hit are therefore undefined, which is reported.

use dxil::Op;

use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::lanes;
use crate::operations::Call;
use crate::report::FindingKind;

/// The slots of a query: flags, origin, minimum distance, direction and maximum distance of its ray, and the flags of
/// its type.
pub(crate) const SLOTS: u32 = 10;

const FLAGS: u32 = 0;
const ORIGIN: u32 = 1;
const NEAREST: u32 = 4;
const DIRECTION: u32 = 5;
const FARTHEST: u32 = 8;
pub(crate) const TYPE_FLAGS: u32 = 9;

/// The index of the ray among the arguments: the origin is followed by the rest in the order of the slots.
const RAY: u32 = 4;

pub(crate) fn is_known(op: Op) -> bool {
    op.info().name().starts_with("RayQuery_")
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    for lane in lanes(call.mask) {
        let query = call.arg(cx, wave, 0, lane) as u32;
        let result = if cx.program.queries.contains(&query) { of_lane(wave, cx, call, lane, query) } else { None };
        let is_action = matches!(call.op, Op::RayQueryTraceRayInline | Op::RayQueryAbort);
        match result {
            Some(value) => wave.set(call.to, lane, value),
            None if is_action => {}
            None => {
                wave.fault(cx, call.at, lane, Some((FindingKind::NoHit, String::new())));
                // An operation without a result has no slot.
                if !matches!(call.op, Op::RayQueryCommitNonOpaqueTriangleHit | Op::RayQueryCommitProceduralPrimitiveHit)
                {
                    wave.set(call.to, lane, cx.options.undefined & call.num.mask());
                }
            }
        }
    }
}

/// The value of a property of a query without a hit; `None` for properties of a hit.
fn of_lane(wave: &mut Wave, cx: &Context<'_>, call: Call, lane: usize, query: u32) -> Option<u64> {
    let component = |wave: &Wave, first: u32| {
        let number = call.arg(cx, wave, 1, lane) as u32;
        (number < 3).then(|| wave.get(query + first + number, lane))
    };
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations are not on queries")]
    match call.op {
        Op::RayQueryTraceRayInline => {
            let flags = call.arg(cx, wave, 2, lane) | wave.get(query + TYPE_FLAGS, lane);
            wave.set(query + FLAGS, lane, flags);
            for (at, to) in (ORIGIN..=FARTHEST).enumerate() {
                let value = call.arg(cx, wave, RAY + at as u32, lane);
                wave.set(query + to, lane, value);
            }
            None
        }
        // There is no candidate, and no hit.
        Op::RayQueryProceed | Op::RayQueryCommittedStatus => Some(0),
        Op::RayQueryRayFlags => Some(wave.get(query + FLAGS, lane)),
        Op::RayQueryWorldRayOrigin => component(wave, ORIGIN),
        Op::RayQueryWorldRayDirection => component(wave, DIRECTION),
        Op::RayQueryRayTMin => Some(wave.get(query + NEAREST, lane)),
        Op::RayQueryCommittedRayT => Some(wave.get(query + FARTHEST, lane)),
        _ => None,
    }
}
