//! Collects what groups of mesh and amplification shaders output: vertices, primitives, indices, and the groups that they
//! launch with a payload.
//!
//! Input: calls of lanes; the payload that a mesh shader reads lies in the memory of the group, put there before the group starts.
//! Output: of each group a [`DrawnGroup`]. What is stored after the counts that are set is kept too, for nothing has to set them
//! first.

use std::collections::BTreeMap;

use dxil::Op;
use dxil::signature::ComponentType;

use crate::dispatch::Context;
use crate::exec::Wave;
use crate::interface::{outside, scalar_of};
use crate::lanes::lanes;
use crate::operations::Call;
use crate::program::Program;
use crate::resources::buffers::hidden;
use crate::stages::Asked;
use crate::value::Num;

/// The output of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnGroup {
    /// Which it is.
    pub group: [u32; 3],
    /// The numbers of vertices and primitives that it declares, if it does.
    pub counts: Option<[u32; 2]>,
    /// Of a vertex the scalars of the output signature that were stored, by their numbers.
    pub vertices: BTreeMap<u32, BTreeMap<usize, u32>>,
    /// The same of a primitive.
    pub primitives: BTreeMap<u32, BTreeMap<usize, u32>>,
    /// The vertices of a primitive.
    pub indices: BTreeMap<u32, [u32; 3]>,
    /// The groups that it starts, if it is an amplification shader that does.
    pub started: Option<Started>,
}

/// Groups of a mesh shader that are started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// The number of groups.
    pub groups: [u32; 3],
    /// The numbers of the payload: at which byte, of which kind, and what; halves as floats of 32 bits, all else as memory
    /// holds it.
    pub payload: Vec<(u32, ComponentType, u64)>,
}

/// A number of a payload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PayloadPart {
    pub offset: u32,
    pub num: Num,
}

/// The facts about the payload of a shader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Payload {
    /// The group-shared object that a mesh shader reads it from.
    pub object: Option<u32>,
    /// The numbers of what an amplification shader passes on.
    pub parts: Vec<PayloadPart>,
}

pub(crate) fn is_known(op: Op) -> bool {
    matches!(
        op,
        Op::SetMeshOutputCounts | Op::EmitIndices | Op::StoreVertexOutput | Op::StorePrimitiveOutput | Op::DispatchMesh
    )
}

pub(crate) fn run(wave: &mut Wave, cx: &mut Context<'_>, call: Call) {
    for lane in lanes(call.mask) {
        let arg = |cx: &Context<'_>, wave: &Wave, number: u32| call.arg(cx, wave, number, lane) as u32;
        #[expect(clippy::wildcard_enum_match_arm, reason = "only the start of a mesh shader is left")]
        match call.op {
            Op::SetMeshOutputCounts => {
                let counts = [0, 1].map(|number| arg(cx, wave, number));
                if let Some(group) = group(cx) {
                    group.counts = Some(counts);
                }
            }
            Op::EmitIndices => {
                let primitive = arg(cx, wave, 0);
                let vertices = [1, 2, 3].map(|number| arg(cx, wave, number));
                if let Some(group) = group(cx) {
                    group.indices.insert(primitive, vertices);
                }
            }
            Op::StoreVertexOutput | Op::StorePrimitiveOutput => store(wave, cx, call, lane),
            // All lanes say the same, the first is heard; of waves the last, which comes when all threads have written what
            // they will.
            _ if lane == call.mask.trailing_zeros() as usize => start(wave, cx, call, lane),
            _ => {}
        }
    }
}

fn group<'a>(cx: &'a mut Context<'_>) -> Option<&'a mut DrawnGroup> {
    cx.drawing.as_mut()?.groups.last_mut()
}

fn store(wave: &Wave, cx: &mut Context<'_>, call: Call, lane: usize) {
    let value = hidden(call.arg(cx, wave, 3, lane), call.num) as u32;
    let of = call.arg(cx, wave, 4, lane) as u32;
    let scalar = scalar_of(wave, cx, call, lane);
    let is_vertex = call.op == Op::StoreVertexOutput;
    let signature = if is_vertex { &cx.program.outputs } else { &cx.program.patch };
    let Some(number) = signature.number(scalar) else { return outside(wave, cx, call, lane, scalar) };
    if let Some(group) = group(cx) {
        let all = if is_vertex { &mut group.vertices } else { &mut group.primitives };
        all.entry(of).or_default().insert(number, value);
    }
}

fn start(wave: &mut Wave, cx: &mut Context<'_>, call: Call, lane: usize) {
    let groups = [0, 1, 2].map(|number| call.arg(cx, wave, number, lane) as u32);
    let pointer = call.arg(cx, wave, 3, lane);
    let mut payload = Vec::new();
    for at in 0..cx.program.payload.parts.len() {
        let PayloadPart { offset, num } = cx.program.payload.parts[at];
        // All threads of the group are waited for, and a payload may have numbers that nothing needs.
        let (value, fault) = wave.reach(cx, lane).peek(pointer, offset, num);
        wave.fault(cx, call.at, lane, fault);
        payload.push((offset, component_of(num), hidden(value, num)));
    }
    if let Some(group) = group(cx) {
        group.started = Some(Started { groups, payload });
    }
}

fn component_of(num: Num) -> ComponentType {
    match num {
        Num::F16 => ComponentType::F16,
        Num::F32 => ComponentType::F32,
        Num::F64 => ComponentType::F64,
        Num::I64 => ComponentType::U64,
        Num::I1 | Num::I8 | Num::I16 | Num::I32 | Num::Pointer | Num::Handle => ComponentType::U32,
    }
}

impl Program {
    /// Begins a group of a mesh or an amplification shader: nothing is left yet, and the payload lies where it is read.
    pub(crate) fn begin_group(&self, cx: &mut Context<'_>) {
        let Some(drawing) = &mut cx.drawing else { return };
        if !self.stage_has_groups() {
            return;
        }
        drawing.groups.push(DrawnGroup { group: cx.group, ..DrawnGroup::default() });
        if let Some(object) = self.payload.object.and_then(|object| self.shared.get(object as usize)) {
            let words = object.size.div_ceil(4);
            let given: Vec<u8> =
                (0..words).flat_map(|word| (drawing.given)(0, Asked::Payload(word)).to_le_bytes()).collect();
            cx.shared.give(object.start, given.get(..object.size as usize).unwrap_or(&given));
        }
    }
}
