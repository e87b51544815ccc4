//! Lists the parts of the language that are for Vulkan only, by name: attributes with their allowed places, functions,
//! types, formats, built-ins.
//!
//! Input: the tables that the compiler itself uses. Output: their rows, for tests and documents that iterate over all of
//! them.

use hlslc_hir::objects::ObjectKind;
use hlslc_ir::vulkan::{VkBuiltIn, VkImageFormat, VkMode};

pub use hlslc_hir::objects::{ObjectClass, ObjectParams, ObjectShape};
pub use hlslc_sema::vulkan::{ANY, On, ROWS as ATTRIBUTES, Row as Attribute};

/// The functions of the namespace `vk`.
pub fn functions() -> impl Iterator<Item = &'static str> {
    hlslc_hir::intrinsics::TABLE
        .iter()
        .map(hlslc_hir::intrinsics::Intrinsic::name)
        .filter(|name| name.starts_with("vk::"))
}

/// A type that is bound or that only Vulkan has.
#[derive(Clone, Copy, Debug)]
pub struct ObjectType {
    /// Its name in the source.
    pub name: &'static str,
    /// The class for bindings.
    pub class: ObjectClass,
    /// The addressing.
    pub shape: ObjectShape,
    /// The template arguments.
    pub params: ObjectParams,
    /// Whether it is bound to a descriptor.
    pub is_resource: bool,
}

/// The types that are bound or that only Vulkan has.
pub fn object_types() -> impl Iterator<Item = ObjectType> {
    let all = ObjectKind::ALL.iter().filter(|kind| kind.is_resource() || kind.is_vulkan_only());
    all.map(|kind| {
        let row = kind.info();
        let is_resource = kind.is_resource();
        ObjectType { name: row.name, class: row.class, shape: row.shape, params: row.params, is_resource }
    })
}

/// The formats of `[[vk::image_format("…")]]`.
pub fn image_formats() -> impl Iterator<Item = &'static str> {
    VkImageFormat::ALL.into_iter().map(|row| row.1)
}

/// The built-ins of `[[vk::builtin("…")]]`.
pub fn built_ins() -> impl Iterator<Item = &'static str> {
    VkBuiltIn::ALL.into_iter().map(|row| row.1)
}

/// The attributes that say how a pixel shader runs.
pub fn modes() -> impl Iterator<Item = &'static str> {
    VkMode::ALL.into_iter().map(|row| row.1)
}
