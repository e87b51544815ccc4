//! Variables of Vulkan that no semantic of HLSL names: `[[vk::builtin("…")]]` makes an input or output one of them.

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the names")]
pub enum VkBuiltIn {
    PointSize,
    HelperInvocation,
    BaseVertex,
    BaseInstance,
    DrawIndex,
    DeviceIndex,
    ViewportMaskNV,
}

impl VkBuiltIn {
    /// (variable, name in the attribute and in the text form), in the order of the variants.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::PointSize, "PointSize"),
        (Self::HelperInvocation, "HelperInvocation"),
        (Self::BaseVertex, "BaseVertex"),
        (Self::BaseInstance, "BaseInstance"),
        (Self::DrawIndex, "DrawIndex"),
        (Self::DeviceIndex, "DeviceIndex"),
        (Self::ViewportMaskNV, "ViewportMaskNV"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The variable of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}
