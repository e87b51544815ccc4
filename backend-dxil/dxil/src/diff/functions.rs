//! Compares the code of two modules: functions are matched, their blocks aligned, then their instructions, with values renamed.
//!
//! An instruction has a *shape*: its text without the names of values. Its *hash* adds the shapes of what it is computed from, three
//! levels deep. Blocks are aligned by what they hold. In aligned blocks instructions are aligned by hash, and between those by
//! shape; what is left is looked for in other blocks, by hash. Two matched instructions are the same if their operands are matched
//! with each other and their targets are aligned blocks; sums and the like may have their operands exchanged. Debug information is
//! not compared.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use super::align::align;
use super::names::{Named, Names, values};
use crate::bytestr::ByteStr;
use crate::constants::ConstKind;
use crate::disasm::Lister;
use crate::inst::{BinaryOp, BlockId, InstId, InstKind, Predicate, Value};
use crate::module::{Body, FuncId, Module};

/// Blocks between two that are aligned by their hash are compared with each other up to this many pairs.
const BLOCK_PAIRS: usize = 1 << 16;
/// Part of the shapes of two blocks that must be common to align them, in percent.
const ALIKE: usize = 30;
/// The instructions of the smallest block that is aligned with another because it has the same.
const TELLING: usize = 3;
/// The levels of operands that count for the hash of an instruction.
const LEVELS: usize = 3;

/// How a line of a comparison differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// It is in both.
    Same,
    /// It is in both, in the second at another place: here is its place in the first.
    MovedFrom,
    /// Here is its place in the second.
    MovedTo,
    /// The first has it so, and the next line, which is [`LineKind::ChangedTo`], is what the second has instead.
    ChangedFrom,
    /// The second has it so.
    ChangedTo,
    /// The first alone has it.
    Removed,
    /// The second alone has it.
    Added,
}

/// An instruction of a comparison. A value that both have is named `%v…` in both, one of the first alone `%a…`, one of the second
/// alone `%b…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How it differs.
    pub kind: LineKind,
    /// Its text.
    pub text: String,
}

/// The lines of a block, or of two that are aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockDiff {
    /// Its name: `L…` of two, `a…` and `b…` of one.
    pub name: String,
    /// Its instructions.
    pub lines: Vec<Line>,
}

/// The comparison of two functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionDiff {
    /// The name in the first.
    pub a: String,
    /// The name in the second.
    pub b: String,
    /// The number of instructions of each, without those of debug information.
    pub counts: (usize, usize),
    /// The blocks.
    pub blocks: Vec<BlockDiff>,
}

impl FunctionDiff {
    /// The number of lines of a kind.
    pub fn count(&self, kind: LineKind) -> usize {
        self.blocks.iter().flat_map(|block| &block.lines).filter(|line| line.kind == kind).count()
    }

    /// Whether both compute the same, step by step.
    pub fn is_same(&self) -> bool {
        self.blocks.iter().flat_map(|block| &block.lines).all(|line| line.kind == LineKind::Same)
    }
}

/// The functions of two modules.
pub(super) struct Matched {
    pub(super) both: Vec<FunctionDiff>,
    pub(super) only_in_a: Vec<String>,
    pub(super) only_in_b: Vec<String>,
}

