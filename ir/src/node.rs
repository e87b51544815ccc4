//! Represents nodes of work graphs: the types of their inputs, outputs and records, and the properties of an entry
//! point that is a node.
//!
//! A node receives its inputs and outputs as values of [`NodeType`]s: operations create them, index them, allocate their
//! records and return pointers to records (`AddressSpace::NodeRecord`).

use crate::entity::Type;
use crate::stage::WaveSize;

/// The launch mode of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeLaunch {
    /// A grid of groups for each record.
    Broadcasting,
    /// A group for several records.
    Coalescing,
    /// A thread for each record.
    Thread,
}

impl NodeLaunch {
    /// (launch mode, spelling in `[NodeLaunch("…")]`), in the order of DXIL's numbers, which start at 1.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Broadcasting, "broadcasting"), (Self::Coalescing, "coalescing"), (Self::Thread, "thread")];

    /// Spelling in the source and in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The launch mode with that spelling, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(name)).map(|row| row.0)
    }

    /// Its number in DXIL.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }
}

/// The kind of an input, an output or records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "the rows of the table name the objects of the language")]
pub enum NodeKind {
    EmptyInput,
    DispatchInput,
    GroupInput,
    ThreadInput,
    RwDispatchInput,
    RwGroupInput,
    RwThreadInput,
    Output,
    OutputArray,
    EmptyOutput,
    EmptyOutputArray,
    GroupOutputRecords,
    ThreadOutputRecords,
}

/// The bits that DXIL describes inputs, outputs and records with.
mod bits {
    pub(super) const INPUT: u32 = 1;
    pub(super) const OUTPUT: u32 = 2;
    pub(super) const READ_WRITE: u32 = 4;
    pub(super) const EMPTY: u32 = 8;
    pub(super) const ARRAY: u32 = 16;
    pub(super) const THREAD: u32 = 32;
    pub(super) const GROUP: u32 = 64;
    pub(super) const DISPATCH: u32 = THREAD | GROUP;
    pub(super) const TRACKED: u32 = 256;
    pub(super) const COHERENT: u32 = 512;
}

/// (kind, spelling in text, DXIL's bits).
const KINDS: [(NodeKind, &str, u32); 13] = {
    use bits::*;
    [
        (NodeKind::EmptyInput, "empty_input", EMPTY | INPUT),
        (NodeKind::DispatchInput, "dispatch_input", DISPATCH | INPUT),
        (NodeKind::GroupInput, "group_input", GROUP | INPUT),
        (NodeKind::ThreadInput, "thread_input", THREAD | INPUT),
        (NodeKind::RwDispatchInput, "rw_dispatch_input", DISPATCH | READ_WRITE | INPUT),
        (NodeKind::RwGroupInput, "rw_group_input", GROUP | READ_WRITE | INPUT),
        (NodeKind::RwThreadInput, "rw_thread_input", THREAD | READ_WRITE | INPUT),
        (NodeKind::Output, "output", READ_WRITE | OUTPUT),
        (NodeKind::OutputArray, "output_array", ARRAY | READ_WRITE | OUTPUT),
        (NodeKind::EmptyOutput, "empty_output", EMPTY | OUTPUT),
        (NodeKind::EmptyOutputArray, "empty_output_array", ARRAY | EMPTY | OUTPUT),
        (NodeKind::GroupOutputRecords, "group_output_records", GROUP | READ_WRITE | OUTPUT),
        (NodeKind::ThreadOutputRecords, "thread_output_records", THREAD | READ_WRITE | OUTPUT),
    ]
};

impl NodeKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|row| row.0)
    }

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// The kind with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        KINDS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// The bits that DXIL describes it with.
    pub fn flags(self) -> u32 {
        KINDS[self as usize].2
    }

    /// The kind that DXIL's bits describe, whatever they say of sharing and coherence.
    pub fn from_flags(flags: u32) -> Option<Self> {
        KINDS.iter().find(|row| row.2 == flags & !(bits::TRACKED | bits::COHERENT)).map(|row| row.0)
    }

    fn has(self, flags: u32) -> bool {
        self.flags() & flags == flags
    }

    /// Whether it is an input of a node.
    pub fn is_input(self) -> bool {
        self.has(bits::INPUT)
    }

    /// Whether it is an output of a node, or an array of them.
    pub fn is_output(self) -> bool {
        self.has(bits::OUTPUT) && !self.is_record()
    }

    /// Whether it is records, as opposed to the output that they are for.
    pub fn is_record(self) -> bool {
        self.is_input() || self.flags() & bits::DISPATCH != 0
    }

    /// Whether there is nothing in its records.
    pub fn is_empty(self) -> bool {
        self.has(bits::EMPTY)
    }

    /// Whether it is an array of outputs.
    pub fn is_array(self) -> bool {
        self.has(bits::ARRAY)
    }

    /// Whether a record belongs to one thread.
    pub fn is_of_thread(self) -> bool {
        self.flags() & bits::DISPATCH == bits::THREAD
    }

    /// Whether its records belong to one group.
    pub fn is_of_group(self) -> bool {
        self.flags() & bits::DISPATCH == bits::GROUP
    }

    /// Whether its records can be written.
    pub fn is_writable(self) -> bool {
        self.has(bits::READ_WRITE)
    }

    /// One of an array of outputs.
    #[must_use]
    pub fn element(self) -> Self {
        match self {
            Self::OutputArray => Self::Output,
            Self::EmptyOutputArray => Self::EmptyOutput,
            other @ (Self::EmptyInput
            | Self::DispatchInput
            | Self::GroupInput
            | Self::ThreadInput
            | Self::RwDispatchInput
            | Self::RwGroupInput
            | Self::RwThreadInput
            | Self::Output
            | Self::EmptyOutput
            | Self::GroupOutputRecords
            | Self::ThreadOutputRecords) => other,
        }
    }

    /// The launch that an input is for; `None` for what is no input.
    pub fn launch(self) -> Option<NodeLaunch> {
        if !self.is_input() {
            return None;
        }
        Some(match self.flags() & bits::DISPATCH {
            bits::THREAD => NodeLaunch::Thread,
            bits::DISPATCH => NodeLaunch::Broadcasting,
            _ => NodeLaunch::Coalescing,
        })
    }
}

