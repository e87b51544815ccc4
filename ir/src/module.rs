//! Represents a module: functions, variables, resources and entry points.

use crate::context::Context;
use crate::debug::DebugInfo;
use crate::entity::{Const, Func, Global, Resource, SigElement, Type};
use crate::foreign::{ForeignDecoration, ForeignNeeds, ForeignVariable};
use crate::function::Function;
use crate::interface::{InterfaceVariable, ParameterRole, RayParameter};
use crate::stage::StageProperties;
pub use crate::subobject::ModuleRootSignature;
use crate::subobject::Subobject;
pub use crate::types::Interpolation;
use crate::types::{AddressSpace, ComponentKind, Declared, MatrixOrder, Scalar};
pub use crate::vulkan::VkBinding;
use crate::vulkan::{Specialization, VkBuiltIn, VkMode, VkResource};
use cranelift_entity::PrimaryMap;
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_semantics::limits;
pub use hlslc_semantics::{SignatureKind, SystemValue};

/// The binding of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// A register range.
    Explicit {
        /// Register space.
        space: u32,
        /// First register.
        lower: u32,
    },
    /// No register yet. The implicit-binding pass turns those still in use into `Explicit`.
    Implicit {
        /// Position among the resources without a register, in declaration order.
        order: u32,
        /// Space, where the source gives one.
        space: Option<u32>,
    },
    /// An element of a descriptor heap.
    Heap(Heap),
}

/// A heap of descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heap {
    /// `ResourceDescriptorHeap`.
    Resources,
    /// `SamplerDescriptorHeap`.
    Samplers,
    /// No heap of the device: raw handles, which functions are given or return, name its elements.
    Raw,
}

impl Heap {
    /// The name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resources => "ResourceDescriptorHeap",
            Self::Samplers => "SamplerDescriptorHeap",
            Self::Raw => "RawHandle",
        }
    }
}

/// A resource as declared. Every handle names one.
#[derive(Clone, Debug)]
pub struct ResourceData {
    /// Name in the source.
    pub name: String,
    /// Its name for a linker, where that is another.
    pub symbol: Option<String>,
    /// The position of the declaration.
    pub span: Span,
    /// Handle type.
    pub ty: Type,
    /// Number of descriptors; `None` is unbounded.
    pub count: Option<u32>,
    /// Whether it was declared as an array (even of one).
    pub is_array: bool,
    /// The dimensions of an array of several, outermost first; empty for any other.
    pub dims: Vec<u32>,
    /// The binding.
    pub binding: Binding,
    /// `globallycoherent`.
    pub globally_coherent: bool,
    /// `reordercoherent`.
    pub reorder_coherent: bool,
    /// Order of the matrices in a structured buffer whose element is a matrix.
    pub matrix: Option<MatrixOrder>,
    /// Its type as declared, arrays aside, in C++'s spelling: `RWTexture2D<vector<float, 4> >`. Empty for `cbuffer` and `tbuffer`.
    pub declared_type: String,
    /// The declared type of the components of its elements. Only this states whether floats are normalised, as handles
    /// of both kinds have one type.
    pub element: Declared,
    /// Whether it is the constant buffer of the globals that stand in none (`$Globals`), which DXIL lists first.
    pub holds_globals: bool,
    /// Whether it is declared as a list, to append to or to consume: Vulkan binds the counter of such a buffer used or not.
    pub is_list: bool,
    /// The attributes for Vulkan.
    pub vk: VkResource,
    /// The decorations from attributes, for SPIR-V.
    pub decorations: Vec<ForeignDecoration>,
}

/// A variable outside functions.
#[derive(Clone, Debug)]
pub struct GlobalData {
    /// Name in the source.
    pub name: String,
    /// The position of the declaration.
    pub span: Span,
    /// Type of the value (not the pointer).
    pub ty: Type,
    /// The address space; none that belongs to a function or a resource.
    pub space: AddressSpace,
    /// Initial value; `Private` without one starts as zero, `Constant` always has one.
    pub init: Option<Const>,
    /// Of a `Constant` scalar: Vulkan may give it another value than the initial one when a pipeline is made.
    pub specialization: Option<Specialization>,
    /// Of one whose storage class the source names: which.
    pub foreign: Option<ForeignVariable>,
    /// The decorations from attributes, for SPIR-V.
    pub decorations: Vec<ForeignDecoration>,
}

