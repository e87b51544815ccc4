//! Which components of inputs are read, which of outputs are written, and which outputs depend on which inputs:
//! what signatures (usage masks) and PSV0 and `dx.viewIdState` (dependency tables) say.
//!
//! In: an entry function in DXIL form. Dependence is through data, through memory of the lane, and through control: what
//! a branch decides depends on its condition. A fixed point over sets of input components; the sets only grow and have
//! at most 128 members, so it ends after a few rounds. A round is linear, and what branches decide costs each block each
//! component once.

use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::module::EntryPoint;
use hlslc_ir::ops::effects::Touches;
use hlslc_ir::{Block, Context, Function, Imm, Inst, Op, SigElement, Terminator, Value};
use smallvec::{SmallVec, smallvec};

/// A set of input components, by the numbers of [`SignatureUse::input_bit`].
pub(crate) type InputSet = u128;

/// The number of the view in a set. The last component of a full signature shares the bit: what depends on it is then said
/// to depend on the view too, which is allowed.
pub(crate) const VIEW: InputSet = 1 << 127;

/// A component of an element: (element, row, column).
pub(crate) type Component = (SigElement, u32, u8);

/// What an entry function does with its signatures.
#[derive(Debug, Default)]
pub(crate) struct SignatureUse {
    /// Columns of each input that are read, in any row.
    pub(crate) inputs: SecondaryMap<SigElement, u8>,
    /// Columns of each output that are written, in any row.
    pub(crate) outputs: SecondaryMap<SigElement, u8>,
    /// Columns of each input that are read with a row only known at run time.
    pub(crate) dynamic_inputs: SecondaryMap<SigElement, u8>,
    /// The same for outputs.
    pub(crate) dynamic_outputs: SecondaryMap<SigElement, u8>,
    /// The inputs that each written component depends on.
    pub(crate) depends: Vec<(Component, InputSet)>,
    /// First bit of each input element.
    first_bit: SecondaryMap<SigElement, u32>,
}

impl SignatureUse {
    /// The bit of an input component; `None` beyond what a signature can hold.
    pub(crate) fn input_bit(&self, entry: &EntryPoint, (element, row, col): Component) -> Option<InputSet> {
        let cols = u32::from(entry.inputs.get(element)?.cols);
        1u128.checked_shl(self.first_bit[element] + row * cols + u32::from(col))
    }
}

/// Looks at a function.
pub(crate) fn signature_use(ctx: &Context, entry: &EntryPoint, func: &Function) -> SignatureUse {
    let mut uses = SignatureUse::default();
    let mut next = 0;
    for (id, element) in &entry.inputs {
        uses.first_bit[id] = next;
        next += element.rows * u32::from(element.cols);
    }
    let cfg = Cfg::new(func);
    let mut flow = Flow {
        ctx,
        entry,
        func,
        values: SecondaryMap::new(),
        memory: SecondaryMap::new(),
        control: Control::default(),
        changed: true,
        uses: &mut uses,
    };
    while std::mem::take(&mut flow.changed) {
        for &block in cfg.reverse_post_order() {
            flow.block(block, &cfg);
        }
    }
    flow.outputs(&cfg);
    uses
}

struct Flow<'a> {
    ctx: &'a Context,
    entry: &'a EntryPoint,
    func: &'a Function,
    values: SecondaryMap<Value, InputSet>,
    /// What may be in a local or group-shared variable, by the value of its address.
    memory: SecondaryMap<Value, InputSet>,
    /// What decides whether a block runs.
    control: Control,
    changed: bool,
    uses: &'a mut SignatureUse,
}

