//! Converts the subobjects of a library to the form in containers.

use dxil::subobject::{HitGroupKind as DxHitGroup, Subobject as DxSubobject, SubobjectValue as DxValue};
use hlslc_ir::subobject::{HitGroupKind, Subobject, SubobjectValue};

/// The record of a subobject in the container of a library.
pub(crate) fn lower_subobject(subobject: &Subobject) -> DxSubobject {
    let value = match &subobject.value {
        SubobjectValue::StateObjectConfig { flags } => DxValue::StateObjectConfig { flags: *flags },
        SubobjectValue::RootSignature { local, signature } => {
            DxValue::RootSignature { local: *local, data: signature.bytes(), text: signature.literals.text().into() }
        }
        SubobjectValue::Association { subobject, exports } => DxValue::Association {
            subobject: subobject.as_str().into(),
            exports: exports.iter().map(|export| export.as_str().into()).collect(),
        },
        SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } => {
            DxValue::ShaderConfig { payload_bytes: *payload_bytes, attribute_bytes: *attribute_bytes }
        }
        SubobjectValue::PipelineConfig { recursion } => DxValue::PipelineConfig { recursion: *recursion },
        SubobjectValue::PipelineConfig1 { recursion, flags } => {
            DxValue::PipelineConfig1 { recursion: *recursion, flags: *flags }
        }
        SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection } => DxValue::HitGroup {
            kind: match kind {
                HitGroupKind::Triangle => DxHitGroup::Triangle as u32,
                HitGroupKind::ProceduralPrimitive => DxHitGroup::ProceduralPrimitive as u32,
            },
            any_hit: any_hit.as_str().into(),
            closest_hit: closest_hit.as_str().into(),
            intersection: intersection.as_str().into(),
        },
    };
    DxSubobject { name: subobject.name.as_str().into(), value }
}