impl ResourceData {
    /// One resource of which nothing else is said.
    pub fn new(name: impl Into<String>, span: Span, ty: Type, binding: Binding) -> Self {
        Self {
            name: name.into(),
            symbol: None,
            span,
            ty,
            count: Some(1),
            is_array: false,
            dims: Vec::new(),
            binding,
            globally_coherent: false,
            reorder_coherent: false,
            matrix: None,
            declared_type: String::new(),
            element: Declared::default(),
            holds_globals: false,
            is_list: false,
            vk: VkResource::default(),
            decorations: Vec::new(),
        }
    }
}

impl GlobalData {
    /// A variable of which nothing else is said.
    pub fn new(name: impl Into<String>, span: Span, ty: Type, space: AddressSpace) -> Self {
        let name = name.into();
        Self { name, span, ty, space, init: None, specialization: None, foreign: None, decorations: Vec::new() }
    }
}

/// An element of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementData {
    /// Semantic name without its trailing number; canonical spelling for system values.
    pub name: String,
    /// Semantic index of the first row.
    pub index: u32,
    /// The semantic indices, where they are not consecutive ones of all rows: those of an array of structs with one semantic, row by
    /// row; or those of one struct alone, where the members of an array of structs have semantics of their own.
    pub indices: Vec<u32>,
    /// Meaning.
    pub system: SystemValue,
    /// Component type. A `Bool` travels as `i32`, 0 or 1.
    pub scalar: Scalar,
    /// Sign of integer components.
    pub component: ComponentKind,
    /// Rows: elements of an array, rows of a matrix.
    pub rows: u32,
    /// Components a row, 1 to 4.
    pub cols: u8,
    /// Interpolation.
    pub interpolation: Interpolation,
    /// The stream of a geometry shader that it belongs to.
    pub stream: u8,
    /// The position of the declaration.
    pub span: Span,
    /// `[[vk::location(n)]]`.
    pub vk_location: Option<u32>,
    /// `[[vk::index(n)]]`: which source of a blend with two a render target is.
    pub vk_index: Option<u32>,
    /// `[[vk::builtin("…")]]`.
    pub vk_builtin: Option<VkBuiltIn>,
    /// The number of rows that are components of vectors in Vulkan, one for each component of a row: all rows of a
    /// matrix that are its columns in HLSL, or that have one component each. 1 elsewhere.
    pub vector_rows: u32,
    /// Whether its rows are those of one matrix, or its columns.
    pub matrix: bool,
    /// The decorations from attributes, for SPIR-V.
    pub decorations: Vec<ForeignDecoration>,
}

impl ElementData {
    /// The semantic indices: one for each row, or fewer where each stands for several.
    pub fn semantic_indices(&self) -> Vec<u32> {
        if !self.indices.is_empty() {
            return self.indices.clone();
        }
        (0..self.rows).map(|row| self.index.wrapping_add(row)).collect()
    }
}

/// A function the pipeline can start.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// Name in the source.
    pub name: String,
    /// The function: no parameters, no result; inputs and outputs go through operations.
    pub func: Func,
    /// Stage, and what it states.
    pub properties: StageProperties,
    /// The position of the declaration.
    pub span: Span,
    /// Input signature, in declaration order.
    pub inputs: PrimaryMap<SigElement, ElementData>,
    /// Output signature, in declaration order.
    pub outputs: PrimaryMap<SigElement, ElementData>,
    /// Signature of patch constants (hull, domain) or of primitives (mesh), in declaration order.
    pub patch_constants: PrimaryMap<SigElement, ElementData>,
    /// The signature elements of its parameters and its result, or of those of a hull shader's patch-constant function.
    pub variables: Vec<InterfaceVariable>,
    /// The parameters that a ray shader receives by reference, in declaration order.
    pub parameters: Vec<RayParameter>,
    /// The root signature, where there is one.
    pub root_signature: Option<ModuleRootSignature>,
    /// If it is declared with neither parameters nor a result: the semantic that stands after it nevertheless, empty for none.
    pub bare: Option<String>,
    /// The execution modes from attributes of Vulkan.
    pub vk_modes: Vec<VkMode>,
    /// The most bytes of group-shared memory that it may use, if it states a limit of its own.
    pub group_memory_limit: Option<u32>,
}

