//! Which components of inputs are read, which of outputs are written, and which outputs depend on which inputs:
//! what signatures (usage masks) and PSV0 and `dx.viewIdState` (dependency tables) say.
//!
//! In: an entry function in DXIL form. Dependence is through data, through memory of the lane, and through control: what
//! a branch decides depends on its condition. A fixed point over sets of input components; the sets only grow and have
//! at most 128 members, so it ends after a few rounds.

use cranelift_entity::{EntityRef, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::ops::effects::Touches;
use hlslc_ir::{Block, Context, Function, Imm, Inst, Op, SigElement, Terminator, Value};

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
        control: SecondaryMap::new(),
        changed: true,
        uses: &mut uses,
    };
    let decided = decided_blocks(func, &cfg);
    while std::mem::take(&mut flow.changed) {
        for &block in cfg.reverse_post_order() {
            flow.block(block, &cfg, &decided);
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
    control: SecondaryMap<Block, InputSet>,
    changed: bool,
    uses: &'a mut SignatureUse,
}

impl Flow<'_> {
    fn block(&mut self, block: Block, cfg: &Cfg, decided: &SecondaryMap<Block, Vec<Block>>) {
        let data = &self.func.blocks[block];
        for (index, &param) in data.params.iter().enumerate() {
            let mut set = 0;
            for &pred in cfg.preds(block) {
                let end = &self.func.blocks[pred].terminator;
                set |= self.control[pred] | self.decision(end);
                for call in end.targets().filter(|call| call.block == block) {
                    set |= call.args.get(index).map_or(0, |&arg| self.values[arg]);
                }
            }
            self.grow_value(param, set);
        }
        for &inst in &data.insts {
            self.inst(inst);
        }
        let decision = self.decision(&data.terminator) | self.control[block];
        for &below in &decided[block] {
            if decision & !self.control[below] != 0 {
                self.control[below] |= decision;
                self.changed = true;
            }
        }
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
                let set = self.func.args(inst).iter().fold(self.control[block], |set, &arg| set | self.values[arg]);
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

/// For each block that ends in a choice: the blocks that run or not depending on it alone. For each way from it these are
/// its first block and what that is postdominated by, up to what postdominates the choice. What depends on it through
/// further choices follows from these.
fn decided_blocks(func: &Function, cfg: &Cfg) -> SecondaryMap<Block, Vec<Block>> {
    let post = post_dominators(func, cfg);
    let mut decided: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    let mut found_for: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
    for &block in cfg.reverse_post_order() {
        let terminator = &func.blocks[block].terminator;
        if terminator.targets().nth(1).is_none() {
            continue;
        }
        let end = post[block];
        for call in terminator.targets() {
            let mut at = Some(call.block);
            while let Some(next) = at.filter(|&next| Some(next) != end && found_for[next] != Some(block)) {
                found_for[next] = Some(block);
                decided[block].push(next);
                at = post[next];
            }
        }
    }
    decided
}

/// The nearest block that every way from a block to the end of the function passes; `None` if that is the end itself.
fn post_dominators(func: &Function, cfg: &Cfg) -> SecondaryMap<Block, Option<Block>> {
    /// Virtual block behind all that leave the function.
    const END: u32 = u32::MAX;
    let order = cfg.reverse_post_order();
    // Positions in reverse order: the end first, blocks near it before those far from it (up to loops).
    let position = |block: Block| order.len() as u32 - cfg.position(block);
    let mut parent: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
    let meet = |parent: &SecondaryMap<Block, Option<u32>>, mut a: u32, mut b: u32| {
        while a != b {
            let place = |x: u32| if x == END { 0 } else { position(Block::from_u32(x)) };
            let up = |x: u32| parent[Block::from_u32(x)].unwrap_or(END);
            if place(a) > place(b) {
                a = up(a);
            } else {
                b = up(b);
            }
        }
        a
    };
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &block in order.iter().rev() {
            let mut new: Option<u32> = None;
            let mut leaves = true;
            for call in func.blocks[block].terminator.targets() {
                leaves = false;
                if parent[call.block].is_some() {
                    let target = call.block.index() as u32;
                    new = Some(new.map_or(target, |known| meet(&parent, known, target)));
                }
            }
            let new = if leaves { Some(END) } else { new };
            if new.is_some() && new != parent[block] {
                parent[block] = new;
                changed = true;
            }
        }
    }
    let mut out = SecondaryMap::new();
    for &block in order {
        out[block] = parent[block].filter(|&p| p != END).map(Block::from_u32);
    }
    out
}
