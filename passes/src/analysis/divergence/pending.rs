//! Keeps what the divergence analysis has to compute again: the instructions, parameters and branches that use a value about which more is
//! known now (a worklist in reverse post-order; Kam, Ullman: "Global data flow analysis and iterative algorithms", 1976).
//!
//! Input: a function, and the values whose facts grow. Output: for each sweep over the function the blocks and the nodes in them that
//! are due. The first sweep visits everything. The uses of values are listed once after it, and only if something is due then.

use crate::edit::{by_block, by_inst, by_value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, Function, Inst, Terminator, Value, ValueDef};

/// A unit of the analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Node {
    Inst(Inst),
    /// A parameter of a block.
    Param(Value),
    /// The condition at the end of a block.
    Branch(Block),
}

/// The nodes that use each value, in compressed sparse row form.
#[derive(Debug)]
struct Users {
    /// For each value where its users begin.
    starts: Vec<u32>,
    nodes: Vec<Node>,
}

impl Users {
    fn new(func: &Function, cfg: &Cfg) -> Self {
        let mut starts = vec![0u32; func.values.len() + 1];
        each_use(func, cfg, |value, _| starts[value.index() + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let count = starts.last().copied().unwrap_or_default() as usize;
        let mut nodes = vec![Node::Branch(Block::from_u32(0)); count];
        each_use(func, cfg, |value, node| {
            let next = &mut next[value.index()];
            nodes[*next as usize] = node;
            *next += 1;
        });
        Self { starts, nodes }
    }

    fn of(&self, value: Value) -> &[Node] {
        &self.nodes[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}

/// The block that has a parameter.
fn home_of(func: &Function, param: Value) -> Option<Block> {
    match func.values[param].def {
        ValueDef::Param(block, _) => Some(block),
        ValueDef::Inst(_) | ValueDef::Const(_) => None,
    }
}

/// Calls `f` with each value that a node uses, and the node.
fn each_use(func: &Function, cfg: &Cfg, mut f: impl FnMut(Value, Node)) {
    for &block in cfg.reverse_post_order() {
        for &inst in &func.blocks[block].insts {
            func.args(inst).iter().for_each(|&arg| f(arg, Node::Inst(inst)));
        }
        let terminator = &func.blocks[block].terminator;
        if let Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } = terminator {
            f(*value, Node::Branch(block));
        }
        for target in terminator.targets() {
            let params = &func.blocks[target.block].params;
            target.args.iter().zip(params).for_each(|(&arg, &param)| f(arg, Node::Param(param)));
        }
    }
}

/// The nodes that are due.
#[derive(Debug, Default)]
struct Due {
    /// By block: whether anything in it is due.
    blocks: SecondaryMap<Block, bool>,
    insts: SecondaryMap<Inst, bool>,
    params: SecondaryMap<Value, bool>,
    branches: SecondaryMap<Block, bool>,
}

impl Due {
    fn of(&mut self, node: Node) -> &mut bool {
        match node {
            Node::Inst(inst) => &mut self.insts[inst],
            Node::Param(param) => &mut self.params[param],
            Node::Branch(block) => &mut self.branches[block],
        }
    }

    fn add(&mut self, node: Node, home: Block) {
        *self.of(node) = true;
        self.blocks[home] = true;
    }
}

/// The nodes that are due, and the def-use lists.
#[derive(Debug, Default)]
pub(super) struct Pending {
    due: Due,
    /// None in the first sweep, in which everything is due.
    users: Option<Users>,
}

impl Pending {
    /// Whether this is the first sweep.
    pub fn is_first(&self) -> bool {
        self.users.is_none()
    }

    /// Ends the first sweep. Nothing is due.
    pub fn list_uses(&mut self, func: &Function, cfg: &Cfg) {
        self.due = Due {
            blocks: by_block(func, false),
            insts: by_inst(func, false),
            params: by_value(func, false),
            branches: by_block(func, false),
        };
        self.users = Some(Users::new(func, cfg));
    }

    /// Makes a node of a block due.
    pub fn add(&mut self, node: Node, home: Block) {
        if !self.is_first() {
            self.due.add(node, home);
        }
    }

    /// Makes everything due that uses a value.
    pub fn add_users(&mut self, value: Value, func: &Function, homes: &SecondaryMap<Inst, PackedOption<Block>>) {
        let Some(users) = &self.users else { return };
        for &node in users.of(value) {
            let home = match node {
                Node::Inst(inst) => homes[inst].expand(),
                Node::Param(param) => home_of(func, param),
                Node::Branch(block) => Some(block),
            };
            if let Some(home) = home {
                self.due.add(node, home);
            }
        }
    }

    /// Whether anything in a block is due; from now on it is not.
    pub fn take_block(&mut self, block: Block) -> bool {
        self.is_first() || std::mem::take(&mut self.due.blocks[block])
    }

    /// Whether a node is due; from now on it is not.
    pub fn take(&mut self, node: Node) -> bool {
        self.is_first() || std::mem::take(self.due.of(node))
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::divergence::{Divergence, Known};
    use hlslc_ir::cfg::Cfg;
    use std::fmt::Write as _;

    /// Loops inside each other that lanes leave in different iterations, and a thousand instructions after them.
    fn nest(depth: u32) -> String {
        let mut text =
            "define void @f() {\nblock0:\n  %v0 = call i32 @dx.threadid[0]()\n  br block1(i32 0)\n".to_owned();
        for at in 1..=depth {
            let (header, [index, cond, next]) = (4 * at - 3, [10 * at, 10 * at + 1, 10 * at + 2]);
            let inside = if at == depth {
                format!("block{}", header + 2)
            } else {
                format!("block{}(i32 %v{index})", header + 4)
            };
            let _ = write!(
                text,
                "block{header}(i32 %v{index}):\n  %v{cond} = icmp.ult i32 %v{index}, %v0\n  \
                 br i1 %v{cond}, block{}, block{} !loop merge block{} continue block{}\nblock{}:\n  br {inside}\n\
                 block{}:\n  %v{next} = add i32 %v{index}, 1\n  br block{header}(i32 %v{next})\n",
                header + 1,
                header + 3,
                header + 3,
                header + 2,
                header + 1,
                header + 2,
            );
            if at > 1 {
                let _ = write!(text, "block{}:\n  br block{}\n", header + 3, header - 2);
            }
        }
        text += "block4:\n  %v1000 = add i32 %v10, 1\n";
        for at in 1001..2000 {
            let _ = writeln!(text, "  %v{at} = add i32 %v{}, %v0", at - 1);
        }
        text + "  ret void\n}\n"
    }

    #[test]
    fn what_no_loop_changes_is_computed_once() {
        let computed = |depth| {
            let module = hlslc_ir::text::parse(&nest(depth)).expect("it is well-formed");
            let func = module.funcs.keys().next().expect("there is one");
            let cfg = Cfg::new(&module.funcs[func]);
            Divergence::new(&module, func, &cfg, &mut Known::default()).0.computed
        };
        for depth in [1, 4, 8] {
            assert!((1000..1000 + 40 * depth).contains(&computed(depth)), "{depth}: {}", computed(depth));
        }
    }
}
