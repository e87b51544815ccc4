//! What a validation ends with: nothing, one fault that stops it, or all rules that are broken.

use std::fmt;

use crate::disasm::Lister;
use crate::errors::BitcodeError;
use crate::module::Module;

use super::{Place, Rule, Violation};

/// Why bytes could not be looked at further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header, offsets and sizes of the container do not agree.
    Frame(&'static str),
    /// There is no program.
    NoProgram,
    /// There is no root signature where one is to be validated.
    NoRootSignature,
    /// The header of a program is malformed.
    Program(&'static str),
    /// The bitcode of a program cannot be read.
    Bitcode(BitcodeError),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(what) => write!(f, "this is no container: {what}"),
            Self::NoProgram => f.write_str("the container has no program (DXIL)"),
            Self::NoRootSignature => f.write_str("the container has no root signature (RTS0)"),
            Self::Program(what) => write!(f, "the header of the program is malformed: {what}"),
            Self::Bitcode(error) => write!(f, "the bitcode of the program cannot be read: {error}"),
        }
    }
}

/// Where something is, in words.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Where {
    /// The function.
    pub function: String,
    /// The number of the block in its function.
    pub block: Option<u32>,
    /// The instruction, as a listing has it.
    pub instruction: Option<String>,
    /// The line and column in the source, where there is debug information.
    pub line: Option<(u32, u32)>,
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the rule, as DXC has it.
    pub rule: &'static str,
    /// What is wrong.
    pub text: String,
    /// Where.
    pub place: Option<Where>,
}

/// The end of a validation.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What stopped it.
    pub fault: Option<Fault>,
    /// The rules that are broken.
    pub violations: Vec<Violation>,
    pub(super) module: Option<Module>,
}

impl Verdict {
    pub(super) fn refused(fault: Fault) -> Self {
        Self { fault: Some(fault), violations: Vec::new(), module: None }
    }

    /// Whether all is well.
    pub fn accepts(&self) -> bool {
        self.fault.is_none() && self.violations.is_empty()
    }

    /// The findings, with their places in words.
    pub fn findings(&self) -> Vec<Finding> {
        let fault = self.fault.iter().map(|fault| Finding {
            rule: if matches!(fault, Fault::Bitcode(_)) { "BITCODE.VALID" } else { "" },
            text: fault.to_string(),
            place: None,
        });
        let mut lister = self.module.as_ref().map(Lister::new);
        let violations = self.violations.iter().map(|violation| Finding {
            rule: violation.rule.name(),
            text: violation.rule.to_string(),
            place: violation.place.zip(self.module.as_ref()).map(|(place, module)| spelt(module, place, lister.as_mut())),
        });
        fault.chain(violations).collect()
    }
}

/// A place in words.
fn spelt(module: &Module, place: Place, lister: Option<&mut Lister<'_>>) -> Where {
    let function = &module.functions[place.function];
    let mut found = Where { function: function.name.to_string(), ..Where::default() };
    let (Some(body), Some(inst)) = (&function.body, place.inst) else { return found };
    let block = body.blocks.iter().find(|(_, block)| block.insts.contains(&inst));
    found.block = block.map(|(block, _)| block.as_u32());
    found.line = body.debug_locs.get(&inst).map(|at| (at.line, at.column));
    found.instruction = lister.and_then(|lister| lister.instruction(place.function, inst));
    found
}

impl Rule {
    /// The name of the rule, as DXC has it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Target => "META.TARGET",
            Self::Initializer { .. }
            | Self::Aggregate
            | Self::Terminator
            | Self::EntryPredecessors
            | Self::Phi
            | Self::Dangling
            | Self::Dominance
            | Self::Types { .. } => "BITCODE.VALID",
            Self::Declaration { .. } => "DECL.DXILFNEXTERN",
            Self::Instruction { .. } => "INSTR.ALLOWED",
            Self::OpNumber => "INSTR.ILLEGALDXILOPCODE",
            Self::OpFunction { .. } => "INSTR.ILLEGALDXILOPFUNCTION",
            Self::OpOverload { .. } => "INSTR.OLOAD",
            Self::OpVersion { .. } | Self::OpStage { .. } => "SM.OPCODE",
            Self::OpImmediate { .. } => "INSTR.OPCONST",
            Self::Metadata(_) => "META.WELLFORMED",
            Self::List { .. } => "META.KNOWN",
            Self::Entry { .. } => "META.ENTRYFUNCTION",
            Self::Signature { .. } => "META.SIGNATUREOUTOFRANGE",
            Self::SignatureAccess { .. } => "INSTR.OPERANDRANGE",
            Self::Demand { demand, .. } => demand.rule(),
            Self::Overlap { .. } => "SM.RESOURCERANGEOVERLAP",
        }
    }
}
