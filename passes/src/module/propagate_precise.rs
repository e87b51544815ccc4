//! Propagates `precise` backward from its place in the source to every float operation that contributes to the value,
//! by backward slicing (Weiser, 1981: "Program slicing"). Input: any function; best once variables are values, so that
//! only real data flow is followed. Output: no `markprecise` is left, and the operations in the backward slices of
//! their operands are precise.
//!
//! The slice follows operands of every type, as DXC does: numbers, Booleans and indices (of a composite whose
//! construction is known, only the used part), the arguments for a block parameter, and the values stored to memory
//! that is loaded (by first index, where that is constant). Control dependences count, too: the conditions that a block
//! depends on and, for a parameter, those that choose between constants. For a call that stays, the slice includes its
//! arguments and the result of the callee. Cost: n log n; one visit of each instruction in functions without marks.
//!
//! ```text
//! %v1 = fmul float %v0, %v0              %v1 = fmul precise float %v0, %v0
//! %v2 = fsub float %v1, %v1         =>   %v2 = fsub precise float %v1, %v1
//! %v3 = markprecise float %v2            %v4 = fmul float %v2, 2.0
//! %v4 = fmul float %v3, 2.0
//! ```

use crate::analysis::Analyses;
use crate::analysis::control::Control;
use crate::edit::Renames;
use crate::run::pass::ModuleCx;
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{
    Block, Context, FloatFlags, Func, Function, Global, Imm, Inst, Module, Op, Terminator, Value, ValueDef,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The most steps that are followed to find one part of a composite.
const MAX_STEPS: u32 = 64;

pub(crate) fn run(module: &mut Module, cx: &mut ModuleCx<'_>) -> bool {
    let mut changed = false;
    let mut work: Vec<Func> = module.funcs.keys().filter(|&id| !module.funcs[id].layout.is_empty()).collect();
    let mut is_result_precise: SecondaryMap<Func, bool> = SecondaryMap::new();
    while let Some(id) = work.pop() {
        let func = &mut module.funcs[id];
        let mut values = take_marks(func);
        changed |= !values.is_empty();
        if is_result_precise[id] {
            let ends = func.layout.iter().map(|&block| &func.blocks[block].terminator);
            values.extend(ends.filter_map(|end| if let Terminator::Return(value) = end { *value } else { None }));
        }
        if values.is_empty() {
            continue;
        }
        for callee in carry(&module.ctx, func, &mut cx.analyses[id], values) {
            if !std::mem::replace(&mut is_result_precise[callee], true) {
                work.push(callee);
            }
        }
    }
    changed
}

/// Removes the marks of a function. Returns the marked values.
fn take_marks(func: &mut Function) -> Vec<Value> {
    let mut renames = Renames::default();
    let mut marked = Vec::new();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        func.retain_insts(block, |func, inst| {
            let (Op::MarkPrecise, &[value]) = (func.insts[inst].op, func.args(inst)) else { return true };
            func.result(inst).into_iter().for_each(|result| renames.rename(result, value));
            marked.push(value);
            false
        });
    }
    renames.apply(func);
    for value in &mut marked {
        *value = renames.find(*value);
    }
    marked
}

/// Makes the definitions of `values` precise. Returns the functions whose results contribute.
fn carry(ctx: &Context, func: &mut Function, analyses: &mut Analyses, values: Vec<Value>) -> Vec<Func> {
    let cfg = &*analyses.cfg(func);
    let mut homes = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        func.blocks[block].insts.iter().for_each(|&inst| homes[inst] = Some(block));
    }
    let memory = Memory::new(ctx, func, cfg);
    let control = Control::new(func, cfg, analyses.post_dominators(func));
    let mut carrier = Carrier {
        ctx,
        func,
        cfg,
        homes,
        memory,
        control,
        seen: SecondaryMap::new(),
        followed: SecondaryMap::new(),
        work: values,
        callees: Vec::new(),
    };
    while let Some(value) = carrier.work.pop() {
        if !std::mem::replace(&mut carrier.seen[value], true) {
            carrier.value(value);
        }
    }
    carrier.callees
}

struct Carrier<'a> {
    ctx: &'a Context,
    func: &'a mut Function,
    cfg: &'a Cfg,
    /// The block of each instruction.
    homes: SecondaryMap<Inst, Option<Block>>,
    memory: Memory,
    control: Control,
    seen: SecondaryMap<Value, bool>,
    /// The blocks whose control dependences were followed.
    followed: SecondaryMap<Block, bool>,
    work: Vec<Value>,
    callees: Vec<Func>,
}

