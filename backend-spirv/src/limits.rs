//! Checks the universal limits of SPIR-V (section 2.17 of its specification), which hold for every module.
//!
//! Input: the finished module, before it is serialised, and the origin of its long instructions. Output: the module, or an
//! error that names the limit at the best known place. A driver need not accept a module beyond a limit; an instruction
//! that is longer than its word count can express is malformed. Nothing is changed.

use crate::errors;
use crate::writer::Writer;
use hlslc_base::{Diagnostics, Reported, Span};
use hlslc_ir::Loc;
use rspirv::dr::{Function, Instruction, Module, Operand};
use rspirv::spirv::{Op, Word};
use rustc_hash::FxHashMap;

/// A limit on the number of something.
struct Limit {
    most: usize,
    what: &'static str,
    /// The advice for the author.
    advice: &'static str,
}

const IDS: Limit = Limit {
    most: 0x3f_ffff,
    what: "ids in a module",
    advice: "unroll fewer loops, or compile fewer entry points at once",
};
const GLOBALS: Limit = Limit {
    most: 65_535,
    what: "variables outside functions",
    advice: "join resources to arrays, and variables to structs",
};
const LOCALS: Limit = Limit { most: 524_287, what: "variables in a function", advice: "join them to arrays" };
const PARAMETERS: Limit = Limit {
    most: 255,
    what: "parameters of a function",
    advice: "hand them on in a struct, or do not export the function",
};
const MEMBERS: Limit =
    Limit { most: 16_383, what: "members of a struct", advice: "join them to arrays, or to structs in the struct" };
const NESTED_STRUCTS: Limit = Limit {
    most: 255,
    what: "structs in each other",
    advice: "take some of the structs away that hold only one member",
};
const CASES: Limit = Limit {
    most: 16_383,
    what: "labels in a `switch`",
    advice: "split it into several, or read what the labels choose from a buffer",
};
const NESTED_BLOCKS: Limit = Limit {
    most: 1023,
    what: "branches and loops in each other",
    advice: "make a `switch` of a long chain of `else if`, or split it",
};
const INDICES: Limit = Limit { most: 255, what: "indices of one access", advice: "nest arrays and structs less deep" };
/// Of instructions on constants, arrays and structs.
const PARTS: Limit = Limit {
    most: MOST_WORDS,
    what: "words in the instruction that lists the values of an array or struct",
    advice: "keep so large a table in a buffer, or split it",
};
const NAME: Limit = Limit {
    most: MOST_WORDS,
    what: "words in the instruction that says a name or text",
    advice: "choose a shorter one",
};
const WAYS: Limit = Limit {
    most: MOST_WORDS,
    what: "words in the `OpPhi` of a block with many incoming edges",
    advice: "branch less, such as by reading what is chosen from a table",
};
const OPERANDS: Limit =
    Limit { most: MOST_WORDS, what: "words in one instruction", advice: "split what the shader does here" };

/// The length of an instruction is a number of 16 bits.
pub(crate) const MOST_WORDS: usize = 65_535;

/// From how many operands on instructions may break a limit: an index takes one.
const MANY: usize = 255;

/// The origins of instructions with many operands.
#[derive(Default)]
pub(crate) struct LongInstructions(FxHashMap<(Op, usize), Loc>);

impl LongInstructions {
    /// Takes note of an instruction, if it is one of them.
    pub(crate) fn note(&mut self, op: Op, operands: &[Operand], loc: Option<Loc>) {
        if operands.len() > MANY
            && let Some(loc) = loc
        {
            self.0.entry((op, operands.len())).or_insert(loc);
        }
    }
}

/// A limit that a module is beyond.
struct Beyond<'a> {
    limit: &'static Limit,
    have: usize,
    /// The instruction that is too long, if it is one.
    inst: Option<&'a Instruction>,
    /// The function that contains it, if it is in one.
    function: Option<&'a Function>,
}

impl Limit {
    fn check(&'static self, have: usize) -> Option<Beyond<'static>> {
        (have > self.most).then_some(Beyond { limit: self, have, inst: None, function: None })
    }
}

impl Writer<'_> {
    /// The finished module, if SPIR-V has room for it.
    pub(crate) fn within_limits(mut self, sink: &mut Diagnostics) -> Result<Module, Reported> {
        let long = std::mem::take(&mut self.asm.long);
        let functions: FxHashMap<Word, Loc> = (self.module.funcs.iter())
            .filter_map(|(id, func)| self.functions[id].map(|word| (word, func.loc)))
            .collect();
        let written = self.asm.finish();
        let Some(Beyond { limit, have, inst, function }) = beyond(&written) else { return Ok(written) };
        let place = inst.and_then(|inst| long.0.get(&(inst.class.opcode, inst.operands.len())));
        let function = function.and_then(Function::def_id).and_then(|id| functions.get(&id));
        let mut spans = [place, function].into_iter().flatten().map(|&loc| self.module.ctx.span(loc));
        let span = spans.find(|span: &Span| !span.is_none()).unwrap_or(self.entry.span);
        Err(sink.report(errors::beyond_limit(span, limit.most, limit.what, have, limit.advice)))
    }
}