impl EntryPoint {
    /// The elements of a signature, if it is one that an entry point has.
    pub fn signature(&self, kind: SignatureKind) -> Option<&PrimaryMap<SigElement, ElementData>> {
        match kind {
            SignatureKind::None => None,
            SignatureKind::Input => Some(&self.inputs),
            SignatureKind::Output => Some(&self.outputs),
            SignatureKind::PatchOrPrimitive => Some(&self.patch_constants),
        }
    }

    /// Stage.
    pub fn stage(&self) -> Stage {
        self.properties.stage()
    }

    /// The most bytes of group-shared memory that it may use.
    pub fn group_memory_bytes(&self) -> u32 {
        self.group_memory_limit.unwrap_or(limits::group_memory_bytes(self.stage() == Stage::Mesh))
    }

    /// The variable that a ray shader is given in a role.
    pub fn parameter(&self, role: ParameterRole) -> Option<Global> {
        self.parameters.iter().find(|parameter| parameter.role == role).map(|parameter| parameter.global)
    }
}

/// Options of the source that reach the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModuleFlags {
    /// `-enable-16bit-types`.
    pub native_16bit: bool,
    /// `-Gis`: every float operation is precise.
    pub ieee_strict: bool,
    /// `-Od`.
    pub disable_optimizations: bool,
    /// `-all-resources-bound`.
    pub all_resources_bound: bool,
    /// `-res-may-alias`.
    pub resources_may_alias: bool,
    /// `-Zpr`: matrices lie by rows where nothing else is said.
    pub row_major: bool,
}

impl ModuleFlags {
    /// The memory order of a matrix that is the element of a structured buffer of Direct3D, whatever its declaration: a
    /// type argument of a template keeps no order.
    pub fn element_order(self) -> MatrixOrder {
        if self.row_major { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor }
    }

    /// Adds what a module that is linked to this one cannot do without.
    pub fn link(&mut self, other: Self) {
        self.ieee_strict |= other.ieee_strict;
        self.resources_may_alias |= other.resources_may_alias;
        self.all_resources_bound &= other.all_resources_bound;
    }

    /// (spelling in text, whether set).
    pub fn rows(self) -> [(&'static str, bool); 6] {
        [
            ("native_16bit", self.native_16bit),
            ("ieee_strict", self.ieee_strict),
            ("disable_optimizations", self.disable_optimizations),
            ("all_resources_bound", self.all_resources_bound),
            ("resources_may_alias", self.resources_may_alias),
            ("row_major", self.row_major),
        ]
    }

    /// Sets the flag with this spelling. Returns whether there is one.
    pub fn set(&mut self, name: &str) -> bool {
        let flag = match name {
            "native_16bit" => &mut self.native_16bit,
            "ieee_strict" => &mut self.ieee_strict,
            "disable_optimizations" => &mut self.disable_optimizations,
            "all_resources_bound" => &mut self.all_resources_bound,
            "resources_may_alias" => &mut self.resources_may_alias,
            "row_major" => &mut self.row_major,
            _ => return false,
        };
        *flag = true;
        true
    }
}

/// Everything of one compilation from lowering on.
#[derive(Debug, Default)]
pub struct Module {
    /// Types, constants, locations.
    pub ctx: Context,
    /// Functions.
    pub funcs: PrimaryMap<Func, Function>,
    /// Variables outside functions.
    pub globals: PrimaryMap<Global, GlobalData>,
    /// Resources in declaration order.
    pub resources: PrimaryMap<Resource, ResourceData>,
    /// Entry points.
    pub entries: Vec<EntryPoint>,
    /// Subobjects of a library, in declaration order.
    pub subobjects: Vec<Subobject>,
    /// Options.
    pub flags: ModuleFlags,
    /// The requests of the source for SPIR-V by number or name.
    pub foreign: ForeignNeeds,
    /// The debug information about the source, if it is requested.
    pub debug: Option<Box<DebugInfo>>,
    /// Errors of the user's that are none if in the end no operation is left at their places.
    pub unless_unused: Vec<Diagnostic>,
}