pub(super) fn compare(a: &Named<'_>, b: &Named<'_>) -> Matched {
    let (codes_a, codes_b) = (codes(a), codes(b));
    let mut partner: Vec<Option<usize>> = vec![None; codes_a.len()];
    let mut is_taken = vec![false; codes_b.len()];
    let mut pair = |partner: &mut Vec<Option<usize>>, matches: &dyn Fn(&Code<'_>, &Code<'_>) -> bool| {
        for (one, code) in codes_a.iter().enumerate().filter(|(one, _)| partner[*one].is_none()).collect::<Vec<_>>() {
            let other = codes_b.iter().enumerate().position(|(at, other)| !is_taken[at] && matches(code, other));
            if let Some(other) = other {
                (partner[one], is_taken[other]) = (Some(other), true);
            }
        }
    };
    pair(&mut partner, &|one, other| one.name == other.name);
    // A shader has one entry point, whatever it is called.
    pair(&mut partner, &|one, other| one.is_entry && other.is_entry);
    pair(&mut partner, &|one, other| one.content == other.content);
    let only = |codes: &[Code<'_>], is_matched: &dyn Fn(usize) -> bool| -> Vec<String> {
        let left = codes.iter().enumerate().filter(|(at, _)| !is_matched(*at));
        left.map(|(_, code)| code.name.to_string()).collect()
    };
    let (only_in_a, only_in_b) = (only(&codes_a, &|at| partner[at].is_some()), only(&codes_b, &|at| is_taken[at]));
    let pairs: Vec<(usize, usize)> =
        partner.iter().enumerate().filter_map(|(one, other)| Some((one, (*other)?))).collect();
    let alignments: Vec<Alignment> =
        pairs.iter().map(|&(one, other)| Alignment::of(&codes_a[one], &codes_b[other])).collect();
    // All names of a module at once: it is copied once.
    let (mut names_a, mut names_b) = (Names::default(), Names::default());
    for (&(one, other), alignment) in pairs.iter().zip(&alignments) {
        let (of_a, of_b) = alignment.names(&codes_a[one], &codes_b[other]);
        names_a.insert(codes_a[one].id, of_a);
        names_b.insert(codes_b[other].id, of_b);
    }
    let (shown_a, shown_b) = (a.shown(&names_a), b.shown(&names_b));
    let mut listers = (Lister::new(&shown_a), Lister::new(&shown_b));
    let both = pairs.iter().zip(&alignments);
    let both = both.map(|(&(one, other), alignment)| alignment.listed(&codes_a[one], &codes_b[other], &mut listers));
    Matched { both: both.collect(), only_in_a, only_in_b }
}

/// A function that is compared.
struct Code<'m> {
    id: FuncId,
    name: &'m ByteStr,
    is_entry: bool,
    body: &'m Body,
    /// The blocks in reverse postorder, those that nothing reaches last, and the first instruction of each in `insts`.
    blocks: Vec<(BlockId, usize)>,
    block_index: FxHashMap<BlockId, usize>,
    insts: Vec<InstId>,
    index: FxHashMap<InstId, usize>,
    /// The instructions that have results.
    results: FxHashSet<InstId>,
    shapes: Vec<u64>,
    hashes: Vec<u64>,
    attached: Vec<String>,
    /// A hash of all shapes.
    content: u64,
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn codes<'m>(named: &Named<'m>) -> Vec<Code<'m>> {
    let entry = named.shader.and_then(|shader| shader.entry()).and_then(|entry| entry.function);
    let mut lister = Lister::new(&named.masked);
    let functions = named.module.functions.iter();
    let bodies = functions.filter_map(|(id, function)| Some((id, function, function.body.as_ref()?)));
    bodies
        .map(|(id, function, body)| Code::new(named, id, &function.name, body, entry == Some(id), &mut lister))
        .collect()
}

/// Whether an instruction only describes variables of the source.
fn is_debug(module: &Module, body: &Body, inst: InstId) -> bool {
    let InstKind::Call { callee: Value::Const(callee), .. } = &body.insts[inst].kind else { return false };
    let ConstKind::Function(function) = module.constants.get(*callee).kind else { return false };
    module.functions[function].name.starts_with(b"llvm.dbg.")
}

