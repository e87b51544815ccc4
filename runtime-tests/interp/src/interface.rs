//! Executes the operations by which stages of a draw access inputs, outputs and system values, discard pixels, and query
//! samples and sampling results.

use dxil::{Op, ShaderKind};

use crate::dispatch::Context;
use crate::exec::Wave;
use crate::lanes::{Mask, lanes};
use crate::number::{from_bits32, to_bits32, to_half};
use crate::operations::Call;
use crate::report::FindingKind;
use crate::resources::buffers::hidden;
use crate::resources::textures::of_handle;
use crate::resources::{Handle, samples};
use crate::stages::{Asked, DrawnLane, Emitted, Scalar, Spot};
use crate::value::{Num, signed};

pub(crate) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::LoadInput
            | Op::StoreOutput
            | Op::LoadPatchConstant
            | Op::StorePatchConstant
            | Op::LoadOutputControlPoint
            | Op::OutputControlPointID
            | Op::DomainLocation
            | Op::PrimitiveID
            | Op::GSInstanceID
            | Op::EmitStream
            | Op::CutStream
            | Op::EmitThenCutStream
            | Op::Discard
            | Op::IsHelperLane
            | Op::EvalSnapped
            | Op::EvalSampleIndex
            | Op::EvalCentroid
            | Op::AttributeAtVertex
            | Op::SampleIndex
            | Op::Coverage
            | Op::InnerCoverage
            | Op::ViewID
            | Op::StartVertexLocation
            | Op::StartInstanceLocation
            | Op::RenderTargetGetSampleCount
            | Op::RenderTargetGetSamplePosition
            | Op::Texture2DMSGetSamplePosition
            | Op::WriteSamplerFeedback
            | Op::WriteSamplerFeedbackBias
            | Op::WriteSamplerFeedbackLevel
            | Op::WriteSamplerFeedbackGrad
    )
}

/// The lanes of a mask that are helpers.
pub(crate) fn helpers(cx: &Context<'_>, wave: &Wave, mask: Mask) -> Mask {
    let Some(drawing) = &cx.drawing else { return 0 };
    let is_helper = |lane: usize| drawing.lanes.get(wave.first_thread as usize + lane).is_some_and(|it| it.is_helper);
    lanes(mask).filter(|&lane| is_helper(lane)).fold(0, |all, lane| all | 1 << lane)
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    for lane in lanes(call.mask) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other operation asks for a value")]
        match call.op {
            Op::IsHelperLane => {
                let is_helper = helpers(cx, wave, 1 << lane) != 0;
                wave.set(call.to, lane, u64::from(is_helper));
            }
            Op::Discard => {
                let is_gone = call.arg(cx, wave, 0, lane) != 0;
                if let Some(it) = drawn(cx, wave, lane).filter(|_| is_gone) {
                    it.is_helper = true;
                }
            }
            Op::StoreOutput | Op::StorePatchConstant => store(wave, cx, call, lane),
            Op::EmitStream | Op::CutStream | Op::EmitThenCutStream => emit(wave, cx, call, lane),
            Op::LoadOutputControlPoint => {
                let value = control_point(wave, cx, call, lane);
                wave.set(call.to, lane, taken(value, call.num));
            }
            Op::OutputControlPointID => wave.set(call.to, lane, u64::from(wave.first_thread) + lane as u64),
            Op::RenderTargetGetSamplePosition => {
                let count = asked(cx, wave, lane, Asked::SampleCount);
                let sample = call.arg(cx, wave, 0, lane);
                place_of_sample(wave, call, lane, [count, sample as u32]);
            }
            Op::Texture2DMSGetSamplePosition => {
                let texture = Handle::unpack(cx, call.arg(cx, wave, 0, lane));
                let count = of_handle(cx, texture, Num::F32).map_or(0, |(view, _)| view.samples);
                let sample = call.arg(cx, wave, 1, lane);
                place_of_sample(wave, call, lane, [count, sample as u32]);
            }
            // No shader can read what that leaves.
            Op::WriteSamplerFeedback
            | Op::WriteSamplerFeedbackBias
            | Op::WriteSamplerFeedbackLevel
            | Op::WriteSamplerFeedbackGrad => {}
            _ => {
                let value = question(wave, cx, call, lane).map_or(0, |what| asked(cx, wave, lane, what));
                wave.set(call.to, lane, taken(value, call.num));
            }
        }
    }
}

fn place_of_sample(wave: &mut Wave, call: Call, lane: usize, [count, sample]: [u32; 2]) {
    for (number, coordinate) in (0..).zip(samples::position(count, sample)) {
        wave.set(call.to + number, lane, to_bits32(coordinate));
    }
}

fn drawn<'a>(cx: &'a mut Context<'_>, wave: &Wave, lane: usize) -> Option<&'a mut DrawnLane> {
    cx.drawing.as_mut()?.lanes.get_mut(wave.first_thread as usize + lane)
}

