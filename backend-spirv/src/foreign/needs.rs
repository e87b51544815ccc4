//! Determines the capabilities and extensions that entities require which the source names by number.
//!
//! Input: the alternatives that SPIR-V's grammar lists for an entity. Output: one of the capabilities, and one of the
//! extensions; those that the module already declares are preferred. If only kernels have the entity, an error at the place
//! in the source.

use crate::errors;
use crate::grammar::{self, Given, Named};
use crate::writer::Writer;
use hlslc_base::{Span, Stage};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Op as Core};

/// Capabilities of kernels, of graphs, and of what no Vulkan has.
const NOT_OF_VULKAN: [Capability; 21] = [
    Capability::Addresses,
    Capability::Linkage,
    Capability::Kernel,
    Capability::Vector16,
    Capability::Float16Buffer,
    Capability::ImageBasic,
    Capability::ImageReadWrite,
    Capability::ImageMipmap,
    Capability::Pipes,
    Capability::Groups,
    Capability::DeviceEnqueue,
    Capability::LiteralSampler,
    Capability::AtomicStorage,
    Capability::ImageRect,
    Capability::SampledRect,
    Capability::GenericPointer,
    Capability::SubgroupDispatch,
    Capability::NamedBarrier,
    Capability::PipeStorage,
    Capability::GraphARM,
    Capability::BindlessTextureNV,
];

/// The stages that see tiles.
const TILES: [Stage; 2] = [Stage::Pixel, Stage::Compute];

/// Whether Vulkan has a capability.
fn is_of_vulkan(capability: Capability) -> bool {
    let operand = Operand::Capability(capability);
    // Gate arrays run kernels.
    let is_of_gates = operand.required_extensions().iter().any(|name| name.starts_with("SPV_ALTERA_"));
    !is_of_gates
        && !NOT_OF_VULKAN.contains(&capability)
        && operand.required_capabilities().into_iter().all(is_of_vulkan)
}

/// The capability that numbers of a width require. An encoding of floats requires its own.
pub(super) fn of_width(core: Core, given: &[Given]) -> Option<Capability> {
    match (core, given) {
        (Core::TypeInt, [Given::Literal(8), ..]) => Some(Capability::Int8),
        (Core::TypeInt, [Given::Literal(16), ..]) => Some(Capability::Int16),
        (Core::TypeInt, [Given::Literal(64), ..]) => Some(Capability::Int64),
        (Core::TypeFloat, [Given::Literal(16)]) => Some(Capability::Float16),
        (Core::TypeFloat, [Given::Literal(64)]) => Some(Capability::Float64),
        _ => None,
    }
}

impl Writer<'_> {
    /// Capabilities and extensions that the source asks for.
    pub(crate) fn foreign_needs(&mut self) {
        let module = self.module;
        for &(number, span) in &module.foreign.capabilities {
            match Capability::from_u32(number) {
                Some(capability) => {
                    let name = format!("capability {capability:?}");
                    self.need_one_of(&[capability], &[], &name, span);
                }
                None => self.diagnostics.push(errors::unknown_capability(span, number)),
            }
        }
        for (name, _) in &module.foreign.extensions {
            self.asm.extension_by_name(name);
        }
    }

    /// Reports capabilities that the source asks for and that shaders of a stage may not have.
    pub(crate) fn misplaced_capabilities(&mut self) {
        let stage = self.entry.stage();
        for &(number, span) in &self.module.foreign.capabilities {
            if number == Capability::TileShadingQCOM as u32 && !TILES.contains(&stage) && self.settings.is_checked {
                let stages = TILES.map(|stage| stage.to_string()).join(" or ");
                self.diagnostics.push(errors::mode_of_others(
                    span,
                    "capability TileShadingQCOM",
                    &stages,
                    &stage.to_string(),
                ));
            }
        }
    }

    /// Sees that the module has one of some capabilities and one of some extensions, those that `what` needs.
    pub(super) fn need_one_of(&mut self, capabilities: &[Capability], extensions: &[&str], what: &str, span: Span) {
        // Every stage is a shader by what it is.
        if !capabilities.is_empty() && !capabilities.iter().any(|&one| one == Capability::Shader || self.asm.can(one)) {
            let Some(&first) =
                capabilities.iter().find(|&&one| self.settings.links || !self.settings.is_checked || is_of_vulkan(one))
            else {
                self.diagnostics.push(errors::not_of_vulkan(span, what));
                return;
            };
            self.asm.capability(first);
            self.need_extension(&Operand::Capability(first).required_extensions());
        }
        self.need_extension(extensions);
    }

    /// Needs one of some extensions.
    fn need_extension(&mut self, extensions: &[&str]) {
        if let Some(first) = extensions.first()
            && !extensions.iter().any(|name| self.asm.has_extension(name))
        {
            self.asm.extension_by_name(first);
        }
    }

    /// Does the same for operands that have names.
    pub(super) fn need_named(&mut self, named: &Named, what: &str, span: Span) {
        for operand in named.iter().flatten().flat_map(grammar::flags) {
            self.need_operand(&operand, what, span);
        }
    }

    /// Does the same for an operand that says all of it.
    pub(super) fn need_operand(&mut self, operand: &Operand, what: &str, span: Span) {
        self.need_one_of(&operand.required_capabilities(), &operand.required_extensions(), what, span);
    }
}