impl<'m> Code<'m> {
    fn new(
        named: &Named<'m>,
        id: FuncId,
        name: &'m ByteStr,
        body: &'m Body,
        is_entry: bool,
        lister: &mut Lister<'_>,
    ) -> Self {
        let (mut blocks, mut insts) = (Vec::new(), Vec::new());
        for block in reverse_post_order(body) {
            blocks.push((block, insts.len()));
            let own = body.blocks[block].insts.iter().copied();
            insts.extend(own.filter(|&inst| !is_debug(named.module, body, inst)));
        }
        let attached = |inst: &InstId| named.attached.get(&(id, *inst)).cloned().unwrap_or_default();
        let attached: Vec<String> = insts.iter().map(attached).collect();
        let shapes: Vec<u64> = insts
            .iter()
            .zip(&attached)
            .map(|(&inst, attached)| hash_of((lister.instruction(id, inst).unwrap_or_default(), attached)))
            .collect();
        let index: FxHashMap<InstId, usize> = insts.iter().enumerate().map(|(at, &inst)| (inst, at)).collect();
        let mut hashes = shapes.clone();
        for _ in 0..LEVELS {
            hashes = insts
                .iter()
                .zip(&shapes)
                .map(|(&inst, shape)| {
                    let mut operands: Vec<u64> = Vec::new();
                    body.insts[inst].kind.each_operand(|operand| match operand {
                        Value::Inst(inst) => operands.push(index.get(&inst).map_or(0, |&at| hashes[at])),
                        Value::Arg(index) => operands.push(index.into()),
                        Value::Const(_) | Value::Metadata(_) | Value::MetadataArg(_) | Value::MetadataInst(_) => {}
                    });
                    if is_unordered(&body.insts[inst].kind) {
                        operands.sort_unstable();
                    }
                    hash_of((shape, operands))
                })
                .collect();
        }
        let mut sorted = shapes.clone();
        sorted.sort_unstable();
        Self {
            id,
            name,
            is_entry,
            body,
            block_index: blocks.iter().enumerate().map(|(at, &(block, _))| (block, at)).collect(),
            blocks,
            content: hash_of(&sorted),
            insts,
            index,
            results: values(named.module, id).collect(),
            shapes,
            hashes,
            attached,
        }
    }

    /// The instructions of a block.
    fn range(&self, block: usize) -> std::ops::Range<usize> {
        self.blocks[block].1..self.blocks.get(block + 1).map_or(self.insts.len(), |next| next.1)
    }

    fn kind(&self, at: usize) -> &'m InstKind {
        &self.body.insts[self.insts[at]].kind
    }
}

/// Whether the operands of an instruction may be exchanged.
fn is_unordered(kind: &InstKind) -> bool {
    if let InstKind::Binary { op, .. } = kind {
        use BinaryOp::{Add, And, FAdd, FMul, Mul, Or, Xor};
        return matches!(op, Add | FAdd | Mul | FMul | And | Or | Xor);
    }
    if let InstKind::Cmp { pred, .. } = kind {
        use Predicate::{FOeq, FOne, FOrd, FUeq, FUne, FUno, IEq, INe};
        return matches!(pred, IEq | INe | FOeq | FOne | FOrd | FUeq | FUne | FUno);
    }
    matches!(kind, InstKind::Phi { .. })
}

/// The blocks of a body in reverse postorder; those that nothing reaches come last.
fn reverse_post_order(body: &Body) -> Vec<BlockId> {
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut order = Vec::with_capacity(body.blocks.len());
    let successors = |block: BlockId| body.terminator(block).map(InstKind::successors).unwrap_or_default();
    let is_block = |block: &BlockId| body.blocks.is_valid(*block);
    let mut work: Vec<(BlockId, SmallVec<[BlockId; 2]>)> = Vec::new();
    if let Some(entry) = body.blocks.keys().next() {
        seen.insert(entry);
        work.push((entry, successors(entry)));
    }
    while let Some((block, left)) = work.last_mut() {
        // From the last: then the first successor comes first.
        match left.pop() {
            Some(next) if is_block(&next) && seen.insert(next) => work.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                work.pop();
            }
        }
    }
    order.reverse();
    order.extend(body.blocks.keys().filter(|block| !seen.contains(block)));
    order
}

/// Which instructions and blocks of two functions belong together.
struct Alignment {
    /// For each block of the first that of the second, and the reverse.
    blocks: (Vec<Option<usize>>, Vec<Option<usize>>),
    /// The same of instructions.
    insts: (Vec<Option<usize>>, Vec<Option<usize>>),
    /// The instructions of the first that were found in their place, not elsewhere.
    in_place: Vec<bool>,
}