/// The first limit that a module is beyond.
fn beyond(module: &Module) -> Option<Beyond<'_>> {
    let bound = module.header.as_ref().map_or(0, |header| header.bound as usize);
    let globals = || module.types_global_values.iter();
    (globals().find_map(of_global))
        .or_else(|| module.global_inst_iter().find_map(of_length))
        .or_else(|| GLOBALS.check(globals().filter(is_variable).count()))
        .or_else(|| nested_structs(module))
        .or_else(|| module.functions.iter().find_map(of_function))
        // Whatever makes too many of them may be beyond another limit that says more.
        .or_else(|| IDS.check(bound))
}

fn is_variable(inst: &&Instruction) -> bool {
    inst.class.opcode == Op::Variable
}

/// The exceeded limit of a type.
fn of_global(inst: &Instruction) -> Option<Beyond<'_>> {
    let have = inst.operands.len();
    let found = match () {
        () if inst.class.opcode == Op::TypeStruct => MEMBERS.check(have),
        // The first operand is the type of the result.
        () if inst.class.opcode == Op::TypeFunction => PARAMETERS.check(have.saturating_sub(1)),
        () => None,
    };
    found.map(|beyond| Beyond { inst: Some(inst), ..beyond })
}

/// The exceeded limit of a function.
fn of_function(function: &Function) -> Option<Beyond<'_>> {
    let all = || function.blocks.iter().flat_map(|block| &block.instructions);
    let found = (all().find_map(of_switch_or_access))
        .or_else(|| all().find_map(of_length))
        .or_else(|| LOCALS.check(all().filter(is_variable).count()))
        .or_else(|| nested_blocks(function))?;
    Some(Beyond { function: Some(function), ..found })
}

/// The exceeded limit of a switch, or of an access to an element of an array or struct.
fn of_switch_or_access(inst: &Instruction) -> Option<Beyond<'_>> {
    let (op, have) = (inst.class.opcode, inst.operands.len());
    if have <= MANY {
        return None;
    }
    let found = match () {
        // After the value and the default each label takes two.
        () if op == Op::Switch => CASES.check(have.saturating_sub(2) / 2),
        () if matches!(op, Op::AccessChain | Op::InBoundsAccessChain | Op::CompositeExtract) => {
            INDICES.check(have.saturating_sub(1))
        }
        () if op == Op::CompositeInsert => INDICES.check(have.saturating_sub(2)),
        () => None,
    };
    found.map(|beyond| Beyond { inst: Some(inst), ..beyond })
}

/// The exceeded limit of the length of an instruction.
fn of_length(inst: &Instruction) -> Option<Beyond<'_>> {
    let have = words(inst);
    if have <= MOST_WORDS {
        return None;
    }
    let op = inst.class.opcode;
    let limit = if matches!(op, Op::ConstantComposite | Op::SpecConstantComposite | Op::CompositeConstruct) {
        &PARTS
    } else if op == Op::Phi {
        &WAYS
    } else if inst.operands.iter().any(|operand| matches!(operand, Operand::LiteralString(_))) && op != Op::EntryPoint {
        &NAME
    } else {
        &OPERANDS
    };
    Some(Beyond { inst: Some(inst), ..limit.check(have)? })
}

/// The number of words of an instruction.
fn words(inst: &Instruction) -> usize {
    // The zero after a text has room in its last word.
    let more = |operand: &Operand| {
        if let Operand::LiteralString(text) = operand {
            return text.len() / 4;
        }
        usize::from(matches!(operand, Operand::LiteralBit64(_)))
    };
    let fixed = 1 + usize::from(inst.result_type.is_some()) + usize::from(inst.result_id.is_some());
    fixed + inst.operands.len() + inst.operands.iter().map(more).sum::<usize>()
}

/// Structs in structs, arrays of them counted as well.
fn nested_structs(module: &Module) -> Option<Beyond<'_>> {
    let mut depths: FxHashMap<Word, usize> = FxHashMap::default();
    // What a type is made of stands before it.
    for inst in &module.types_global_values {
        let (op, Some(id)) = (inst.class.opcode, inst.result_id) else { continue };
        if !matches!(op, Op::TypeStruct | Op::TypeArray | Op::TypeRuntimeArray) {
            continue;
        }
        let inner = inst.operands.iter().filter_map(|part| depths.get(&part.id_ref_any()?).copied()).max().unwrap_or(0);
        let depth = inner + usize::from(op == Op::TypeStruct);
        if let Some(beyond) = NESTED_STRUCTS.check(depth) {
            return Some(Beyond { inst: Some(inst), ..beyond });
        }
        depths.insert(id, depth);
    }
    None
}

/// Branches and loops in each other: each lasts from the block that names where it ends to that end, and blocks stand in the
/// order of what they are in.
fn nested_blocks(function: &Function) -> Option<Beyond<'_>> {
    let mut ends: Vec<Word> = Vec::new();
    let mut deepest = 0;
    for block in &function.blocks {
        if let Some(at) = ends.iter().rposition(|&end| Some(end) == block.label_id()) {
            ends.truncate(at);
        }
        let is_merge = |inst: &&Instruction| matches!(inst.class.opcode, Op::SelectionMerge | Op::LoopMerge);
        let merge = block.instructions.iter().rev().take(2).find(is_merge);
        if let Some(&Operand::IdRef(end)) = merge.and_then(|inst| inst.operands.first()) {
            ends.push(end);
            deepest = deepest.max(ends.len());
        }
    }
    NESTED_BLOCKS.check(deepest)
}
