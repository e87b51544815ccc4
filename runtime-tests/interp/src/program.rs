//! Represents a decoded shader: flat code over numbered slots.
//!
//! Decoding makes it once; every wave runs it. A slot is a row of values, one a lane. Invariant: slots, targets and tables that an
//! instruction names are there; the code of a block ends in an instruction that leads elsewhere.

use dxil::inst::AtomicOp;
use dxil::shader::{ResourceClass, ResourceKind};
use dxil::{Op, ShaderKind};

use crate::checks::Check;
use crate::debug::{DebugTable, Record};
use crate::decode::{Blurs, Manner};
use crate::flow::Rank;
use crate::meshes::Payload;
use crate::report::Place;
use crate::resources::formats::Format;
use crate::stages::Signature;
use crate::trace::Origin;
use crate::value::Num;

/// The number of a slot.
pub(crate) type Slot = u32;

/// A place in the code.
pub(crate) type Target = u32;

/// No target: past the end.
pub(crate) const NOWHERE: Target = Target::MAX;

/// A function of one scalar, of two, of three.
pub(crate) type Of1 = fn(u64) -> u64;
pub(crate) type Of2 = fn(u64, u64) -> u64;
pub(crate) type Of3 = fn(u64, u64, u64) -> u64;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inst {
    Copy {
        to: Slot,
        a: Slot,
    },
    Unary {
        f: Of1,
        to: Slot,
        a: Slot,
    },
    Binary {
        f: Of2,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ternary {
        f: Of3,
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    Select {
        to: Slot,
        cond: Slot,
        yes: Slot,
        no: Slot,
    },
    /// An operation that has no result for some operands, in Direct3D or in SPIR-V: reports those.
    Checked {
        check: Check,
        num: Num,
        a: Slot,
        b: Slot,
    },
    /// One of `count` slots from `from` on, chosen by a value.
    Pick {
        to: Slot,
        from: Slot,
        count: u32,
        index: Slot,
    },
    /// Puts a value into one of `count` slots, chosen by a value.
    Put {
        to: Slot,
        count: u32,
        index: Slot,
        value: Slot,
    },
    /// An address moved by `offset`, and by `stride` times an index if there is one.
    Move {
        to: Slot,
        base: Slot,
        index: Option<Slot>,
        bits: u8,
        stride: u32,
        offset: u32,
    },
    Load {
        to: Slot,
        pointer: Slot,
        offset: u32,
        num: Num,
    },
    Store {
        pointer: Slot,
        offset: u32,
        value: Slot,
        num: Num,
    },
    Atomic {
        to: Slot,
        pointer: Slot,
        value: Slot,
        op: AtomicOp,
        num: Num,
    },
    Exchange {
        to: Slot,
        pointer: Slot,
        expected: Slot,
        value: Slot,
        num: Num,
    },
    /// An operation that lanes, groups or resources have a part in. Its arguments are `args`, as many as it has parameters.
    Operation {
        op: Op,
        num: Num,
        to: Slot,
        args: u32,
    },
    /// A handle of an element of a range of registers.
    Bound {
        to: Slot,
        range: u32,
        index: Slot,
        properties: u32,
    },
    /// A handle of an element of a heap.
    Heap {
        to: Slot,
        samplers: bool,
        index: Slot,
    },
    /// A handle with what it is said to be of.
    Annotate {
        to: Slot,
        a: Slot,
        properties: u32,
    },
    /// Moves a float that seems to be rounded by one in its last digit, by chance.
    Blur {
        slot: Slot,
        num: Num,
    },
    /// Moves the sum of two floats by one in its last digit, by chance, if it was rounded.
    BlurRounded {
        slot: Slot,
        num: Num,
        terms: [Slot; 2],
    },
    /// Replaces a float by any other, by chance, if a product or quotient that it is made of is no normal number though neither factor is zero:
    /// where the factors come in another order, the product of all may be one.
    BlurLost {
        slot: Slot,
        product: Slot,
        num: Num,
        args: [Slot; 2],
    },
    /// Makes the result of arithmetic that promised to meet no NaN and no infinity undefined if one of the three is one.
    Poison {
        slot: Slot,
        num: Num,
        args: [Slot; 2],
    },
    /// What debug information says of a variable here: the slots of the variable take values.
    Note {
        record: u32,
    },
    /// Between accesses of the memory of the group: others may have their turn.
    Pause,
    Jump {
        edge: u32,
    },
    Branch {
        cond: Slot,
        yes: u32,
        no: u32,
        /// Where all lanes come, if they do.
        join: Target,
    },
    Switch {
        value: Slot,
        table: u32,
        join: Target,
    },
    Call {
        target: Target,
    },
    Return {
        copies: u32,
    },
    Unreachable,
}

/// Copies made at once, as an edge into a block makes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// To which slot, from which.
    pub pairs: Vec<(Slot, Slot)>,
    /// Whether what is written is read by another of them.
    pub overlap: bool,
}

/// An edge from one block to another.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub target: Target,
    /// The order of lanes that take it among those at other edges.
    pub rank: Rank,
    pub copies: Copies,
}

/// The edges of a switch.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub cases: Vec<(u64, u32)>,
    pub default: u32,
}

/// An object in memory: a variable, and where it lies in its space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    pub start: u32,
    pub size: u32,
}

/// The target of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Properties {
    pub kind: ResourceKind,
    /// The type of a typed element's components, as they are in the shader.
    pub element: Option<dxil::signature::ComponentType>,
    /// The components of a typed element.
    pub components: u8,
    /// The bytes of an element of a structured buffer.
    pub stride: u32,
    /// Whether shaders write it.
    pub is_written: bool,
}