impl Alignment {
    fn of(a: &Code<'_>, b: &Code<'_>) -> Self {
        let mut found = Self {
            blocks: (vec![None; a.blocks.len()], vec![None; b.blocks.len()]),
            insts: (vec![None; a.insts.len()], vec![None; b.insts.len()]),
            in_place: vec![false; a.insts.len()],
        };
        for (one, other) in align_blocks(a, b) {
            (found.blocks.0[one], found.blocks.1[other]) = (Some(other), Some(one));
            let (of_a, of_b) = (a.range(one), b.range(other));
            let mut last = (of_a.start, of_b.start);
            let pairs = align(&a.hashes[of_a.clone()], &b.hashes[of_b.clone()]);
            let pairs = pairs.into_iter().map(|(one, other)| (of_a.start + one, of_b.start + other));
            for (one, other) in pairs.chain([(of_a.end, of_b.end)]) {
                // Between two with the same hash: those of the same shape.
                let gap = (last.0..one, last.1..other);
                for (x, y) in align(&a.shapes[gap.0.clone()], &b.shapes[gap.1.clone()]) {
                    found.pair(gap.0.start + x, gap.1.start + y, true);
                }
                if one < of_a.end {
                    found.pair(one, other, true);
                }
                last = (one + 1, other + 1);
            }
        }
        // In other blocks, by what they compute.
        let mut left: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for at in (0..b.insts.len()).rev().filter(|&at| found.insts.1[at].is_none()) {
            left.entry(b.hashes[at]).or_default().push(at);
        }
        for at in 0..a.insts.len() {
            if found.insts.0[at].is_none()
                && let Some(other) = left.get_mut(&a.hashes[at]).and_then(Vec::pop)
            {
                found.pair(at, other, false);
            }
        }
        found
    }

    fn pair(&mut self, one: usize, other: usize, in_place: bool) {
        (self.insts.0[one], self.insts.1[other]) = (Some(other), Some(one));
        self.in_place[one] = in_place;
    }

    /// Whether two matched instructions are the same.
    fn is_same(&self, a: &Code<'_>, b: &Code<'_>, one: usize, other: usize) -> bool {
        if a.shapes[one] != b.shapes[other] {
            return false;
        }
        let (kind_a, kind_b) = (a.kind(one), b.kind(other));
        let blocks = |x: BlockId, y: BlockId| match (a.block_index.get(&x), b.block_index.get(&y)) {
            (Some(&x), Some(&y)) => self.blocks.0[x] == Some(y),
            _ => false,
        };
        let values = |x: Value, y: Value| match (x, y) {
            (Value::Inst(x), Value::Inst(y)) => match (a.index.get(&x), b.index.get(&y)) {
                (Some(&x), Some(&y)) => self.insts.0[x] == Some(y),
                (None, None) => true,
                _ => false,
            },
            (Value::Arg(x), Value::Arg(y)) => x == y,
            // That of constants is part of the shape.
            (Value::Const(_), Value::Const(_)) => true,
            (Value::Inst(_) | Value::Arg(_) | Value::Const(_), _)
            | (_, Value::Inst(_) | Value::Arg(_) | Value::Const(_)) => false,
            _ => true,
        };
        if let (InstKind::Phi { incoming: of_a }, InstKind::Phi { incoming: of_b }) = (kind_a, kind_b) {
            return of_a.len() == of_b.len()
                && of_a.iter().all(|&(x, from)| of_b.iter().any(|&(y, other)| blocks(from, other) && values(x, y)));
        }
        let (targets_a, targets_b) = (kind_a.successors(), kind_b.successors());
        if targets_a.len() != targets_b.len() || !targets_a.iter().zip(&targets_b).all(|(&x, &y)| blocks(x, y)) {
            return false;
        }
        let (of_a, of_b) = (kind_a.operands(), kind_b.operands());
        let in_order = of_a.len() == of_b.len() && of_a.iter().zip(&of_b).all(|(&x, &y)| values(x, y));
        in_order
            || is_unordered(kind_a)
                && matches!((&of_a[..], &of_b[..]), (&[x, y], &[v, w]) if values(x, w) && values(y, v))
    }

