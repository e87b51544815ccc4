//! Finds the components of inputs that are read, of outputs and patch constants that are written, and the dependences
//! between them: the usage masks of signatures, and the dependency tables of PSV0 and `dx.viewIdState`.
//!
//! Input: the functions of an entry point (a hull shader has two) in DXIL form. Dependences follow data, memory of the lane
//! or the group, and control: the effect of a branch depends on its condition. All vertices of an input count as one, and
//! the address of a store (row, vertex) does not count. A data-flow analysis over sets of components runs to its fixed
//! point; the sets only grow and have at most 256 members, so it ends after a few iterations. An iteration is linear, and
//! control dependences cost each block each component once.

use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::Stage;
use hlslc_ir::cfg::{Cfg, PostDominators};
use hlslc_ir::module::{ElementData, EntryPoint};
use hlslc_ir::ops::effects::Touches;
use hlslc_ir::{Block, Context, Func, Function, Imm, Inst, Module, Op, SigElement, Terminator, Value};
use smallvec::{SmallVec, smallvec};

/// A set of components that are read, by the numbers of [`SignatureUse::bit`], and maybe the view.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct ReadSet([u128; 2]);

/// The number of the view in a set. The last component of a full second signature shares the bit: what depends on it is
/// then said to depend on the view too, which is allowed.
pub(crate) const VIEW: ReadSet = ReadSet([0, 1 << 127]);

impl ReadSet {
    /// Nothing.
    const EMPTY: Self = Self([0; 2]);

    /// Whether nothing is in it.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether they have something in common.
    pub(crate) fn intersects(self, other: Self) -> bool {
        self.0[0] & other.0[0] != 0 || self.0[1] & other.0[1] != 0
    }

    /// The difference of two sets.
    fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The set of one number; empty beyond what a set can hold.
    fn of(half: usize, number: u32) -> Self {
        let mut set = Self::EMPTY;
        set.0[half] = 1u128.checked_shl(number).unwrap_or(0);
        set
    }

    /// Takes the lowest number out.
    fn take(&mut self) -> Option<u32> {
        let half = usize::from(self.0[0] == 0);
        let number = self.0[half].trailing_zeros();
        self.0[half] &= self.0[half].wrapping_sub(1);
        (number < 128).then_some(half as u32 * 128 + number)
    }
}

impl std::ops::BitOr for ReadSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl std::ops::BitOrAssign for ReadSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// A component of an element: (element, row, column).
pub(crate) type Component = (SigElement, u32, u8);

/// The uses of one signature.
#[derive(Debug, Default)]
pub(crate) struct Used {
    /// Columns of each element that are read or written, in any row.
    pub(crate) columns: SecondaryMap<SigElement, u8>,
    /// Columns of each element that are read or written with a row only known at run time.
    pub(crate) dynamic: SecondaryMap<SigElement, u8>,
}

/// The dependences of each written component of a signature.
pub(crate) type Depends = Vec<(Component, ReadSet)>;

/// The uses of the signatures by the functions of an entry point.
#[derive(Debug, Default)]
pub(crate) struct SignatureUse {
    /// With the inputs.
    pub(crate) inputs: Used,
    /// With the outputs.
    pub(crate) outputs: Used,
    /// With the patch constants or primitives.
    pub(crate) patch: Used,
    /// The dependences of outputs.
    pub(crate) depends: Depends,
    /// The dependences of patch constants or primitives.
    pub(crate) patch_depends: Depends,
    /// First number of each input element, and of each element of the second signature that is read.
    first_bits: [SecondaryMap<SigElement, u32>; 2],
}

/// The signature that the stage reads beside its inputs: the output control points in a hull shader's patch-constant
/// function, the patch constants in a domain shader.
fn second(entry: &EntryPoint) -> Option<&PrimaryMap<SigElement, ElementData>> {
    let rows = [(Stage::Hull, &entry.outputs), (Stage::Domain, &entry.patch_constants)];
    rows.into_iter().find(|row| row.0 == entry.stage()).map(|row| row.1)
}

