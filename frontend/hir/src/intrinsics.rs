//! Defines the table of HLSL's built-in functions and methods: one row for each overload family.
//!
//! A row says what the checker needs (name, object, signature, first shader model, stages) and what the lowering
//! needs (the operation it becomes, or the expansion that builds it). Neither of them matches on names: the checker
//! looks rows up with [`rows_named`], the lowering reads [`Intrinsic::lowering`] and shows arguments by their
//! [`Role`].
//!
//! The rows are grouped by topic in the modules below; within a name, the first row that fits a call wins.

pub mod bits;
pub mod buffers;
mod direct3d9;
pub mod geometry;
pub mod lanes;
pub mod linalg;
mod lowering;
pub mod math;
pub mod nodes;
mod operations;
pub mod raytracing;
mod signature;
pub mod stages;
pub mod sync;
pub mod textures;
pub mod vulkan;

pub use lowering::{Expansion, Lowering, QuadDirection, SampleLevel, TessReduction, Today};
pub use signature::{
    Class, Element, MAX_PARAMS, Mode, ObjectSize, Param, Pattern, Role, SIZE_NAMES, Shape, Signature, Size,
};
pub use stages::StageSet;

use crate::dialect::Dialect;
use crate::objects::{ObjectKind, ObjectSet};
use hlslc_base::hlslc_texts::{Texts, column};
use hlslc_base::{ShaderModel, Target};
use hlslc_ir::Op;

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntrinsicId(pub u32);

/// One row: an overload family of a function, or of a method on several objects.
#[derive(Clone, Copy, Debug)]
pub struct Intrinsic {
    /// Its place in the table.
    number: u16,
    /// Objects whose method it is; none for a function.
    pub objects: ObjectSet,
    /// Parameters and result.
    pub signature: Signature,
    /// First shader model that has it.
    pub since: ShaderModel,
    /// Stages that have it.
    pub stages: StageSet,
    /// Whether it compares with the neighbours of its quad. What a call does besides, the row of its operation says.
    pub derivatives: bool,
    /// Whether only the SPIR-V path has it.
    pub vulkan_only: bool,
    /// Its lowering.
    pub lowering: Lowering,
}

/// A row as it is written: with its texts, which are stored apart from the rest.
#[derive(Clone, Copy)]
struct Row {
    /// Name in the source, with its namespace.
    name: &'static str,
    signature: &'static str,
    /// A replacement for a target that lacks it; empty if there is none.
    instead: &'static str,
    stored: Intrinsic,
}

/// The first shader model in which the lanes of compute shaders and their like form quads.
const DERIVATIVES_OF_COMPUTE: ShaderModel = ShaderModel::new(6, 6);

/// Why a call cannot be compiled for a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmet {
    /// The shader model is older than this.
    ShaderModel(ShaderModel),
    /// Only these stages have it.
    Stage(StageSet),
    /// The target's stage has it since this shader model only.
    StageModel(ShaderModel),
    /// Only the SPIR-V path has it.
    VulkanOnly,
}

impl Row {
    const fn new(name: &'static str, signature: &'static str, lowering: Lowering) -> Self {
        let stored = Intrinsic {
            number: 0,
            objects: ObjectSet::NONE,
            signature: Signature::parse(signature),
            since: ShaderModel::new(6, 0),
            stages: stages::ANY,
            derivatives: false,
            vulkan_only: false,
            lowering,
        };
        Self { name, signature, instead: "", stored }
    }

    const fn on(mut self, objects: &[ObjectKind]) -> Self {
        self.stored.objects = ObjectSet::of(objects);
        self
    }

    /// First shader model 6.`minor` that has it.
    const fn since(mut self, minor: u8) -> Self {
        self.stored.since = ShaderModel::new(6, minor);
        self
    }

    const fn stages(mut self, stages: StageSet) -> Self {
        self.stored.stages = stages;
        self
    }

    const fn derivatives(mut self) -> Self {
        self.stored.derivatives = true;
        self
    }

    const fn instead(mut self, name: &'static str) -> Self {
        self.instead = name;
        self
    }

    const fn vulkan_only(mut self) -> Self {
        self.stored.vulkan_only = true;
        self
    }
}

impl Intrinsic {
    /// Name in the source, with its namespace.
    pub fn name(&self) -> &'static str {
        NAMES.get(self.number as usize)
    }

    /// The text of its signature.
    pub fn signature_text(&self) -> &'static str {
        SIGNATURES.get(self.number as usize)
    }

    /// The name of one of its parameters.
    pub fn name_of(&self, param: &Param) -> &'static str {
        self.signature_text().get(param.name.0 as usize..param.name.1 as usize).unwrap_or_default()
    }

    /// A replacement for a target that lacks it; empty if there is none.
    pub fn instead(&self) -> &'static str {
        INSTEAD.get(self.number as usize)
    }

    /// Whether it is a method of `object`, or a function if there is none.
    pub fn belongs_to(&self, object: Option<ObjectKind>) -> bool {
        object.map_or(self.objects.is_empty(), |kind| self.objects.contains(kind))
    }

    /// What a target lacks for this, if anything. In libraries, where the stage is not known yet, only the shader
    /// model counts; for SPIR-V it is not the shader model that says what there is.
    pub fn unmet(&self, target: Target, dialect: &Dialect) -> Option<Unmet> {
        if self.vulkan_only && !dialect.has_vk {
            Some(Unmet::VulkanOnly)
        } else if dialect.by_shader_model && target.model < self.since {
            Some(Unmet::ShaderModel(self.since))
        } else if !self.stages.contains(target.stage) {
            Some(Unmet::Stage(self.stages))
        } else if dialect.by_shader_model && self.derivatives && stages::COMPUTE_LIKE.contains_exactly(target.stage) {
            // They compare with their neighbours since then.
            (target.model < DERIVATIVES_OF_COMPUTE).then_some(Unmet::StageModel(DERIVATIVES_OF_COMPUTE))
        } else {
            None
        }
    }
}