fn asked(cx: &Context<'_>, wave: &Wave, lane: usize, what: Asked) -> u32 {
    cx.drawing.as_ref().map_or(0, |drawing| (drawing.given)(wave.first_thread + lane as u32, what))
}

/// The value of a register as the given type.
fn taken(value: u32, num: Num) -> u64 {
    let value = u64::from(value);
    if num == Num::F16 { to_half(from_bits32(value)) } else { value & num.mask() }
}

fn store(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize) {
    let value = hidden(call.arg(cx, wave, 3, lane), call.num) as u32;
    let scalar = scalar_of(wave, cx, call, lane);
    let signature = if call.op == Op::StorePatchConstant { &cx.program.patch } else { &cx.program.outputs };
    match signature.number(scalar) {
        Some(number) => {
            let output = drawn(cx, wave, lane).and_then(|it| it.outputs.get_mut(number));
            if let Some(output) = output {
                *output = Some(value);
            }
        }
        None => outside(wave, cx, call, lane, scalar),
    }
}

/// A vertex goes to a stream, a strip ends, or both.
fn emit(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize) {
    let stream = call.arg(cx, wave, 0, lane) as u32;
    let Some(it) = drawn(cx, wave, lane) else { return };
    if call.op != Op::CutStream {
        let nothing = vec![None; it.outputs.len()];
        it.emitted.push(Emitted::Vertex(stream, std::mem::replace(&mut it.outputs, nothing)));
    }
    if call.op != Op::EmitStream {
        it.emitted.push(Emitted::Cut(stream));
    }
}

/// The output of a control point of a hull shader.
fn control_point(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize) -> u32 {
    let scalar = scalar_of(wave, cx, call, lane);
    let point = call.arg(cx, wave, 3, lane) as usize;
    let point = cx.drawing.as_ref().and_then(|drawing| drawing.points.get(point));
    match point.zip(cx.program.outputs.number(scalar)) {
        Some((point, number)) => point.outputs[number].unwrap_or(cx.options.undefined as u32),
        None => {
            outside(wave, cx, call, lane, scalar);
            0
        }
    }
}

/// The query of a lane for an input by an operation; `None` if there is no such input.
fn question(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize) -> Option<Asked> {
    let arg = |number: u32| call.arg(cx, wave, number, lane) as u32;
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else has a spot of its own")]
    let spot = match call.op {
        Op::SampleIndex => return Some(Asked::SampleIndex),
        Op::Coverage => return Some(Asked::Coverage),
        Op::InnerCoverage => return Some(Asked::InnerCoverage),
        Op::ViewID => return Some(Asked::ViewId),
        Op::PrimitiveID => return Some(Asked::PrimitiveId),
        Op::GSInstanceID => return Some(Asked::Instance),
        Op::DomainLocation => return Some(Asked::DomainLocation(arg(0))),
        Op::StartVertexLocation => return Some(Asked::StartVertex),
        Op::StartInstanceLocation => return Some(Asked::StartInstance),
        Op::RenderTargetGetSampleCount => return Some(Asked::SampleCount),
        // Four bits of each offset count.
        Op::EvalSnapped => {
            let offset = |number: u32| signed(u64::from(arg(number) & 0xF), 4) as i32;
            Spot::Snapped(offset(3), offset(4))
        }
        Op::EvalSampleIndex => Spot::Sample(arg(3)),
        Op::EvalCentroid => Spot::Centroid,
        Op::AttributeAtVertex => Spot::Vertex(arg(3)),
        // Nothing else has a spot of its own.
        Op::LoadPatchConstant => Spot::Here,
        _ if reads_vertices(cx.program.stage) => Spot::Vertex(arg(3)),
        _ => Spot::Here,
    };
    let scalar = scalar_of(wave, cx, call, lane);
    let is_constant = call.op == Op::LoadPatchConstant;
    let signature = if is_constant { &cx.program.patch } else { &cx.program.inputs };
    if signature.number(scalar).is_none() {
        outside(wave, cx, call, lane, scalar);
        return None;
    }
    Some(if is_constant { Asked::PatchConstant(scalar) } else { Asked::Input(scalar, spot) })
}

/// The scalar that an operation names: its first arguments are the element, the row and the component.
pub(crate) fn scalar_of(wave: &Wave, cx: &Context<'_>, call: Call, lane: usize) -> Scalar {
    let arg = |number: u32| call.arg(cx, wave, number, lane) as u32;
    Scalar { element: arg(0), row: arg(1), column: arg(2) }
}

pub(crate) fn outside(
    wave: &Wave,
    cx: &mut Context<'_>,
    call: Call,
    lane: usize,
    Scalar { element, row, column }: Scalar,
) {
    let detail = format!("element {element} of a signature, row {row}, component {column}");
    wave.fault(cx, call.at, lane, Some((FindingKind::OutOfBounds, detail)));
}

/// Whether the inputs of a stage are those of several vertices.
fn reads_vertices(stage: ShaderKind) -> bool {
    matches!(stage, ShaderKind::Geometry | ShaderKind::Hull | ShaderKind::Domain)
}
