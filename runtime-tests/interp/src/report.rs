//! Defines the reports of the interpreter: why a container cannot be decoded, why a run ended, and the undefined
//! behaviour of the shader.

use std::fmt;

/// Why a container cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The container, its bitcode or its metadata is damaged.
    Damaged(String),
    /// It is of a stage that is not interpreted.
    Stage(String),
    /// It does what the interpreter cannot do.
    Unsupported(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(what) => write!(f, "the container is damaged: {what}"),
            Self::Stage(what) => write!(f, "{what} cannot be run"),
            Self::Unsupported(what) => write!(f, "the interpreter has no {what}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// An undefined behaviour of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A read of group-shared memory that nothing has written.
    UninitializedShared,
    /// A read of a local variable that nothing has written.
    UninitializedLocal,
    /// Two threads met at the same bytes with no barrier between them.
    Race,
    /// Only some threads of a group came to a barrier.
    DivergentBarrier,
    /// An access outside a local array or group-shared variable.
    OutOfBounds,
    /// A signed division by zero, or one whose quotient does not fit.
    Division,
    /// A shift by the width of the number or more.
    Shift,
    /// A read of a lane that does not run.
    InactiveLane,
    /// Control came to what must not be reached.
    Unreachable,
    /// A register with nothing bound to it.
    Unbound,
    /// An address of a buffer of bytes that is no multiple of what is read or written there, or of four.
    Misaligned,
    /// A query of a ray is asked for a hit that it has not.
    NoHit,
    /// A float becomes an integer that cannot hold it: Direct3D takes the nearest, SPIR-V leaves it open.
    OpenConversion,
    /// An unsigned division by zero, of which SPIR-V does not say what it gives.
    OpenDivision,
    /// A function of a number for which SPIR-V does not say what it gives.
    OpenFunction,
}

impl FindingKind {
    /// Whether Direct3D says what comes of it, and only SPIR-V does not.
    pub fn is_of_spirv(self) -> bool {
        matches!(self, Self::OpenConversion | Self::OpenDivision | Self::OpenFunction)
    }

    /// The kind in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::UninitializedShared => "group-shared memory is read that nothing has written",
            Self::UninitializedLocal => "a local variable is read that nothing has written",
            Self::Race => "two threads meet at the same group-shared memory with no barrier between them",
            Self::DivergentBarrier => "only some of the threads come to this barrier",
            Self::OutOfBounds => "an access outside a variable",
            Self::Division => "an integer division that has no result",
            Self::Shift => "a shift by as many bits as there are, or more",
            Self::InactiveLane => "a value is read of a lane that does not run",
            Self::Unreachable => "control comes to where it must not",
            Self::Unbound => "nothing is bound to this register",
            Self::Misaligned => "an address of a buffer of bytes that is no multiple of the size of a number",
            Self::NoHit => "a query of a ray is asked for a hit that it has not",
            Self::OpenConversion => "a float becomes an integer that cannot hold it, which SPIR-V leaves open",
            Self::OpenDivision => "an unsigned division by zero, which SPIR-V leaves open",
            Self::OpenFunction => "a function of a number for which SPIR-V leaves open what it gives",
        }
    }
}

/// Something undefined, where it was first seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The position in the source, if the container has it.
    pub place: Option<Place>,
    /// The group.
    pub group: [u32; 3],
    /// The thread in its group.
    pub thread: u32,
    /// The details.
    pub detail: String,
    /// The number of occurrences at this position.
    pub count: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        let [x, y, z] = self.group;
        write!(f, "{}", self.kind.text())?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        write!(f, ": thread {} of group {x},{y},{z}", self.thread)?;
        if self.count > 1 { write!(f, ", {} times in all", self.count) } else { Ok(()) }
    }
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The budget of instructions is used up: a loop that does not end, or a budget too small.
    Budget {
        /// The position of the wave.
        place: Option<Place>,
    },
    /// It is a shader of another stage, or a draw that its stage cannot have.
    Stage(String),
    /// The dispatch is larger than D3D12 allows.
    TooLarge,
    /// The wave size is none of 4, 8, 16, 32, 64 and 128, or not what the shader asks for.
    WaveSize(String),
    /// The calls are recursive.
    Recursion,
    /// An operation that the interpreter cannot do.
    Unsupported(String),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Budget { place: Some(place) } => write!(f, "{place}: the budget of instructions is used up here"),
            Self::Budget { place: None } => write!(f, "the budget of instructions is used up"),
            Self::Stage(what) => write!(f, "{what}"),
            Self::TooLarge => write!(f, "a dispatch has at most 65535 groups in each direction"),
            Self::WaveSize(what) => write!(f, "{what}"),
            Self::Recursion => write!(f, "functions call themselves"),
            Self::Unsupported(what) => write!(f, "the interpreter has no {what}"),
        }
    }
}

impl std::error::Error for RunError {}