const fn op(name: &'static str, signature: &'static str, op: Op) -> Row {
    Row::new(name, signature, Lowering::Op(op))
}

const fn by_class(name: &'static str, signature: &'static str, float: Op, signed: Op, unsigned: Op) -> Row {
    Row::new(name, signature, Lowering::ByClass(float, signed, unsigned))
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    Row::new(name, signature, Lowering::Expand(expansion))
}

const fn not_yet(name: &'static str, signature: &'static str) -> Row {
    Row::new(name, signature, Lowering::NotYet)
}

const GROUPS: &[&[Row]] = &[
    math::ROWS,
    bits::ROWS,
    sync::ROWS,
    lanes::ROWS,
    buffers::ROWS,
    textures::ROWS,
    geometry::ROWS,
    raytracing::ROWS,
    nodes::ROWS,
    linalg::ROWS,
    vulkan::ROWS,
    direct3d9::ROWS,
];

const COUNT: usize = {
    let mut count = 0;
    let mut i = 0;
    while i < GROUPS.len() {
        count += GROUPS[i].len();
        i += 1;
    }
    count
};

/// All rows as they are written. Only constants read it, so none of it remains in the program.
#[expect(clippy::large_const_arrays, reason = "a static would remain, with a pointer for each text")]
const WRITTEN: [Row; COUNT] = {
    let mut table = [GROUPS[0][0]; COUNT];
    let mut next = 0;
    let mut i = 0;
    while i < GROUPS.len() {
        let mut j = 0;
        while j < GROUPS[i].len() {
            table[next] = GROUPS[i][j];
            next += 1;
            j += 1;
        }
        i += 1;
    }
    table
};

/// All rows; an [`IntrinsicId`] is a position here.
pub static TABLE: [Intrinsic; COUNT] = {
    let mut table = [WRITTEN[0].stored; COUNT];
    let mut i = 0;
    while i < COUNT {
        table[i] = Intrinsic { number: i as u16, ..WRITTEN[i].stored };
        i += 1;
    }
    table
};

static NAMES: Texts = column!(WRITTEN, name);
static SIGNATURES: Texts = column!(WRITTEN, signature);
static INSTEAD: Texts = column!(WRITTEN, instead);

impl IntrinsicId {
    /// Whether its last argument goes to other shaders as a payload.
    pub fn carries_payload(self) -> bool {
        matches!(self.row().lowering, Lowering::Expand(Expansion::Rays(rays)) if rays.carries_payload())
    }

    /// Whether its result is made of its first argument in other lanes, and has the type of that.
    pub fn gives_values_of_lanes(self) -> bool {
        matches!(
            self.row().lowering,
            Lowering::Op(Op::WaveReadLaneFirst)
                | Lowering::Expand(Expansion::Lanes(
                    lanes::Expansion::WaveReduce(_)
                        | lanes::Expansion::WavePrefix(_)
                        | lanes::Expansion::WaveMultiPrefix(_)
                        | lanes::Expansion::WaveReadLaneAt
                        | lanes::Expansion::QuadReadAcross(_)
                        | lanes::Expansion::QuadReadLaneAt
                ))
        )
    }

    /// The row.
    pub fn row(self) -> &'static Intrinsic {
        &TABLE[self.0 as usize]
    }

    /// Which argument plays a role in a call with `args` arguments, if one does.
    pub fn argument(self, object: Option<ObjectKind>, args: usize, role: Role) -> Option<usize> {
        self.row().signature.params_on(object).take(args).position(|(_, param)| param.role == role)
    }
}

/// Chains of rows with names of equal hash: the first of each slot, and the next of each row. Built when this crate
/// is compiled, so that no run pays for it.
struct NameIndex {
    first: [u16; NameIndex::SLOTS],
    next: [u16; COUNT],
}

impl NameIndex {
    const SLOTS: usize = 1024;
    const END: u16 = u16::MAX;

    const fn build() -> Self {
        let mut index = Self { first: [Self::END; Self::SLOTS], next: [Self::END; COUNT] };
        // Backwards, so that each chain is in the order of the table.
        let mut i = COUNT;
        while i > 0 {
            i -= 1;
            let slot = Self::slot(WRITTEN[i].name);
            index.next[i] = index.first[slot];
            index.first[slot] = i as u16;
        }
        index
    }

    const fn slot(name: &str) -> usize {
        let bytes = name.as_bytes();
        let mut hash: u32 = 0x811c_9dc5;
        let mut i = 0;
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        (hash ^ (hash >> 16)) as usize % Self::SLOTS
    }
}

static BY_NAME: NameIndex = NameIndex::build();

/// The rows of a function, or of an object's method, with this name, in the order in which they are tried.
pub fn rows_named(object: Option<ObjectKind>, name: &str) -> impl Iterator<Item = IntrinsicId> {
    let first = BY_NAME.first[NameIndex::slot(name)];
    std::iter::successors((first != NameIndex::END).then_some(first), |&at| {
        Some(BY_NAME.next[at as usize]).filter(|&next| next != NameIndex::END)
    })
    .map(|at| IntrinsicId(u32::from(at)))
    .filter(move |id| id.row().name() == name && id.row().belongs_to(object))
}

/// Names of all functions, or of all methods of an object, for spelling suggestions. Some come more than once.
pub fn names(object: Option<ObjectKind>) -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter(move |row| row.belongs_to(object)).map(Intrinsic::name)
}
