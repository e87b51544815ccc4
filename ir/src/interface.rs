//! Represents the parameters and the result of an entry point, and the signature elements that they stand for.
//!
//! A parameter (or the result) is a [global](crate::module::GlobalData) in the address space `Input` or `Output`, so that
//! ordinary code reads and writes it through pointers, in any function. An [`InterfaceVariable`] maps its parts to
//! elements. The pass `interface` turns the accesses into operations on elements, after which the variables are gone.
//!
//! Ray tracing shaders have no signatures: a parameter that they receive by reference is a global in the address space
//! `Parameter`, which a [`RayParameter`] describes. It stays memory, with the type of the source.

use crate::entity::{Global, SigElement};
use crate::ops::Op;
use hlslc_semantics::SignatureKind;

/// A parameter or result of an entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterfaceVariable {
    /// The variable.
    pub global: Global,
    /// The signature that its elements are of. An input whose signature is [`SignatureKind::Output`] holds the output control
    /// points of a hull shader, as its patch-constant function reads them.
    pub signature: SignatureKind,
    /// Whether its type is an array with an element for each vertex, control point or primitive.
    pub per_vertex: bool,
    /// The stream of a geometry shader that it is a vertex of.
    pub stream: u8,
    /// The signature elements of its parts.
    pub slots: Slots,
}

impl InterfaceVariable {
    /// The operation that reads its elements.
    pub fn read_by(&self) -> Op {
        match self.signature {
            SignatureKind::Input | SignatureKind::None => Op::LoadInput,
            SignatureKind::Output => Op::LoadControlPoint,
            SignatureKind::PatchOrPrimitive => Op::LoadPatchConstant,
        }
    }

    /// The operation that writes its elements.
    pub fn written_by(&self) -> Op {
        match self.signature {
            SignatureKind::PatchOrPrimitive => Op::StorePatchConstant,
            SignatureKind::Input | SignatureKind::Output | SignatureKind::None => Op::StoreOutput,
        }
    }
}

/// A parameter that a ray shader receives by reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RayParameter {
    /// The variable.
    pub global: Global,
    /// The role of the parameter.
    pub role: ParameterRole,
}

/// The role of a parameter of a ray shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ParameterRole {
    /// The payload of the ray, which may be written.
    Payload,
    /// The attributes of the hit that the intersection shader reports, which are read-only.
    Attributes,
    /// The argument of a callable shader, which may be written.
    CallableData,
}

impl ParameterRole {
    /// (role, spelling in text).
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Payload, "payload"), (Self::Attributes, "attributes"), (Self::CallableData, "callable")];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The sources or destinations of the parts of a variable. The structure follows the structs of its type; arrays are
/// rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slots {
    /// Rows of an element.
    Element {
        /// Which.
        element: SigElement,
        /// Whether the rows are the columns of a matrix.
        by_columns: bool,
    },
    /// Elements of one row each, for the elements of an array.
    Elements(Vec<SigElement>),
    /// An operation gives it, one component at a time if `components`.
    Operation {
        /// Which.
        op: Op,
        /// Whether its immediate picks a component.
        components: bool,
    },
    /// The numbers of a primitive's vertices.
    Indices,
    /// Always zero.
    Zero,
    /// Members of a struct.
    Struct(Vec<Slots>),
    /// Nothing: undefined where it is read, without effect where it is written.
    Nothing,
}

impl Slots {
    /// The elements among them.
    pub fn elements(&self) -> impl Iterator<Item = SigElement> + '_ {
        let mut work = vec![self];
        let mut found = Vec::new();
        while let Some(slots) = work.pop() {
            match slots {
                Self::Element { element, .. } => found.push(*element),
                Self::Elements(elements) => found.extend_from_slice(elements),
                Self::Struct(members) => work.extend(members),
                Self::Operation { .. } | Self::Indices | Self::Zero | Self::Nothing => {}
            }
        }
        found.into_iter()
    }
}
