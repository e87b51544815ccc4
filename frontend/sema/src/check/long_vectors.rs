//! Rejects vectors of more than four components in interfaces: the inputs and outputs of shaders have rows of four. Input:
//! types and their places. Output: one error for each place.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::FuncId;
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::Ty;

impl Checker<'_> {
    /// Whether a place may be of a type; reports the long vectors in it where it may not.
    pub fn reject_long_vectors(&mut self, ty: Ty, span: Span, place: &str) -> bool {
        let holds = self.summary(ty).long_vectors;
        if holds {
            self.report(errors::long_vector(span, place));
        }
        holds
    }

    /// The same of the element of an object.
    pub fn reject_long_elements(&mut self, kind: ObjectKind, element: Ty, span: Span) -> bool {
        let place = match kind.info().class {
            ObjectClass::Stream => "geometry streams",
            ObjectClass::Patch => "tessellation patches",
            ObjectClass::Node => "node records",
            _ if matches!(kind, ObjectKind::ConstantBuffer | ObjectKind::TextureBuffer) => {
                "ConstantBuffers or TextureBuffers"
            }
            ObjectClass::Srv
            | ObjectClass::Uav
            | ObjectClass::Cbv
            | ObjectClass::Sampler
            | ObjectClass::Local
            | ObjectClass::Subobject
            | ObjectClass::Heap
            | ObjectClass::Vulkan
            | ObjectClass::Foreign
            | ObjectClass::Argument => return false,
        };
        self.reject_long_vectors(element, span, place)
    }

    /// Does the same with what an entry point or a patch-constant function takes and gives; `what` says which it is.
    pub fn reject_long_interface(&mut self, func: FuncId, what: &str) {
        let data = self.program.funcs[func].declaration();
        for param in &data.params {
            let local = &data.locals[param.local];
            self.reject_long_vectors(local.ty, local.span, &format!("{what} parameters"));
        }
        self.reject_long_vectors(data.ret, data.span, &format!("{what} return type"));
    }
}