impl SignatureUse {
    /// The set of a component of an input; empty beyond what a signature can hold.
    pub(crate) fn input(&self, entry: &EntryPoint, component: Component) -> ReadSet {
        self.bit(0, &entry.inputs, component)
    }

    /// The same of the second signature that is read.
    pub(crate) fn second(&self, entry: &EntryPoint, component: Component) -> ReadSet {
        second(entry).map_or(ReadSet::EMPTY, |elements| self.bit(1, elements, component))
    }

    fn bit(
        &self,
        half: usize,
        elements: &PrimaryMap<SigElement, ElementData>,
        (element, row, col): Component,
    ) -> ReadSet {
        let cols = elements.get(element).map_or(0, |data| u32::from(data.cols));
        ReadSet::of(half, self.first_bits[half][element].saturating_add(row.saturating_mul(cols) + u32::from(col)))
    }
}

/// Looks at the functions of an entry point.
pub(crate) fn signature_use(
    module: &Module,
    entry: &EntryPoint,
    functions: impl Iterator<Item = Func>,
) -> SignatureUse {
    let mut uses = SignatureUse::default();
    for (half, elements) in [Some(&entry.inputs), second(entry)].into_iter().enumerate() {
        let mut next = 0;
        for (id, element) in elements.into_iter().flatten() {
            uses.first_bits[half][id] = next;
            next += element.rows * u32::from(element.cols);
        }
    }
    for function in functions {
        let func = &module.funcs[function];
        let cfg = Cfg::new(func);
        let mut flow = Flow {
            ctx: &module.ctx,
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
        flow.written(&cfg);
    }
    uses
}

struct Flow<'a> {
    ctx: &'a Context,
    entry: &'a EntryPoint,
    func: &'a Function,
    values: SecondaryMap<Value, ReadSet>,
    /// The dependences of the contents of a local or group-shared variable, by its address.
    memory: SecondaryMap<Value, ReadSet>,
    /// The control dependences.
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
            self.inst(inst, block);
        }
        let set = self.decision(&data.terminator) | self.control.of(block);
        if !set.is_empty() && data.terminator.targets().nth(1).is_some() {
            self.changed |= self.control.decide(self.func, cfg, block, set);
        }
    }

    /// Follows block parameters: each depends on what comes along each edge, and on what decides which edge is taken.
    fn params(&mut self, block: Block, cfg: &Cfg) {
        let params = &self.func.blocks[block].params;
        let mut sets: SmallVec<[ReadSet; 4]> = smallvec![ReadSet::EMPTY; params.len()];
        let mut edge = ReadSet::EMPTY;
        for (pred, call) in cfg.incoming(self.func, block) {
            edge |= self.control.of(pred) | self.decision(&self.func.blocks[pred].terminator);
            sets.iter_mut().zip(&call.args).for_each(|(set, &arg)| *set |= self.values[arg]);
        }
        params.iter().zip(sets).for_each(|(&param, set)| self.grow_value(param, set | edge));
    }

    /// The dependences of the condition of a terminator.
    fn decision(&self, terminator: &Terminator) -> ReadSet {
        match terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => self.values[*value],
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {
                ReadSet::EMPTY
            }
        }
    }

    fn grow_value(&mut self, value: Value, set: ReadSet) {
        if !set.without(self.values[value]).is_empty() {
            self.values[value] |= set;
            self.changed = true;
        }
    }

    fn inst(&mut self, inst: Inst, block: Block) {
        let data = &self.func.insts[inst];
        let args = self.func.args(inst);
        let mut set = args.iter().fold(ReadSet::EMPTY, |set, &arg| set | self.values[arg]);
        if matches!(data.op, Op::LoadInput | Op::LoadControlPoint | Op::LoadPatchConstant) {
            set |= self.read(inst);
        } else if data.op == Op::ViewId {
            set |= VIEW;
        } else if data.op == Op::StoreOutput {
            note(self.row(inst), data.imm, &mut self.uses.outputs);
        } else if data.op == Op::StorePatchConstant {
            note(self.row(inst), data.imm, &mut self.uses.patch);
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
        {
            let new = set | self.control.of(block);
            if !new.without(self.memory[root]).is_empty() {
                self.memory[root] |= new;
                self.changed = true;
            }
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

    /// The dependences of a load. Output control points are recorded where they are written, in the other function.
    fn read(&mut self, inst: Inst) -> ReadSet {
        let data = &self.func.insts[inst];
        let Imm::Element { element, col } = data.imm else { return ReadSet::EMPTY };
        let row = self.row(inst);
        let is_input = data.op == Op::LoadInput;
        let (half, elements) = if is_input { (0, Some(&self.entry.inputs)) } else { (1, second(self.entry)) };
        if is_input {
            note(row, data.imm, &mut self.uses.inputs);
        } else if data.op == Op::LoadPatchConstant {
            note(row, data.imm, &mut self.uses.patch);
        }
        let Some(elements) = elements else { return ReadSet::EMPTY };
        let rows = elements.get(element).map_or(1, |e| e.rows);
        let range = row.map_or(0..rows, |row| row..row + 1);
        range.fold(ReadSet::EMPTY, |set, row| set | self.uses.bit(half, elements, (element, row, col)))
    }

    /// Collects what every written component depends on, now that nothing grows any more.
    fn written(&mut self, cfg: &Cfg) {
        for &block in cfg.reverse_post_order() {
            for &inst in &self.func.blocks[block].insts {
                let data = &self.func.insts[inst];
                let Imm::Element { element, col } = data.imm else { continue };
                let (elements, depends) = if data.op == Op::StoreOutput {
                    (&self.entry.outputs, &mut self.uses.depends)
                } else if data.op == Op::StorePatchConstant {
                    (&self.entry.patch_constants, &mut self.uses.patch_depends)
                } else {
                    continue;
                };
                let row = self.func.args(inst).first().and_then(|&row| self.func.const_bits(self.ctx, row));
                let value = self.func.args(inst).last().map_or(ReadSet::EMPTY, |&value| self.values[value]);
                let set = self.control.of(block) | value;
                let rows = elements.get(element).map_or(1, |e| e.rows);
                let range = row.map_or(0..rows, |row| row as u32..row as u32 + 1);
                for row in range {
                    let component = (element, row, col);
                    match depends.iter_mut().find(|known| known.0 == component) {
                        Some(known) => known.1 |= set,
                        None => depends.push((component, set)),
                    }
                }
            }
        }
    }
}

/// Notes that an element's column is accessed, in a row or one only known at run time.
fn note(row: Option<u32>, imm: Imm, used: &mut Used) {
    let Imm::Element { element, col } = imm else { return };
    used.columns[element] |= 1 << col;
    if row.is_none() {
        used.dynamic[element] |= 1 << col;
    }
}

/// Control dependences of blocks. A branch controls its successors up to its post-dominator; dependences on it through
/// further branches follow from these.
#[derive(Default)]
struct Control {
    sets: SecondaryMap<Block, ReadSet>,
    /// The known dependences of each branch when its paths were last visited.
    reported: SecondaryMap<Block, ReadSet>,
    post: Option<PostDominators>,
    /// For each input component, as far as there are any: how far up the tree from each node everything depends on it
    /// already. So no node is passed twice for one component, however many paths lead over it.
    next: Vec<Vec<u32>>,
}

impl Control {
    fn of(&self, block: Block) -> ReadSet {
        self.sets[block]
    }

    /// Lets a block's branch depend on `set`. Returns whether more blocks depend on something afterwards.
    fn decide(&mut self, func: &Function, cfg: &Cfg, block: Block, set: ReadSet) -> bool {
        let mut new = set.without(std::mem::replace(&mut self.reported[block], set));
        if new.is_empty() {
            return false;
        }
        let mut grows = false;
        let post = self.post.get_or_insert_with(|| PostDominators::new(func, cfg));
        let (tree, order) = (post.tree(), cfg.reverse_post_order());
        let (targets, end) = post.decided(func, cfg, block);
        while let Some(bit) = new.take() {
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
                    self.sets[order[node as usize]] |= ReadSet::of(bit as usize / 128, bit % 128);
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
