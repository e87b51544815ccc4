//! Represents what a program states by numbers of SPIR-V: attributes as typed values. Only programs for SPIR-V have
//! any.

use crate::types::Ty;
use crate::value::ConstValue;
use hlslc_base::Span;

/// Something that the module must say once what asks for it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// `[[vk::ext_capability(n)]]`.
    Capability(u32, Span),
    /// `[[vk::ext_extension("…")]]`.
    Extension(String, Span),
}

/// A decoration.
#[derive(Clone, PartialEq, Debug)]
pub struct Decoration {
    /// Its number.
    pub number: u32,
    /// The operands.
    pub operands: DecorationOperands,
    /// The position in the source.
    pub span: Span,
}

/// The operands of a decoration.
#[derive(Clone, PartialEq, Debug)]
pub enum DecorationOperands {
    /// `[[vk::ext_decorate(n, …)]]`.
    Literals(Vec<u32>),
    /// `[[vk::ext_decorate_id(n, …)]]`: constants and their types.
    Ids(Vec<(Ty, ConstValue)>),
    /// `[[vk::ext_decorate_string(n, …)]]`.
    Texts(Vec<String>),
}

/// The attributes of a declaration that are passed to SPIR-V.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ForeignAttributes {
    /// The requirements on the module.
    pub needs: Vec<Need>,
    /// The decorations.
    pub decorations: Vec<Decoration>,
}

/// The instruction that stands for a call: `[[vk::ext_instruction(n, "set")]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignFunction {
    /// Its number.
    pub opcode: u32,
    /// The extended set that it is of.
    pub set: Option<String>,
}

/// The role of an argument of such a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ForeignParam {
    /// A value.
    #[default]
    Value,
    /// The number itself: `[[vk::ext_literal]]`.
    Literal,
    /// A pointer to the argument: `[[vk::ext_reference]]`.
    Reference,
}
