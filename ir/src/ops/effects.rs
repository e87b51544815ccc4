//! Describes the effects of operations, for all code that moves, merges or removes them: common-subexpression and
//! dead-code elimination, folding, both back ends. The single source of this fact.

use bitflags::bitflags;

bitflags! {
    /// Sorts of memory. No two of them overlap.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Memory: u16 {
        /// Resources that nothing writes while a shader runs.
        const READ_ONLY = 1;
        /// Resources that can be written, and their counters.
        const WRITABLE = 2;
        /// Memory shared by the thread group.
        const GROUPSHARED = 4;
        /// Variables of one thread.
        const VARIABLE = 8;
        /// Constant buffers and constant tables.
        const CONSTANT = 16;
        /// Inputs of the stage.
        const INPUT = 32;
        /// Outputs of the stage.
        const OUTPUT = 64;
        /// Which lanes still run, and which only help.
        const LANES = 128;
        /// The state of rays and ray queries.
        const QUERIES = 256;
        /// Records of nodes.
        const NODE_RECORDS = 512;
    }
}

impl Memory {
    /// Memory that has the same contents whenever it is read.
    pub const FIXED: Self = Self::READ_ONLY.union(Self::CONSTANT).union(Self::INPUT);

    /// The number of sorts.
    pub const SORTS: usize = Self::all().bits().count_ones() as usize;

    /// The places of the sorts among all, the first 0. Passes ask for them at each instruction.
    pub fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self.bits();
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(place)
        })
    }
}

/// The memory that an operation accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touches {
    /// None.
    Nothing,
    /// These sorts.
    These(Memory),
    /// The memory of the resource whose handle is operand 0.
    Handle,
    /// The pointee of operand 0.
    Pointer,
}

impl Touches {
    /// A superset of the accessed memory, for any operands.
    const fn at_most(self) -> Memory {
        match self {
            Self::Nothing => Memory::empty(),
            Self::These(memory) => memory,
            Self::Handle => Memory::READ_ONLY.union(Memory::WRITABLE).union(Memory::CONSTANT),
            Self::Pointer => Memory::all(),
        }
    }
}

/// Whether the lanes of a wave get the same result. divergence analysis uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// If they get the same operands, where it reads memory at the same address.
    Operands,
    /// If they get the same of this operand, whatever the others are.
    Operand(u8),
    /// No: each lane has one of its own.
    Differ,
    /// No, if a group has several threads: in the direction of the immediate, where it names one.
    Threads,
    /// Yes, whatever the operands are.
    Same,
    /// It cannot be said.
    Unknown,
}

/// The effects of an operation besides its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// Memory it reads.
    pub reads: Touches,
    /// Memory it writes, or otherwise changes for others to see.
    pub writes: Touches,
    /// Result or effect depends on which other lanes execute it with it: must not move into or out of control flow,
    /// and not be merged across it.
    pub convergent: bool,
    /// Each execution gives something new: a variable.
    pub fresh: bool,
}

impl Effects {
    /// Computes only.
    pub const NONE: Self = Self { reads: Touches::Nothing, writes: Touches::Nothing, convergent: false, fresh: false };

    /// Whether it changes anything, so that it stays although nothing needs its result.
    pub const fn writes_anything(&self) -> bool {
        !self.writes.at_most().is_empty()
    }

    /// Whether the result depends on which other lanes of the wave are there.
    pub const fn uses_other_lanes(&self) -> bool {
        self.convergent && self.reads.at_most().bits() == Memory::LANES.bits()
    }

    /// Whether two executions with equal operands give equal results and nothing else happens, wherever they stand and
    /// whatever the operands are.
    pub const fn is_pure(&self) -> bool {
        let reads = self.reads.at_most();
        Memory::FIXED.contains(reads) && !self.writes_anything() && !self.convergent && !self.fresh
    }
}