    /// The names of the values and blocks of both functions.
    fn names(&self, a: &Code<'_>, b: &Code<'_>) -> (FunctionNames, FunctionNames) {
        let (mut of_a, mut of_b) = (FunctionNames::default(), FunctionNames::default());
        let name = |letter: &str, number: usize| ByteStr::from(format!("{letter}{number}").as_str());
        for (at, &inst) in a.insts.iter().enumerate() {
            let is_both = self.insts.0[at].is_some();
            of_a.0.insert(inst, name(if is_both { "v" } else { "a" }, at));
        }
        for (at, &inst) in b.insts.iter().enumerate() {
            of_b.0.insert(inst, self.insts.1[at].map_or_else(|| name("b", at), |one| name("v", one)));
        }
        for (at, &(block, _)) in a.blocks.iter().enumerate() {
            of_a.1.insert(block, name(if self.blocks.0[at].is_some() { "L" } else { "La" }, at));
        }
        for (at, &(block, _)) in b.blocks.iter().enumerate() {
            of_b.1.insert(block, self.blocks.1[at].map_or_else(|| name("Lb", at), |one| name("L", one)));
        }
        // What gives nothing has no name.
        of_a.0.retain(|inst, _| a.results.contains(inst));
        of_b.0.retain(|inst, _| b.results.contains(inst));
        (of_a, of_b)
    }

    fn listed(&self, a: &Code<'_>, b: &Code<'_>, listers: &mut (Lister<'_>, Lister<'_>)) -> FunctionDiff {
        let mut found = FunctionDiff {
            a: a.name.to_string(),
            b: b.name.to_string(),
            counts: (a.insts.len(), b.insts.len()),
            blocks: Vec::new(),
        };
        let mut text_a = |at: usize| text(listers.0.instruction(a.id, a.insts[at]), &a.attached[at]);
        let mut text_b = |at: usize| text(listers.1.instruction(b.id, b.insts[at]), &b.attached[at]);
        let mut next_b = 0;
        // The blocks of the first in order, and before each that is in both the blocks of the second before it.
        for one in 0..=a.blocks.len() {
            let other = if one < a.blocks.len() { self.blocks.0[one] } else { Some(b.blocks.len()) };
            if let Some(other) = other {
                for alone in (next_b..other).filter(|&block| self.blocks.1[block].is_none()) {
                    let lines = b.range(alone).map(|at| self.line_of_b(at, text_b(at))).collect();
                    found.blocks.push(BlockDiff { name: format!("Lb{alone}"), lines });
                }
                next_b = next_b.max(other + 1);
            }
            if one == a.blocks.len() {
                break;
            }
            let mut lines = Vec::new();
            let mut at_b = other.map_or(0..0, |other| b.range(other));
            for at in a.range(one) {
                let partner = self.insts.0[at].filter(|_| self.in_place[at]);
                let Some(partner) = partner else {
                    let kind = if self.insts.0[at].is_some() { LineKind::MovedFrom } else { LineKind::Removed };
                    lines.push(Line { kind, text: text_a(at) });
                    continue;
                };
                while at_b.start < partner {
                    let before = at_b.start;
                    at_b.start += 1;
                    lines.push(self.line_of_b(before, text_b(before)));
                }
                at_b.start = partner + 1;
                if self.is_same(a, b, at, partner) {
                    lines.push(Line { kind: LineKind::Same, text: text_a(at) });
                } else {
                    lines.push(Line { kind: LineKind::ChangedFrom, text: text_a(at) });
                    lines.push(Line { kind: LineKind::ChangedTo, text: text_b(partner) });
                }
            }
            for left in at_b {
                lines.push(self.line_of_b(left, text_b(left)));
            }
            let name = if other.is_some() { format!("L{one}") } else { format!("La{one}") };
            found.blocks.push(BlockDiff { name, lines });
        }
        found
    }

