//! Represents the outcome of a validation: nothing, one fault that stops it, or all violated rules.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::bytestr::ByteStr;
use crate::constants::ConstKind;
use crate::disasm::Lister;
use crate::errors::{BitcodeError, BitcodeErrorKind};
use crate::inst::{BlockId, InstId, InstKind, Value};
use crate::module::{Body, DebugLoc, FuncId, Module};

use crate::shader::MetadataRule;

use super::{Demand, Place, Rule, Violation};

/// Why bytes could not be looked at further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The header, offsets and sizes of the container do not agree.
    Frame(&'static str),
    /// There is no program.
    NoProgram,
    /// There is no root signature where one is to be validated.
    NoRootSignature,
    /// There is a program, but not what the root signature is compared with.
    NoRuntimeInfo,
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
            Self::NoRuntimeInfo => {
                f.write_str("the container has no facts of the shader (PSV0) to compare its root signature with")
            }
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
    /// The file of that line.
    pub file: Option<String>,
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the rule, as DXC has it.
    pub rule: &'static str,
    /// What is wrong.
    pub text: String,
    /// The name of what it is wrong with, if it has one.
    pub of: String,
    /// What would make it valid, where the text leaves that open.
    pub remedy: &'static str,
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
    /// Whether the violations are those of parts beside the program.
    pub(super) of_parts: bool,
    pub(super) module: Option<Module>,
    /// The module with debug information.
    pub(super) debug: Option<Module>,
}

impl Verdict {
    pub(super) fn rejected(fault: Fault) -> Self {
        Self { fault: Some(fault), violations: Vec::new(), of_parts: false, module: None, debug: None }
    }

    /// Whether all is well.
    pub fn accepts(&self) -> bool {
        self.fault.is_none() && self.violations.is_empty()
    }

    /// Whether the program is sound, and what is wrong is said by the parts beside it.
    pub fn is_of_parts(&self) -> bool {
        self.fault.is_none() && !self.violations.is_empty() && self.of_parts
    }

    /// The findings, with their places in words.
    pub fn findings(&self) -> Vec<Finding> {
        let fault = self.fault.iter().map(|fault| Finding {
            rule: match fault {
                Fault::Bitcode(error) if matches!(error.kind, BitcodeErrorKind::IntegerWidth { .. }) => {
                    Demand::IntegerWidth.rule()
                }
                Fault::Bitcode(_) => "BITCODE.VALID",
                Fault::Frame(_)
                | Fault::NoProgram
                | Fault::NoRootSignature
                | Fault::NoRuntimeInfo
                | Fault::Program(_) => "",
            },
            text: fault.to_string(),
            of: String::new(),
            remedy: "",
            place: None,
        });
        let mut speller = self.module.as_ref().map(|module| Speller {
            module,
            debug: self.debug.as_ref(),
            lister: Lister::new(module),
            lines: None,
        });
        let violations = self.violations.iter().map(|violation| Finding {
            rule: violation.rule.name(),
            text: violation.rule.to_string(),
            of: violation.rule.of().to_owned(),
            remedy: violation.rule.remedy(),
            place: violation.place.zip(speller.as_mut()).map(|(place, speller)| speller.spelt(place)),
        });
        fault.chain(violations).collect()
    }
}

/// Puts places into words.
struct Speller<'m> {
    module: &'m Module,
    debug: Option<&'m Module>,
    lister: Lister<'m>,
    /// The function asked for last, and the block and source of each of its instructions.
    lines: Option<(FuncId, Sources<'m>)>,
}

/// By instruction: the number of its block, and where it comes from.
type Sources<'m> = FxHashMap<InstId, (u32, Option<(&'m Module, &'m DebugLoc)>)>;

impl<'m> Speller<'m> {
    fn spelt(&mut self, place: Place) -> Where {
        let module = self.module;
        let function = &module.functions[place.function];
        let mut found = Where { function: function.name.to_string(), ..Where::default() };
        let (Some(body), Some(inst)) = (&function.body, place.inst) else { return found };
        if self.lines.as_ref().is_none_or(|lines| lines.0 != place.function) {
            self.lines = Some((place.function, self.sources(&function.name, body)));
        }
        if let Some(&(block, source)) = self.lines.as_ref().and_then(|lines| lines.1.get(&inst)) {
            found.block = Some(block);
            if let Some((module, at)) = source {
                found.line = Some((at.line, at.column));
                found.file = at.scope.and_then(|scope| module.metadata.file_of(scope)).map(ToString::to_string);
            }
        }
        found.instruction = self.lister.instruction(place.function, inst);
        found
    }

    /// The module with debug information has the same instructions, and calls that describe variables between them.
    fn sources(&self, name: &ByteStr, body: &'m Body) -> Sources<'m> {
        let twin = self.debug.and_then(|debug| Some((debug, debug.functions.get(debug.function_by_name(name)?)?)));
        let twin = twin.and_then(|(debug, function)| Some((debug, function.body.as_ref()?)));
        let lines: Vec<Option<(&Module, &DebugLoc)>> = match twin {
            Some((debug, twin)) => {
                let is_telling = |inst: &InstId| {
                    if let InstKind::Call { callee: Value::Const(id), .. } = twin.insts[*inst].kind {
                        matches!(
                            debug.constants.get(id).kind,
                            ConstKind::Function(callee) if debug.functions[callee].name.starts_with(b"llvm.dbg.")
                        )
                    } else {
                        false
                    }
                };
                let insts = twin.layout().map(|(_, inst)| inst).filter(|inst| !is_telling(inst));
                insts.map(|inst| twin.debug_locs.get(&inst).map(|at| (debug, at))).collect()
            }
            None => Vec::new(),
        };
        let insts = body.layout().enumerate();
        let row = |(at, (block, inst)): (usize, (BlockId, InstId))| {
            let own = body.debug_locs.get(&inst).map(|at| (self.module, at));
            (inst, (block.as_u32(), own.or_else(|| lines.get(at).copied().flatten())))
        };
        insts.map(row).collect()
    }
}

/// A row of the table of rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleRow {
    /// The name of the rule, as DXC has it; empty where it has none.
    pub name: &'static str,
    /// What is said when it is broken; `…` stands for what depends on the shader.
    pub text: String,
    /// What would make it valid, where the text leaves that open.
    pub remedy: &'static str,
}

/// Every rule. Some names have several texts.
pub fn all() -> Vec<RuleRow> {
    let of_structure = Rule::ROWS.iter().map(|&(name, text)| (name, without_arguments(text), ""));
    let of_metadata = MetadataRule::ALL.iter().map(|rule| (rule.name(), rule.text().to_owned(), ""));
    let demands = Demand::ALL.iter().map(|demand| (demand.rule(), demand.text(), demand.remedy()));
    let rows = of_structure.chain(of_metadata).chain(demands);
    let mut rows: Vec<_> = rows.map(|(name, text, remedy)| RuleRow { name, text, remedy }).collect();
    rows.sort();
    rows.dedup();
    rows
}

/// A text with `…` in the place of each argument.
fn without_arguments(text: &str) -> String {
    let mut pieces = text.split('{');
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shown.push('…');
        shown.push_str(piece.split_once('}').map_or(piece, |(_, rest)| rest));
    }
    shown
}
