//! Finds what the conditions of branches and some other values depend on, by program slicing (Weiser: "Program slicing", 1981).
//!
//! Input: a function, and the values that are asked about. Output: the instructions and the parameters of blocks on which these and all
//! conditions depend, through operands, through edges, and through variables of which all stores count. None if a function is
//! called, since what is learnt about it may concern other callers. Cost: linear in the slice, and in the function once if a variable is
//! read.

use super::is_own;
use super::pending::Node;
use crate::edit::{by_inst, by_value};
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::ops::OpSet;
use hlslc_ir::types::AddressSpace;
use hlslc_ir::{Function, Inst, Module, Op, Terminator, Value, ValueDef};

/// The nodes of a slice. All branches belong to it.
#[derive(Debug)]
pub(super) struct Slice {
    insts: SecondaryMap<Inst, bool>,
    params: SecondaryMap<Value, bool>,
}

impl Slice {
    pub fn new(module: &Module, func: &Function, cfg: &Cfg, asked: &[Value]) -> Option<Self> {
        const CALLS: OpSet = OpSet::of(&[Op::Call]);
        if func.may_hold(&CALLS) {
            return None;
        }
        let mut this = Self { insts: by_inst(func, false), params: by_value(func, false) };
        let mut open = asked.to_vec();
        open.extend(cfg.reverse_post_order().iter().filter_map(|&block| match func.blocks[block].terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => Some(value),
            Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
        }));
        let mut has_stores = false;
        while let Some(value) = open.pop() {
            match func.values[value].def {
                ValueDef::Const(_) => {}
                ValueDef::Param(block, index) => {
                    if !std::mem::replace(&mut this.params[value], true) {
                        open.extend(
                            cfg.incoming(func, block).filter_map(|(_, to)| to.args.get(index as usize).copied()),
                        );
                    }
                }
                ValueDef::Inst(inst) => {
                    if std::mem::replace(&mut this.insts[inst], true) {
                        continue;
                    }
                    open.extend_from_slice(func.args(inst));
                    if !has_stores && reads_variable(module, func, inst) {
                        has_stores = true;
                        this.add_stores(func, cfg, &mut open);
                    }
                }
            }
        }
        Some(this)
    }

    fn add_stores(&mut self, func: &Function, cfg: &Cfg, open: &mut Vec<Value>) {
        for &inst in cfg.reverse_post_order().iter().flat_map(|&block| &func.blocks[block].insts) {
            if func.insts[inst].op == Op::Store {
                self.insts[inst] = true;
                open.extend_from_slice(func.args(inst));
            }
        }
    }

    pub fn contains(&self, node: Node) -> bool {
        match node {
            Node::Inst(inst) => self.insts[inst],
            Node::Param(param) => self.params[param],
            Node::Branch(_) => true,
        }
    }
}

/// Whether an instruction reads what stores of the function may have written.
fn reads_variable(module: &Module, func: &Function, inst: Inst) -> bool {
    let (Op::Load, &[pointer]) = (func.insts[inst].op, func.args(inst)) else { return false };
    module.ctx.pointee(func.ty(pointer)).is_none_or(|(_, space)| is_own(space) || space == AddressSpace::Groupshared)
}

#[cfg(test)]
mod tests {
    use crate::analysis::divergence::{Divergence, FACTS, Known};
    use hlslc_ir::cfg::Cfg;
    use hlslc_ir::{Module, Value, ValueDef};

    /// A loop whose condition depends on a variable, and much that nothing asks about.
    const LOOP: &str = "define void @f() {
block0:
  %v0 = alloca i32
  %v1 = call i32 @dx.threadid[0]()
  %v2 = add i32 %v1, 7
  store ptr(function, i32) %v0, i32 %v2
  br block1(i32 0)
block1(i32 %v3):
  %v4 = load ptr(function, i32) %v0
  %v5 = icmp.ult i32 %v3, %v4
  br i1 %v5, block2, block3 !loop merge block3 continue block2
block2:
  %v6 = add i32 %v3, 1
  %v7 = mul i32 %v6, %v1
  %v8 = mul i32 %v7, %v7
  br block1(i32 %v6)
block3:
  %v9 = add i32 %v3, 2
  %v10 = mul i32 %v9, %v9
  ret void
}
";

    fn check(text: &str, asked: impl Fn(&Module, Value) -> bool) -> [u32; 2] {
        let module = hlslc_ir::text::parse(text).expect("it is well-formed");
        let id = module.funcs.keys().next().expect("there is one");
        let func = &module.funcs[id];
        let cfg = Cfg::new(func);
        let asked: Vec<Value> = func.values.keys().filter(|&value| asked(&module, value)).collect();
        let whole = Divergence::new(&module, id, &cfg, &mut Known::default()).0;
        let sliced = Divergence::sliced(&module, (id, func), &cfg, &asked);
        for (value, &block) in asked.iter().flat_map(|value| cfg.reverse_post_order().iter().map(move |at| (value, at)))
        {
            for fact in FACTS {
                assert_eq!(sliced.holds(fact, *value, block), whole.holds(fact, *value, block), "{value} in {block}");
            }
        }
        [whole.computed, sliced.computed]
    }

    #[test]
    fn what_is_asked_about_is_known_as_without_a_slice() {
        let is_defined = |module: &Module, value| {
            let func = module.funcs.values().next().expect("there is one");
            !matches!(func.values[value].def, ValueDef::Const(_))
        };
        let [whole, all] = check(LOOP, is_defined);
        assert_eq!(whole, all, "everything is asked about");
        let [whole, conditions] = check(LOOP, |_, _| false);
        assert!(conditions < whole, "{conditions} of {whole}");
    }
}
