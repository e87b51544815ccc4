//! Places the interlock of pixel shaders around their accesses to rasterizer-ordered resources.
//!
//! Input: the function of a pixel shader. Output: the points at which the interlock begins and ends. An invocation may
//! execute each once, so accesses that all lie in the first block are enclosed directly; otherwise the body is, up to each
//! of its exits.

use crate::writer::Writer;
use hlslc_base::Stage;
use hlslc_ir::function::Function;
use hlslc_ir::module::{Module, SystemValue};
use hlslc_ir::types::{Access, ResourceType};
use hlslc_ir::{Func, Inst, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, ExecutionMode, Op as Core, Word};
use rustc_hash::FxHashSet;

/// The extent of a critical section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Interlock {
    /// Nothing.
    #[default]
    None,
    /// From one instruction of the first block to another.
    Between(Inst, Inst),
    /// The whole function.
    Whole,
}

/// Whether a resource is one that pixels take turns at.
fn is_ordered(module: &Module, resource: hlslc_ir::Resource) -> bool {
    match module.ctx.resource_type(module.resources[resource].ty) {
        Some(
            ResourceType::TypedBuffer { access, .. }
            | ResourceType::RawBuffer { access, .. }
            | ResourceType::Texture { access, .. },
        ) => *access == Access::RasterizerOrdered,
        _ => false,
    }
}

/// The instructions of a function that reach into ordered resources, with whether they are in its first block.
fn accesses(module: &Module, func: &Function) -> Vec<(Inst, bool)> {
    let mut reaching: FxHashSet<Value> = FxHashSet::default();
    let mut found = Vec::new();
    for &block in &func.layout {
        let is_first = func.entry() == Some(block);
        for &inst in &func.blocks[block].insts {
            let names = func.insts[inst].imm.resource().is_some_and(|resource| is_ordered(module, resource));
            let uses = func.args(inst).iter().any(|arg| reaching.contains(arg));
            if uses {
                found.push((inst, is_first));
            }
            if names || uses {
                reaching.extend(func.result(inst));
            }
        }
    }
    found
}

/// The critical section of a pixel shader.
pub(crate) fn interlock(module: &Module, id: Func, stage: Stage) -> Interlock {
    let has_any = || module.resources.keys().any(|resource| is_ordered(module, resource));
    if stage != Stage::Pixel || !has_any() {
        return Interlock::None;
    }
    // What is called is not searched for its place.
    let elsewhere = module.funcs.iter().any(|(other, func)| other != id && !accesses(module, func).is_empty());
    let found = accesses(module, &module.funcs[id]);
    match (found.first(), found.last()) {
        (Some(&(first, _)), Some(&(last, _))) if !elsewhere && found.iter().all(|row| row.1) => {
            Interlock::Between(first, last)
        }
        (None, _) if !elsewhere => Interlock::None,
        _ => Interlock::Whole,
    }
}

impl Writer<'_> {
    /// Emits the start of the critical section.
    pub(crate) fn begin_interlock(&mut self) {
        self.asm.effect(Core::BeginInvocationInterlockEXT, Vec::new());
    }

    /// Emits its end.
    pub(crate) fn end_interlock(&mut self) {
        self.asm.effect(Core::EndInvocationInterlockEXT, Vec::new());
    }

    /// Says how pixels take turns: by samples where the shader runs for each, by regions of one shading rate where it knows
    /// that rate.
    pub(crate) fn interlock_mode(&mut self, main: Word) {
        if self.body.interlock == Interlock::None {
            return;
        }
        let reads = |system| self.entry.inputs.values().any(|element| element.system == system);
        let (capability, mode) = if reads(SystemValue::SampleIndex) {
            (Capability::FragmentShaderSampleInterlockEXT, ExecutionMode::SampleInterlockOrderedEXT)
        } else if reads(SystemValue::ShadingRate) {
            (Capability::FragmentShaderShadingRateInterlockEXT, ExecutionMode::ShadingRateInterlockOrderedEXT)
        } else {
            (Capability::FragmentShaderPixelInterlockEXT, ExecutionMode::PixelInterlockOrderedEXT)
        };
        self.asm.capability(capability);
        self.asm.execution_mode(vec![Operand::ExecutionMode(mode)], main);
    }
}
