//! Represents what the source states by numbers of SPIR-V: types, instructions, variables, and the capabilities and
//! extensions they require.
//!
//! In the IR they are entities like any other: a type is a [`TypeData::Foreign`](crate::TypeData), an instruction the
//! immediate of [`Op::Foreign`](crate::Op), a variable a global of the address space `foreign`. Only the back end knows the
//! meaning of a number; the front end rejects them for other targets.

use crate::entity::{Const, Type};
use hlslc_base::Span;
use smallvec::SmallVec;

/// A type that only SPIR-V has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ForeignType {
    /// The 64-bit address of memory that holds a value of this type, at a multiple of this many bytes: `vk::BufferPointer`.
    Address {
        /// The type of the contents. A struct may hold its own address.
        pointee: Type,
        /// Alignment in bytes.
        align: u32,
    },
    /// The type that an opcode makes of its operands: `vk::SpirvType`, `vk::SpirvOpaqueType`.
    Made {
        /// `OpType…`.
        opcode: u32,
        /// The operands after the result.
        operands: SmallVec<[TypeOperand; 4]>,
        /// Size and alignment in memory; nothing for a type that does not lie in buffers.
        memory: Option<(u32, u32)>,
    },
}

/// An operand of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeOperand {
    /// Another type.
    Type(Type),
    /// A number as it stands.
    Literal(u32),
    /// A constant.
    Constant(Const),
}

/// An instruction, all but its operands that are values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForeignInst {
    /// Its number, of all of SPIR-V or within the set.
    pub opcode: u32,
    /// The extended set that it is of.
    pub set: Option<String>,
    /// Type of its result; `void` for none.
    pub result: Type,
    /// Its operands in order. Those that are no literals are the operands of the operation.
    pub operands: SmallVec<[ForeignOperand; 4]>,
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ForeignOperand {
    /// The next operand of the operation: a value, or the pointer itself where it is one.
    Value,
    /// A number as it stands.
    Literal(u32),
    /// A type.
    Type(Type),
    /// A text, which SPIR-V has by an id.
    Text(String),
}

/// A decoration of a variable, a member, a function, an input or an output.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ForeignDecoration {
    /// Its number.
    pub number: u32,
    /// The operands.
    pub operands: DecorationOperands,
    /// The position in the source.
    pub span: Span,
}

/// The operands of a decoration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DecorationOperands {
    /// Numbers: `[[vk::ext_decorate(…)]]`.
    Literals(SmallVec<[u32; 2]>),
    /// Constants: `[[vk::ext_decorate_id(…)]]`.
    Ids(SmallVec<[Const; 2]>),
    /// Texts: `[[vk::ext_decorate_string(…)]]`.
    Texts(Vec<String>),
}

/// A variable whose storage class the source names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ForeignVariable {
    /// The storage class.
    pub class: u32,
    /// The built-in that it is.
    pub built_in: Option<u32>,
    /// Whether its integers are declared with a sign.
    pub signed: bool,
}

impl ForeignVariable {
    /// The class of what comes in.
    pub const INPUT: u32 = 1;
    /// The class of what goes out.
    pub const OUTPUT: u32 = 3;
}

/// An execution mode of every entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignMode {
    /// Its number.
    pub number: u32,
    /// Its operands.
    pub operands: ModeOperands,
    /// The position in the source.
    pub span: Span,
}

/// The operands of an execution mode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModeOperands {
    /// Numbers.
    Literals(Vec<u32>),
    /// Constants.
    Ids(Vec<Const>),
}

/// The extensions, capabilities and modes that the source requests by number or name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ForeignNeeds {
    /// Capabilities, each once.
    pub capabilities: Vec<(u32, Span)>,
    /// Extensions, each once.
    pub extensions: Vec<(String, Span)>,
    /// Execution modes.
    pub modes: Vec<ForeignMode>,
}

impl ForeignNeeds {
    /// Adds a capability that is not there yet.
    pub fn capability(&mut self, number: u32, span: Span) {
        if self.capabilities.iter().all(|known| known.0 != number) {
            self.capabilities.push((number, span));
        }
    }

    /// Adds an extension that is not there yet.
    pub fn extension(&mut self, name: &str, span: Span) {
        if self.extensions.iter().all(|known| known.0 != name) {
            self.extensions.push((name.to_owned(), span));
        }
    }

    /// Adds an execution mode that is not there yet.
    pub fn mode(&mut self, mode: ForeignMode) {
        let is_same = |known: &ForeignMode| (known.number, &known.operands) == (mode.number, &mode.operands);
        if !self.modes.iter().any(is_same) {
            self.modes.push(mode);
        }
    }
}
