//! Attributes of Vulkan on inputs and outputs: `[[vk::location(n)]]`, `[[vk::index(n)]]` and
//! `[[vk::builtin("…")]]`.
//!
//! In: the attributes of a parameter, member or function. Out: what they say of the value, checked against its type and its
//! place once an entry point is known that has it.

use super::entry::point_words;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::types::{ScalarKind, Ty, TyData, VkInterface};
use hlslc_ir::vulkan::VkBuiltIn;
use hlslc_semantics::SigPoint;
use hlslc_syntax::ast::Attribute;

impl Checker<'_> {
    /// What the attributes of a value say about where Vulkan has it.
    pub fn vk_interface(&mut self, attributes: &[Attribute]) -> VkInterface {
        let mut found = VkInterface::default();
        for attribute in attributes.iter().filter(|attribute| attribute.scope.is_some()) {
            match self.names.text(attribute.name.node) {
                "location" => found.location = self.vk_numbers(attribute, 1, 1).map(|n| n[0]),
                "index" => found.index = self.vk_numbers(attribute, 1, 1).map(|n| n[0]),
                "builtin" if self.options.spirv => found.built_in = self.vk_built_in(attribute),
                _ => {}
            }
        }
        found
    }

    fn vk_built_in(&mut self, attribute: &Attribute) -> Option<VkBuiltIn> {
        let (name, span) = self.string_argument(attribute)?;
        let found = VkBuiltIn::from_name(&name);
        if found.is_none() {
            let known = VkBuiltIn::ALL.map(|row| format!("`{}`", row.1)).join(", ");
            self.report(errors::unknown_vk_builtin(span, &name, &known));
        }
        found
    }

    /// Checks that a built-in is of the type and at the place that it is one at.
    pub fn check_vk_built_in(&mut self, built_in: VkBuiltIn, ty: Ty, point: SigPoint, span: Span) {
        if !points(built_in).contains(&point) {
            self.report(errors::vk_builtin_place(span, built_in.name(), point_words(point)));
            return;
        }
        let is_word = |kind: ScalarKind| kind.is_int() && kind.bits() == 32;
        let (fits, wanted) = match (built_in, self.types().data(ty)) {
            (VkBuiltIn::PointSize, TyData::Scalar(kind)) => (*kind == ScalarKind::Float, "float"),
            (VkBuiltIn::PointSize, _) => (false, "float"),
            (VkBuiltIn::HelperInvocation, data) => (matches!(data, TyData::Scalar(ScalarKind::Bool)), "bool"),
            (VkBuiltIn::ViewportMaskNV, TyData::Array(element, _)) => {
                (matches!(self.types().data(*element), TyData::Scalar(kind) if is_word(*kind)), "int[]")
            }
            (VkBuiltIn::ViewportMaskNV, _) => (false, "int[]"),
            (VkBuiltIn::BaseVertex | VkBuiltIn::BaseInstance | VkBuiltIn::DrawIndex | VkBuiltIn::DeviceIndex, data) => {
                (matches!(data, TyData::Scalar(kind) if is_word(*kind)), "int")
            }
        };
        if !fits {
            let shown = self.show(ty);
            self.report_unless_error(&[ty], errors::vk_builtin_type(span, built_in.name(), wanted, &shown));
        }
    }
}

/// Where there is a built-in.
fn points(built_in: VkBuiltIn) -> &'static [SigPoint] {
    use SigPoint as P;
    match built_in {
        VkBuiltIn::PointSize => {
            &[P::VsOut, P::HscpIn, P::HscpOut, P::DscpIn, P::DsOut, P::GsvIn, P::GsOut, P::PsIn, P::MsOut]
        }
        VkBuiltIn::HelperInvocation => &[P::PsIn],
        VkBuiltIn::BaseVertex | VkBuiltIn::BaseInstance => &[P::VsIn],
        VkBuiltIn::DrawIndex => &[P::VsIn, P::MsIn, P::AsIn],
        VkBuiltIn::DeviceIndex => &[P::VsIn, P::PcIn, P::HsIn, P::DsIn, P::GsIn, P::PsIn, P::CsIn, P::MsIn, P::AsIn],
        VkBuiltIn::ViewportMaskNV => &[P::MspOut],
    }
}
