//! Checks storage classes that the source names by number.
//!
//! Input: a variable and its class. Output: nothing, or what no module of Vulkan has: memory that only a resource of the language names,
//! classes of other stages, and those of kernels.

use crate::errors;
use crate::writer::Writer;
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_ir::Type;
use hlslc_ir::foreign::ForeignType;
use hlslc_ir::types::TypeData;
use rspirv::spirv::{Op as Core, StorageClass};

/// The rule for variables of a storage class.
enum Rule {
    /// Of these stages.
    Stages(&'static [Stage]),
    /// Of a type without values, such as an image.
    Opaque,
    /// A resource of the language, or nothing at all.
    Nothing(&'static str),
}

const TRACES: &[Stage] = &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss];
const CALLS: &[Stage] = &[Stage::RayGeneration, Stage::ClosestHit, Stage::Miss, Stage::Callable];
const GROUPS: &[Stage] = &[Stage::Compute, Stage::Mesh, Stage::Amplification];
const BLOCK: &str = "is a block of a resource: declare a buffer";
const HANDED: &str = "is what the shader is handed: declare a parameter";
const NONE: &str = "is nothing that a shader of Vulkan has";

/// The rule of a class, if it has one.
fn rule(class: StorageClass) -> Option<Rule> {
    use StorageClass as C;
    const ROWS: [(StorageClass, Rule); 28] = [
        (C::UniformConstant, Rule::Opaque),
        (C::TileImageEXT, Rule::Opaque),
        (C::Input, Rule::Nothing("has a built-in or a location: declare a parameter, or say `vk::ext_builtin_input`")),
        (
            C::Output,
            Rule::Nothing("has a built-in or a location: declare a parameter, or say `vk::ext_builtin_output`"),
        ),
        (C::Uniform, Rule::Nothing(BLOCK)),
        (C::StorageBuffer, Rule::Nothing(BLOCK)),
        (C::PushConstant, Rule::Nothing("is a block: say `[[vk::push_constant]]`")),
        (C::ShaderRecordBufferKHR, Rule::Nothing("is a block: say `[[vk::shader_record_ext]]`")),
        (C::PhysicalStorageBuffer, Rule::Nothing("is what an address leads to: `vk::BufferPointer`")),
        (C::TileAttachmentQCOM, Rule::Nothing("is a resource with a binding, which the language has no type for")),
        (C::Workgroup, Rule::Stages(GROUPS)),
        (C::RayPayloadKHR, Rule::Stages(TRACES)),
        (C::CallableDataKHR, Rule::Stages(CALLS)),
        (C::HitObjectAttributeNV, Rule::Stages(TRACES)),
        (C::HitObjectAttributeEXT, Rule::Stages(TRACES)),
        (C::HitAttributeKHR, Rule::Nothing(HANDED)),
        (C::IncomingRayPayloadKHR, Rule::Nothing(HANDED)),
        (C::IncomingCallableDataKHR, Rule::Nothing(HANDED)),
        (C::TaskPayloadWorkgroupEXT, Rule::Nothing("is what `DispatchMesh` hands on")),
        (C::Function, Rule::Nothing("is a variable of a function: declare it in one")),
        (C::CrossWorkgroup, Rule::Nothing(NONE)),
        (C::Generic, Rule::Nothing(NONE)),
        (C::AtomicCounter, Rule::Nothing(NONE)),
        (C::Image, Rule::Nothing(NONE)),
        (C::NodePayloadAMDX, Rule::Nothing(NONE)),
        (C::CodeSectionINTEL, Rule::Nothing(NONE)),
        (C::DeviceOnlyALTERA, Rule::Nothing(NONE)),
        (C::HostOnlyALTERA, Rule::Nothing(NONE)),
    ];
    ROWS.into_iter().find(|row| row.0 == class).map(|row| row.1)
}

impl Writer<'_> {
    /// The error in a variable of a class, unless it is a built-in.
    pub(super) fn wrong_class(&self, class: StorageClass, ty: Type, span: Span) -> Option<Diagnostic> {
        if !self.settings.is_checked {
            return None;
        }
        let problem = match rule(class)? {
            Rule::Stages(stages) => {
                let stage = self.entry.stage();
                let others: Vec<String> = stages.iter().map(ToString::to_string).collect();
                (!stages.contains(&stage))
                    .then(|| format!("is of {} shaders, not of a {stage} shader", others.join(" or ")))
            }
            Rule::Opaque => (!self.is_opaque(ty))
                .then(|| "must have a type without values, such as an image or a sampler".to_owned()),
            Rule::Nothing(problem) => Some(problem.to_owned()),
        }?;
        Some(errors::misplaced_variable(span, &format!("{class:?}"), &problem))
    }

    /// Whether a type is one of what is only read and written by instructions of its own.
    fn is_opaque(&self, ty: Type) -> bool {
        match *self.module.ctx.type_data(ty) {
            TypeData::Resource(_) => true,
            TypeData::Array(element, _) => self.is_opaque(element),
            TypeData::Foreign(ForeignType::Made { opcode, .. }) => Core::from_u32(opcode).is_some_and(|core| {
                !matches!(core, Core::TypeInt | Core::TypeFloat | Core::TypeVector | Core::TypeArray)
            }),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(ForeignType::Address { .. }) => false,
        }
    }
}