impl Flow<'_> {
    fn block(&mut self, block: Block, cfg: &Cfg) {
        let data = &self.func.blocks[block];
        if !data.params.is_empty() {
            self.params(block, cfg);
        }
        for &inst in &data.insts {
            self.inst(inst);
        }
        let set = self.decision(&data.terminator) | self.control.of(block);
        if set != 0 && data.terminator.targets().nth(1).is_some() {
            self.changed |= self.control.decide(self.func, cfg, block, set);
        }
    }

    /// A parameter depends on what comes along each edge, and on what decides which edge is taken.
    fn params(&mut self, block: Block, cfg: &Cfg) {
        let params = &self.func.blocks[block].params;
        let mut sets: SmallVec<[InputSet; 4]> = smallvec![0; params.len()];
        let mut way = 0;
        let mut preds: SmallVec<[Block; 4]> = SmallVec::from_slice(cfg.preds(block));
        preds.sort_unstable();
        preds.dedup();
        for pred in preds {
            let end = &self.func.blocks[pred].terminator;
            way |= self.control.of(pred) | self.decision(end);
            for call in end.targets().filter(|call| call.block == block) {
                sets.iter_mut().zip(&call.args).for_each(|(set, &arg)| *set |= self.values[arg]);
            }
        }
        params.iter().zip(sets).for_each(|(&param, set)| self.grow_value(param, set | way));
    }

    /// What the choice of a terminator depends on.
    fn decision(&self, terminator: &Terminator) -> InputSet {
        match terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => self.values[*value],
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => 0,
        }
    }

    fn grow_value(&mut self, value: Value, set: InputSet) {
        if set & !self.values[value] != 0 {
            self.values[value] |= set;
            self.changed = true;
        }
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let args = self.func.args(inst);
        let mut set = args.iter().fold(0, |set, &arg| set | self.values[arg]);
        if data.op == Op::LoadInput {
            set |= self.load_input(inst);
        } else if data.op == Op::ViewId {
            set |= VIEW;
        } else if data.op == Op::StoreOutput {
            self.store_output(inst);
        }
        let effects = &data.op.info().effects;
        let root = args.first().and_then(|&pointer| self.root(pointer));
        if effects.reads == Touches::Pointer
            && let Some(root) = root
        {
            set |= self.memory[root];
        }
        if effects.writes_anything()
            && let Some(root) = root
            && set & !self.memory[root] != 0
        {
            self.memory[root] |= set;
            self.changed = true;
        }
        if let Some(result) = self.func.result(inst) {
            self.grow_value(result, set);
        }
    }

    /// The variable that an address is in.
    fn root(&self, pointer: Value) -> Option<Value> {
        self.ctx.pointee(self.func.ty(pointer))?;
        let mut pointer = pointer;
        loop {
            let inst = self.func.as_inst(pointer)?;
            if self.func.insts[inst].op != Op::Gep {
                return Some(pointer);
            }
            pointer = *self.func.args(inst).first()?;
        }
    }

    /// The row of an access, unless it is only known at run time.
    fn row(&self, inst: Inst) -> Option<u32> {
        let row = *self.func.args(inst).first()?;
        self.func.const_bits(self.ctx, row).map(|bits| bits as u32)
    }

    fn load_input(&mut self, inst: Inst) -> InputSet {
        let Imm::Element { element, col } = self.func.insts[inst].imm else { return 0 };
        self.uses.inputs[element] |= 1 << col;
        let rows = self.entry.inputs.get(element).map_or(1, |e| e.rows);
        let range = match self.row(inst) {
            Some(row) => row..row + 1,
            None => {
                self.uses.dynamic_inputs[element] |= 1 << col;
                0..rows
            }
        };
        range.filter_map(|row| self.uses.input_bit(self.entry, (element, row, col))).fold(0, |set, bit| set | bit)
    }

    fn store_output(&mut self, inst: Inst) {
        let Imm::Element { element, col } = self.func.insts[inst].imm else { return };
        self.uses.outputs[element] |= 1 << col;
        if self.row(inst).is_none() {
            self.uses.dynamic_outputs[element] |= 1 << col;
        }
    }

    /// Collects what every written component depends on, now that nothing grows any more.
    fn outputs(&mut self, cfg: &Cfg) {
        for &block in cfg.reverse_post_order() {
            for &inst in &self.func.blocks[block].insts {
                let data = &self.func.insts[inst];
                let (Op::StoreOutput, Imm::Element { element, col }) = (data.op, data.imm) else { continue };
                let set = self.func.args(inst).iter().fold(self.control.of(block), |set, &arg| set | self.values[arg]);
                let rows = self.entry.outputs.get(element).map_or(1, |e| e.rows);
                let range = self.row(inst).map_or(0..rows, |row| row..row + 1);
                for row in range {
                    let component = (element, row, col);
                    match self.uses.depends.iter_mut().find(|known| known.0 == component) {
                        Some(known) => known.1 |= set,
                        None => self.uses.depends.push((component, set)),
                    }
                }
            }
        }
    }
}

/// What decides whether each block runs. A choice decides about its ways up to what postdominates it; what depends on it
/// through further choices follows from these.
#[derive(Default)]
struct Control {
    sets: SecondaryMap<Block, InputSet>,
    /// What each choice was known to depend on when its ways were last gone up.
    told: SecondaryMap<Block, InputSet>,
    post: Option<PostDominators>,
    /// For each input component, as far as there are any: how far up the tree from each node everything depends on it
    /// already. So no node is passed twice for one component, however many ways lead over it.
    next: Vec<Vec<u32>>,
}

impl Control {
    fn of(&self, block: Block) -> InputSet {
        self.sets[block]
    }

    /// Lets a block's choice depend on `set`; whether more blocks depend on something then.
    fn decide(&mut self, func: &Function, cfg: &Cfg, block: Block, set: InputSet) -> bool {
        let mut new = set & !std::mem::replace(&mut self.told[block], set);
        if new == 0 {
            return false;
        }
        let mut grows = false;
        let post = self.post.get_or_insert_with(|| PostDominators::new(func, cfg));
        let (tree, order) = (post.tree(), cfg.reverse_post_order());
        let (targets, end) = post.decided(func, cfg, block);
        while new != 0 {
            let bit = new.trailing_zeros();
            new &= new - 1;
            if self.next.len() <= bit as usize {
                self.next.resize(bit as usize + 1, Vec::new());
            }
            let next = &mut self.next[bit as usize];
            if next.is_empty() {
                next.extend(0..=order.len() as u32);
            }
            for &target in &targets {
                let mut node = first_without(next, target);
                while tree.depth(node) > end
                    && let Some(parent) = tree.parent(node)
                {
                    self.sets[order[node as usize]] |= 1 << bit;
                    grows = true;
                    next[node as usize] = parent;
                    node = first_without(next, parent);
                }
            }
        }
        grows
    }
}

/// The node from which on, going up, not everything is known; shortens the chain it follows.
fn first_without(next: &mut [u32], mut node: u32) -> u32 {
    while next[node as usize] != node {
        let above = next[next[node as usize] as usize];
        next[node as usize] = above;
        node = above;
    }
    node
}