    /// A line that is in the second only, at least in this place.
    fn line_of_b(&self, at: usize, text: String) -> Line {
        let kind = if self.insts.1[at].is_some() { LineKind::MovedTo } else { LineKind::Added };
        Line { kind, text }
    }
}

type FunctionNames = (FxHashMap<InstId, ByteStr>, FxHashMap<BlockId, ByteStr>);

fn text(instruction: Option<String>, attached: &str) -> String {
    // The cases of a switch stand on lines of their own in listings.
    let instruction = instruction.unwrap_or_default();
    let instruction = instruction.split_whitespace().collect::<Vec<_>>().join(" ");
    if attached.is_empty() { instruction } else { format!("{instruction} {attached}") }
}

/// Pairs of blocks that belong together, in the order of both.
fn align_blocks(a: &Code<'_>, b: &Code<'_>) -> Vec<(usize, usize)> {
    // A block of a jump or two does not show where it belongs: it is never equal to another.
    let content = |code: &Code<'_>, block: usize, side: u8| {
        let mut hashes = code.hashes[code.range(block)].to_vec();
        hashes.sort_unstable();
        let is_small = hashes.len() < TELLING;
        hash_of((hashes, is_small.then_some((side, block))))
    };
    let of_a: Vec<u64> = (0..a.blocks.len()).map(|block| content(a, block, 0)).collect();
    let of_b: Vec<u64> = (0..b.blocks.len()).map(|block| content(b, block, 1)).collect();
    let mut pairs = Vec::new();
    let mut last = (0, 0);
    for (one, other) in align(&of_a, &of_b).into_iter().chain([(of_a.len(), of_b.len())]) {
        pairs.extend(most_alike(a, b, last.0..one, last.1..other));
        if one < of_a.len() {
            pairs.push((one, other));
        }
        last = (one + 1, other + 1);
    }
    pairs
}

/// Pairs of the blocks of two ranges, so that what they have in common is most.
fn most_alike(
    a: &Code<'_>,
    b: &Code<'_>,
    of_a: std::ops::Range<usize>,
    of_b: std::ops::Range<usize>,
) -> Vec<(usize, usize)> {
    if of_a.is_empty() || of_b.is_empty() {
        return Vec::new();
    }
    if of_a.len().saturating_mul(of_b.len()) > BLOCK_PAIRS {
        return of_a.zip(of_b).collect();
    }
    let sorted = |code: &Code<'_>, block: usize| {
        let mut shapes = code.shapes[code.range(block)].to_vec();
        shapes.sort_unstable();
        shapes
    };
    let shapes_a: Vec<Vec<u64>> = of_a.clone().map(|block| sorted(a, block)).collect();
    let shapes_b: Vec<Vec<u64>> = of_b.clone().map(|block| sorted(b, block)).collect();
    let width = shapes_b.len() + 1;
    // The best of the blocks before each pair, and whether the pair itself is part of it.
    let mut best = vec![0usize; width * (shapes_a.len() + 1)];
    let mut is_pair = vec![false; best.len()];
    for (i, one) in shapes_a.iter().enumerate() {
        for (j, other) in shapes_b.iter().enumerate() {
            let alike = common(one, other);
            let enough = alike * 200 >= ALIKE * (one.len() + other.len());
            let with = if enough { best[i * width + j] + alike + 1 } else { 0 };
            let without = best[i * width + j + 1].max(best[(i + 1) * width + j]);
            let at = (i + 1) * width + j + 1;
            (best[at], is_pair[at]) = (with.max(without), enough && with > without);
        }
    }
    let (mut i, mut j) = (shapes_a.len(), shapes_b.len());
    let mut pairs = Vec::new();
    while i > 0 && j > 0 {
        if is_pair[i * width + j] {
            (i, j) = (i - 1, j - 1);
            pairs.push((of_a.start + i, of_b.start + j));
        } else if best[(i - 1) * width + j] >= best[i * width + j - 1] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// The number of elements that two sorted lists have in common.
fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, count) = (i + 1, j + 1, count + 1),
        }
    }
    count
}
