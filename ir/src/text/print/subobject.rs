//! Prints subobjects: `subobject "name" = word operands`. A root signature stands there as the bytes of its binary
//! form.

use super::{Printer, write_string};
use crate::subobject::{HitGroupKind, Subobject, SubobjectValue};
use std::fmt::Write as _;

impl Printer<'_> {
    pub(super) fn subobject(&mut self, subobject: &Subobject) {
        let out = &mut self.out;
        out.push_str("subobject ");
        let _ = write_string(out, &subobject.name);
        out.push_str(" = ");
        match &subobject.value {
            SubobjectValue::StateObjectConfig { flags } => {
                let _ = write!(out, "state_object_config {flags}");
            }
            SubobjectValue::RootSignature { local, signature } => {
                out.push_str(if *local { "local_root_signature \"" } else { "global_root_signature \"" });
                for byte in signature.bytes() {
                    let _ = write!(out, "{byte:02x}");
                }
                out.push('"');
            }
            SubobjectValue::Association { subobject, exports } => {
                out.push_str("association");
                for name in std::iter::once(subobject).chain(exports) {
                    out.push(' ');
                    let _ = write_string(out, name);
                }
            }
            SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } => {
                let _ = write!(out, "shader_config {payload_bytes} {attribute_bytes}");
            }
            SubobjectValue::PipelineConfig { recursion } => {
                let _ = write!(out, "pipeline_config {recursion}");
            }
            SubobjectValue::PipelineConfig1 { recursion, flags } => {
                let _ = write!(out, "pipeline_config1 {recursion} {flags}");
            }
            SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection } => {
                out.push_str(match kind {
                    HitGroupKind::Triangle => "triangle_hit_group",
                    HitGroupKind::ProceduralPrimitive => "procedural_hit_group",
                });
                for name in [any_hit, closest_hit, intersection] {
                    out.push(' ');
                    let _ = write_string(out, name);
                }
            }
        }
        out.push('\n');
    }
}
