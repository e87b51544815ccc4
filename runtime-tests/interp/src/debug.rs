//! Represents what debug information says of a program: its instructions with their places, and where variables are.
//!
//! Decoding for a trace makes it. A variable has slots of its own, as a value has: where LLVM says that some of its bits are a
//! value from here on, the code has a [`Record`], and running it copies the value into those slots. So the lanes of a wave, which
//! came there along different paths, each have the value that the variable has for them, and it stays when the register that it
//! was copied from gets another. A variable in memory has its address in the slot.

use dxil::{FuncId, InstId, MdId};

use crate::program::{Copies, Program, Slot, Target};
use crate::report::Place;
use crate::trace::Seen;
use crate::value::Num;

/// An instruction of DXIL. What only names a part of a value, and a phi, has no code, so that no lane ever stands at it.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its function.
    pub function: FuncId,
    /// Its number there.
    pub inst: InstId,
    pub(crate) first: Target,
    pub(crate) end: Target,
    /// The number of its place in the source; 0 for none.
    pub(crate) line: u32,
    pub(crate) result: Option<Seen>,
}

impl Unit {
    /// Whether lanes stand at it.
    pub fn has_code(&self) -> bool {
        self.end > self.first
    }

    /// Whether it gives a value.
    pub fn has_result(&self) -> bool {
        self.result.is_some()
    }
}

/// A variable of the source, in one inlined copy of its function.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its description.
    pub variable: MdId,
    /// The call that its function was inlined at.
    pub inlined_at: Option<MdId>,
    pub(crate) cells: Vec<Cell>,
}

/// Bits of a variable, from one on: the slot of what they are, and the slot that says what is in the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub bit: u32,
    /// The bit after the last that anything says of it.
    pub end: u32,
    pub value: Slot,
    pub state: Slot,
}

/// What a cell holds. Zero, which slots begin with, means that nothing has been said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellState {
    Unset,
    Unknown,
    Memory,
    Number(Num),
}

impl CellState {
    const NUMBERS: [Num; 10] =
        [Num::I1, Num::I8, Num::I16, Num::I32, Num::I64, Num::F16, Num::F32, Num::F64, Num::Pointer, Num::Handle];

    pub fn pack(self) -> u64 {
        match self {
            Self::Unset => 0,
            Self::Unknown => 1,
            Self::Memory => 2,
            Self::Number(num) => 3 + Self::NUMBERS.iter().position(|&known| known == num).unwrap_or(0) as u64,
        }
    }

    pub fn unpack(bits: u64) -> Self {
        match bits {
            0 => Self::Unset,
            1 => Self::Unknown,
            2 => Self::Memory,
            other => Self::NUMBERS.get((other - 3) as usize).map_or(Self::Unknown, |&num| Self::Number(num)),
        }
    }
}

/// The code of a statement about a variable.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub variable: u32,
    /// The name of the variable, for a trace.
    pub name: String,
    /// The first of the bits, and how many; `u32::MAX` for all.
    pub bits: [u32; 2],
    /// The value, or the address; nothing if it is undefined.
    pub source: Option<Seen>,
    pub is_memory: bool,
    pub copies: Copies,
}

/// The place of an instruction, and the scopes around it.
#[derive(Clone, Copy, Debug)]
pub struct Location<'a> {
    /// The place.
    pub place: &'a Place,
    /// The innermost scope.
    pub scope: Option<MdId>,
    /// The call that the function of the scope was inlined at.
    pub inlined_at: Option<MdId>,
}

/// What debug information says of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct DebugTable {
    /// The instructions, in the order of their code.
    pub units: Vec<Unit>,
    /// For each position in the code the unit that begins there, counted from 1.
    pub unit_at: Vec<u32>,
    /// The scope of each place, and the call that its function was inlined at.
    pub scopes: Vec<[Option<MdId>; 2]>,
    pub variables: Vec<Variable>,
    /// The addresses of global variables that are in memory.
    pub globals: Vec<(MdId, u64)>,
}

impl Program {
    /// The instructions, if the program was [decoded for a trace](Self::decode_for_trace).
    pub fn units(&self) -> &[Unit] {
        &self.debug.units
    }

    /// The variables that debug information describes.
    pub fn variables(&self) -> &[Variable] {
        &self.debug.variables
    }

    /// The global variables that are in memory, with their addresses.
    pub fn globals(&self) -> &[(MdId, u64)] {
        &self.debug.globals
    }

    /// The place of an instruction.
    pub fn location(&self, unit: u32) -> Option<Location<'_>> {
        let at = self.debug.units.get(unit as usize)?.line.checked_sub(1)? as usize;
        let [scope, inlined_at] = *self.debug.scopes.get(at)?;
        Some(Location { place: self.places.get(at)?, scope, inlined_at })
    }

    /// The instruction that is executed next at a position of the code.
    pub(crate) fn unit_of(&self, at: Target) -> u32 {
        self.debug.units.partition_point(|unit| unit.end <= at) as u32
    }
}