/// The type of an input, an output or records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeType {
    /// The kind.
    pub kind: NodeKind,
    /// The struct of a record; none where records are empty.
    pub record: Option<Type>,
    /// Whether the groups of a grid share what they write to the record and ask who is the last.
    pub tracks_sharing: bool,
}

impl NodeType {
    /// The type that DXIL's bits describe, with these records.
    pub fn from_flags(flags: u32, record: Option<Type>) -> Option<Self> {
        let kind = NodeKind::from_flags(flags)?;
        Some(Self { kind, record, tracks_sharing: flags & bits::TRACKED != 0 })
    }

    /// The bits that DXIL describes it with.
    pub fn flags(self) -> u32 {
        self.kind.flags() | if self.tracks_sharing { bits::TRACKED } else { 0 }
    }
}

/// The name of a node, which may be one of an array.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeId {
    /// The name.
    pub name: String,
    /// The place in the array.
    pub index: u32,
}

/// The place in a record of the number of groups to launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DispatchGridPlace {
    /// Its byte in the record.
    pub byte: u32,
    /// Whether its numbers have 16 bits, as opposed to 32.
    pub is_16bit: bool,
    /// The number of components.
    pub components: u32,
}

/// An input or output of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct NodePort {
    /// The type.
    pub ty: NodeType,
    /// Whether other groups see at once what is written to an input.
    pub globally_coherent: bool,
    /// The place in its records of the number of groups to launch.
    pub dispatch_grid: Option<DispatchGridPlace>,
    /// The most records, 0 where it is not said.
    pub max_records: u32,
    /// The output with which it shares that number.
    pub shared_with: Option<u32>,
    /// The number of nodes in an array of outputs, 0 for no array, all bits set for no limit.
    pub array_size: u32,
    /// Whether nodes of the array may be missing.
    pub allow_sparse: bool,
    /// The node that an output goes to.
    pub output_id: Option<NodeId>,
}

impl NodePort {
    /// Whether DXIL's bits say that other groups see at once what is written.
    pub fn is_coherent(flags: u32) -> bool {
        flags & bits::COHERENT != 0
    }

    /// The bits that DXIL describes it with.
    pub fn flags(&self) -> u32 {
        self.ty.flags() | if self.globally_coherent { bits::COHERENT } else { 0 }
    }
}

/// The properties of an entry point that is a node.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeProperties {
    /// The launch mode.
    pub launch: NodeLaunch,
    /// Threads of a group.
    pub num_threads: [u32; 3],
    /// `[WaveSize(…)]`.
    pub wave_size: Option<WaveSize>,
    /// Whether a graph may start with it.
    pub is_program_entry: bool,
    /// Its name.
    pub id: NodeId,
    /// The index of its local root arguments, if it is given.
    pub local_root_arguments: Option<u32>,
    /// The node whose input it shares.
    pub shares_input_of: Option<NodeId>,
    /// The groups that are launched.
    pub dispatch_grid: Option<[u32; 3]>,
    /// The most groups that are launched.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// The maximum recursion depth.
    pub max_recursion_depth: u32,
    /// The input; at most one.
    pub inputs: Vec<NodePort>,
    /// The outputs.
    pub outputs: Vec<NodePort>,
}

impl Default for NodeProperties {
    /// A node that is launched by threads and has no name.
    fn default() -> Self {
        Self {
            launch: NodeLaunch::Thread,
            num_threads: [1; 3],
            wave_size: None,
            is_program_entry: false,
            id: NodeId::default(),
            local_root_arguments: None,
            shares_input_of: None,
            dispatch_grid: None,
            max_dispatch_grid: None,
            max_recursion_depth: 0,
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }
}