/// A range of registers of the shader, as its metadata or its handles name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundRange {
    /// Which kind of register.
    pub class: ResourceClass,
    /// The space.
    pub space: u32,
    /// The first register.
    pub first: u32,
    /// The number of registers, `u32::MAX` for no end.
    pub count: u32,
    /// The kind of the resource.
    pub kind: ResourceKind,
    /// The bytes of an element of a structured buffer, or of a constant buffer.
    pub stride: u32,
    /// The type of a typed element's components.
    pub element: Option<dxil::signature::ComponentType>,
    /// The components of a typed element.
    pub components: u8,
    /// Whether its counter is used.
    pub has_counter: bool,
}

/// A decoded shader.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) code: Vec<Inst>,
    /// The place in the source of each instruction, as a number in `places`; 0 for none.
    pub(crate) lines: Vec<u32>,
    pub(crate) places: Vec<Place>,
    pub(crate) args: Vec<Slot>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) tables: Vec<Table>,
    pub(crate) returns: Vec<Copies>,
    pub(crate) slots: u32,
    pub(crate) constants: Vec<(Slot, u64)>,
    pub(crate) undefined: Vec<Slot>,
    pub(crate) entry: Target,
    pub(crate) stage: ShaderKind,
    pub(crate) inputs: Signature,
    pub(crate) outputs: Signature,
    pub(crate) patch: Signature,
    /// The patch-constant function of a hull shader, and how many control points it makes.
    pub(crate) patch_entry: Option<Target>,
    pub(crate) control_points: u32,
    /// Whether operations of waves count helper lanes.
    pub(crate) waves_have_helpers: bool,
    pub(crate) group_size: [u32; 3],
    pub(crate) payload: Payload,
    pub(crate) wave_sizes: Option<(u32, u32)>,
    pub(crate) preferred_wave_size: u32,
    pub(crate) locals: Vec<Object>,
    pub(crate) local_bytes: u32,
    /// The initial contents of some locals: the offset, and the bytes.
    pub(crate) local_data: Vec<(u32, Vec<u8>)>,
    pub(crate) tables_of_constants: Vec<Object>,
    pub(crate) constant_data: Vec<u8>,
    pub(crate) shared: Vec<Object>,
    pub(crate) shared_bytes: u32,
    pub(crate) shared_names: Vec<String>,
    pub(crate) properties: Vec<Properties>,
    pub(crate) ranges: Vec<BoundRange>,
    pub(crate) native_16bit: bool,
    /// The origins of the code, in its order, for a trace.
    pub(crate) origins: Vec<Origin>,
    /// What debug information says, for a trace and for a session.
    pub(crate) records: Vec<Record>,
    pub(crate) debug: DebugTable,
    /// The first slots of queries of rays.
    pub(crate) queries: Vec<Slot>,
}

impl Program {
    /// Decodes the program of a container. Floats that are not normal are kept unless the program says otherwise.
    pub fn decode(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner::default())
    }

    /// The same, ready to show what a thread does, see [`trace`](Self::trace) and [`Session`](crate::Session).
    pub fn decode_for_trace(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { traces: true, ..Manner::default() })
    }

    /// The same, as Direct3D's hardware mostly has it: floats of 32 bits that are not normal are zero unless the program says
    /// otherwise.
    pub fn decode_flushing(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { flushes: true, ..Manner::default() })
    }

    /// The same with floats that deviate a little after each operation, by chance from
    /// [`Options::blur`](crate::Options::blur): a result that differs then depends on rounding. Numbers of few digits
    /// are kept, as they are mostly exact.
    pub fn decode_blurred(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { flushes: true, blurs: Blurs::Results, ..Manner::default() })
    }

    /// The same with the terms of sums blurred as well, each by a part of itself. So a result deviates by about what its terms lose where
    /// they are added in another order, even if most of them cancel: a sampled form of a running error analysis (Parker's Monte
    /// Carlo arithmetic). Of fast products that leave the range of normal numbers on the way, nothing is known.
    pub fn decode_with_blurred_terms(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { flushes: true, blurs: Blurs::Terms, ..Manner::default() })
    }

    /// The same with fast products alone that leave the range of normal numbers: what depends on them is by chance.
    pub fn decode_with_lost_products(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { flushes: true, blurs: Blurs::Losses, ..Manner::default() })
    }

    /// The same with the meaning that LLVM gives the flags `nnan` and `ninf`: what arithmetic leaves that has both and meets a NaN or an
    /// infinity is undefined, so it is [`Options::undefined`](crate::Options::undefined).
    pub fn decode_poisoning(container: &[u8]) -> Result<Self, crate::DecodeError> {
        crate::decode::decode(container, Manner { flushes: true, poisons: true, ..Manner::default() })
    }

    /// The threads of a group.
    pub fn group_size(&self) -> [u32; 3] {
        self.group_size
    }

    /// The ranges of registers that it uses.
    pub fn ranges(&self) -> &[BoundRange] {
        &self.ranges
    }

    /// The format of the typed elements of a range, as the shader declares them.
    pub fn format(&self, range: &BoundRange) -> Format {
        Format::declared(range.element, range.components, self.native_16bit)
    }

    /// The bytes of group-shared memory.
    pub fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// Whether what it does may hang on how many lanes a wave has.
    pub fn asks_waves(&self) -> bool {
        self.code.iter().any(|inst| matches!(inst, Inst::Operation { op, .. } if crate::waves::is_of_wave(*op)))
    }

    /// The instructions it has.
    pub fn instructions(&self) -> usize {
        self.code.len()
    }

    /// The place in the source of an instruction.
    pub(crate) fn place(&self, at: Target) -> Option<&Place> {
        let line = *self.lines.get(at as usize)?;
        self.places.get(line.checked_sub(1)? as usize)
    }
}
