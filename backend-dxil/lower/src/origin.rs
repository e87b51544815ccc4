//! Encodes the instruction or terminator of the IR that a DXIL instruction was lowered from as a number, which bodies carry on request.

use hlslc_ir::{Block, Inst};

/// What an instruction of DXIL was written for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// An instruction of the function.
    Inst(Inst),
    /// The terminator of a block.
    End(Block),
}

impl Origin {
    /// Its number; 0 is reserved for no origin.
    pub fn number(self) -> u32 {
        match self {
            Self::Inst(inst) => 2 * inst.as_u32() + 2,
            Self::End(block) => 2 * block.as_u32() + 1,
        }
    }

    /// The origin with a number.
    pub fn from_number(number: u32) -> Option<Self> {
        match number {
            0 => None,
            odd if odd % 2 == 1 => Some(Self::End(Block::from_u32(odd / 2))),
            even => Some(Self::Inst(Inst::from_u32(even / 2 - 1))),
        }
    }
}
