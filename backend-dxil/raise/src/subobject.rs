//! Raises the subobjects of a library, which its container has in the runtime data alone.

use crate::RaiseError;
use dxil::subobject::{HitGroupKind as DxHitGroup, Subobject as DxSubobject, SubobjectValue as DxValue};
use hlslc_base::Span;
use hlslc_base::literals::Literals;
use hlslc_ir::module::ModuleRootSignature;
use hlslc_ir::subobject::{HitGroupKind, Subobject, SubobjectValue};

/// The root signature that the bytes of a part or a subobject are.
pub(crate) fn root_signature(bytes: &[u8], place: &str) -> Result<ModuleRootSignature, RaiseError> {
    let signature = hlslc_rootsig::binary::read(bytes).map_err(|errors| {
        let why = errors.first().map(ToString::to_string).unwrap_or_default();
        RaiseError::new(format!("the root signature of {place} cannot be read: {why}"))
    })?;
    Ok(ModuleRootSignature { signature, literals: Literals::default(), span: Span::NONE })
}

/// The subobject of a record.
pub(crate) fn subobject(subobject: &DxSubobject) -> Result<Subobject, RaiseError> {
    let name = subobject.name.to_string();
    let value = match &subobject.value {
        &DxValue::StateObjectConfig { flags } => SubobjectValue::StateObjectConfig { flags },
        DxValue::RootSignature { local, data, text: _ } => SubobjectValue::RootSignature {
            local: *local,
            signature: root_signature(data, &format!("the subobject `{name}`"))?,
        },
        DxValue::Association { subobject, exports } => SubobjectValue::Association {
            subobject: subobject.to_string(),
            exports: exports.iter().map(ToString::to_string).collect(),
        },
        &DxValue::ShaderConfig { payload_bytes, attribute_bytes } => {
            SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes }
        }
        &DxValue::PipelineConfig { recursion } => SubobjectValue::PipelineConfig { recursion },
        &DxValue::PipelineConfig1 { recursion, flags } => SubobjectValue::PipelineConfig1 { recursion, flags },
        DxValue::HitGroup { kind, any_hit, closest_hit, intersection } => SubobjectValue::HitGroup {
            kind: match DxHitGroup::from_number(*kind) {
                Some(DxHitGroup::Triangle) => HitGroupKind::Triangle,
                Some(DxHitGroup::ProceduralPrimitive) => HitGroupKind::ProceduralPrimitive,
                None => return Err(RaiseError::new(format!("the hit group `{name}` is of the unknown kind {kind}"))),
            },
            any_hit: any_hit.to_string(),
            closest_hit: closest_hit.to_string(),
            intersection: intersection.to_string(),
        },
    };
    Ok(Subobject { name, span: Span::NONE, value })
}