impl Carrier<'_> {
    fn value(&mut self, value: Value) {
        match self.func.values[value].def {
            ValueDef::Const(_) => {}
            ValueDef::Inst(inst) => self.inst(inst),
            ValueDef::Param(block, index) => self.param(block, index as usize),
        }
    }

    fn inst(&mut self, inst: Inst) {
        let data = &mut self.func.insts[inst];
        if FloatFlags::apply_to(data.op, self.ctx.scalar_of(data.ty)) {
            data.flags = FloatFlags::PRECISE;
        }
        let (op, imm) = (data.op, data.imm);
        match (op, imm, self.func.args(inst)) {
            (Op::Extract, Imm::Index(index), &[composite]) => self.work.push(part_of(self.func, composite, index)),
            (_, _, args) => self.work.extend_from_slice(args),
        }
        match (op, imm, self.func.args(inst)) {
            (Op::Load, _, &[pointer]) => self.memory.take(self.ctx, self.func, pointer, &mut self.work),
            (Op::Call, Imm::Func(callee), _) => self.callees.push(callee),
            _ => {}
        }
        if let Some(block) = self.homes[inst] {
            self.conditions(block);
        }
    }

    fn param(&mut self, block: Block, index: usize) {
        let args = self.cfg.incoming(self.func, block).filter_map(|(pred, to)| Some((pred, *to.args.get(index)?)));
        let mut choosing: SmallVec<[Block; 4]> = SmallVec::new();
        for (pred, arg) in args {
            self.work.push(arg);
            if self.func.as_const(arg).is_some() && choosing.last() != Some(&pred) {
                choosing.push(pred);
            }
        }
        for pred in choosing {
            self.condition(pred);
            self.conditions(pred);
        }
    }

    /// Adds the condition of the terminator of a block.
    fn condition(&mut self, block: Block) {
        match self.func.blocks[block].terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => self.work.push(value),
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {}
        }
    }

    /// Adds the conditions that a block is control dependent on, transitively.
    fn conditions(&mut self, block: Block) {
        let mut work = vec![block];
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut self.followed[block], true) {
                continue;
            }
            for above in self.control.take(self.cfg, block) {
                self.condition(above);
                work.push(above);
            }
        }
    }
}

/// The value that part `index` of a composite is, as far as the construction of the composite is known.
fn part_of(func: &Function, mut composite: Value, index: u32) -> Value {
    // The path to the part, the last step first.
    let mut path: SmallVec<[u32; 4]> = smallvec![index];
    for _ in 0..MAX_STEPS {
        let (Some(inst), Some(&step)) = (func.as_inst(composite), path.last()) else { break };
        composite = match (func.insts[inst].op, func.insts[inst].imm, func.args(inst)) {
            (Op::Extract, Imm::Index(at), &[from]) => {
                path.push(at);
                from
            }
            (Op::Construct, _, parts) => {
                let Some(&part) = parts.get(step as usize) else { break };
                path.pop();
                part
            }
            (Op::Insert, Imm::Index(at), &[_, part]) if at == step => {
                path.pop();
                part
            }
            (Op::Insert, Imm::Index(_), &[before, _]) => before,
            (Op::Leading, _, &[from]) => from,
            (Op::Swizzle, Imm::Mask { lanes, .. }, &[from]) => {
                let (Some(&lane), Some(step)) = (lanes.get(step as usize), path.last_mut()) else { break };
                *step = u32::from(lane);
                from
            }
            _ => break,
        };
    }
    composite
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Root {
    Local(Value),
    Global(Global),
}

/// The values that are stored to the variables of a function.
#[derive(Default)]
struct Memory {
    /// By the first index of the path into the variable; `None` for indices that are not constant, and for all of the
    /// variable.
    stored: FxHashMap<(Root, Option<u32>), Vec<Value>>,
    /// The first indices that occur.
    indices: FxHashMap<Root, Vec<Option<u32>>>,
}

impl Memory {
    fn new(ctx: &Context, func: &Function, cfg: &Cfg) -> Self {
        let mut memory = Self::default();
        for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
            if !matches!(func.insts[inst].op, Op::Store | Op::AtomicRmw | Op::AtomicCmpXchg) {
                continue;
            }
            let Some((&pointer, values)) = func.args(inst).split_first() else { continue };
            let Some((root, first)) = root(ctx, func, pointer) else { continue };
            let slot = memory.stored.entry((root, first)).or_insert_with(|| {
                memory.indices.entry(root).or_default().push(first);
                Vec::new()
            });
            slot.extend_from_slice(values);
        }
        memory
    }

    /// Adds the values that a load from a pointer may return, unless they were added before.
    fn take(&mut self, ctx: &Context, func: &Function, pointer: Value, to: &mut Vec<Value>) {
        let Some((root, first)) = root(ctx, func, pointer) else { return };
        let mut take =
            |first| to.append(&mut self.stored.get_mut(&(root, first)).map(std::mem::take).unwrap_or_default());
        match first {
            Some(_) => {
                take(first);
                take(None);
            }
            None => self.indices.remove(&root).into_iter().flatten().for_each(take),
        }
    }
}

/// The variable that a pointer points into, and the first index of the path.
fn root(ctx: &Context, func: &Function, mut pointer: Value) -> Option<(Root, Option<u32>)> {
    let mut first = None;
    loop {
        let Some(inst) = func.as_inst(pointer) else { return Some((Root::Local(pointer), first)) };
        match (func.insts[inst].op, func.insts[inst].imm, func.args(inst)) {
            (Op::Alloca, ..) => return Some((Root::Local(pointer), first)),
            (Op::GlobalAddr, Imm::Global(global), _) => return Some((Root::Global(global), first)),
            (Op::Gep, _, &[base, index, ..]) => {
                first = func.const_bits(ctx, index).and_then(|bits| u32::try_from(bits).ok());
                pointer = base;
            }
            _ => return None,
        }
    }
}
