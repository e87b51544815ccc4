//! Reduces a program, of the IR or of DXIL, to what checks count and pictures show: blocks with the names of their operations, edges,
//! phis, and the dominator tree.

use crate::rule::Counted;
use dxil::InstKind;
use hlslc_graph::DominatorTree;
use hlslc_ir::cfg::Cfg;
use hlslc_ir::text::{PrintOptions, print_function};
use smallvec::SmallVec;

/// The names of the instructions of DXIL that no table has.
pub(crate) const MNEMONICS: &[&str] = &[
    "getelementptr",
    "load",
    "store",
    "alloca",
    "extractvalue",
    "insertvalue",
    "select",
    "extractelement",
    "insertelement",
    "shufflevector",
    "icmp",
    "fcmp",
    "phi",
    "call",
    "atomicrmw",
    "cmpxchg",
    "ret",
    "br",
    "switch",
    "unreachable",
];

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockCode {
    /// Its name in listings.
    pub name: String,
    /// The names of its operations in order.
    pub ops: Vec<String>,
    /// The number of its phis.
    pub phis: usize,
    /// Its successors, by their places in the list of blocks.
    pub to: Vec<u32>,
    /// The lines of its text.
    pub lines: Vec<String>,
}

/// A function with a body: the blocks that can be reached, the entry first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCode {
    /// The blocks, in reverse post-order where they are of the IR.
    pub blocks: Vec<BlockCode>,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Its functions.
    pub functions: Vec<FunctionCode>,
}

impl FunctionCode {
    /// The predecessors of each block.
    pub fn preds(&self) -> Vec<SmallVec<[u32; 4]>> {
        let mut preds = vec![SmallVec::new(); self.blocks.len()];
        for (from, block) in self.blocks.iter().enumerate() {
            for &to in &block.to {
                preds[to as usize].push(from as u32);
            }
        }
        preds
    }

    /// The dominator tree.
    pub fn dominators(&self) -> DominatorTree {
        DominatorTree::new(&self.preds(), 0)
    }

    /// The edges that lead to a block that dominates their source.
    pub fn back_edges(&self) -> Vec<(u32, u32)> {
        let tree = self.dominators();
        let edges =
            self.blocks.iter().enumerate().flat_map(|(from, block)| block.to.iter().map(move |&to| (from as u32, to)));
        edges.filter(|&(from, to)| tree.is_reached(from) && tree.dominates(to, from)).collect()
    }
}

impl Code {
    /// The code of a module of the IR.
    pub fn of_ir(module: &hlslc_ir::Module) -> Self {
        let with_body = module.funcs.iter().filter(|(_, func)| func.entry().is_some());
        let functions = with_body.map(|(id, func)| {
            let cfg = Cfg::new(func);
            let texts = texts_of_blocks(&print_function(module, id, PrintOptions::default()));
            let blocks = cfg.reverse_post_order().iter().enumerate().map(|(at, &block)| {
                let data = &func.blocks[block];
                let name = block.to_string();
                let lines = texts.iter().find(|text| text.0 == name).map_or_else(Vec::new, |text| text.1.clone());
                BlockCode {
                    ops: data
                        .insts
                        .iter()
                        .map(|&inst| func.insts[inst].op.name().to_owned())
                        .chain(end_of_ir(&data.terminator))
                        .collect(),
                    // The parameters of the entry block are those of the function.
                    phis: if at == 0 { 0 } else { data.params.len() },
                    to: data.terminator.targets().map(|to| cfg.position(to.block)).collect(),
                    name,
                    lines,
                }
            });
            FunctionCode { blocks: blocks.collect() }
        });
        Self { functions: functions.collect() }
    }

    /// The code of a module of DXIL.
    pub fn of_dxil(module: &dxil::Module) -> Self {
        let bodies = module.functions.values().filter_map(|function| function.body.as_ref());
        let functions = bodies.map(|body| {
            let blocks = body.blocks.iter().map(|(id, block)| {
                let kinds = || block.insts.iter().map(|&inst| &body.insts[inst].kind);
                BlockCode {
                    name: id.to_string(),
                    ops: kinds().map(|kind| mnemonic(module, kind)).collect(),
                    phis: kinds().filter(|kind| matches!(kind, InstKind::Phi { .. })).count(),
                    to: block
                        .insts
                        .last()
                        .map(|&inst| &body.insts[inst].kind)
                        .map(|kind| kind.successors().iter().map(|to| to.as_u32()).collect())
                        .unwrap_or_default(),
                    lines: Vec::new(),
                }
            });
            FunctionCode { blocks: blocks.collect() }
        });
        Self { functions: functions.collect() }
    }

    /// The number of something.
    pub fn count(&self, what: &Counted) -> u64 {
        let blocks = || self.functions.iter().flat_map(|function| &function.blocks);
        let count = match what {
            Counted::Operations(name) => blocks().flat_map(|block| &block.ops).filter(|op| *op == name).count(),
            Counted::Instructions => blocks().map(|block| block.ops.len()).sum(),
            Counted::Blocks => blocks().count(),
            Counted::Loops => self.functions.iter().map(|function| function.back_edges().len()).sum(),
            Counted::Phis => blocks().map(|block| block.phis).sum(),
        };
        count as u64
    }

    /// Operations of the second name that no operation of the first dominates, by the names of their blocks; none if there is no
    /// operation of the second name.
    pub fn not_dominated(&self, above: &str, below: &str) -> Option<Vec<String>> {
        let mut found = None;
        for function in &self.functions {
            let tree = function.dominators();
            let places = |name: &str| -> Vec<(u32, usize)> {
                let blocks = function.blocks.iter().enumerate();
                let ops = blocks.flat_map(|(at, block)| {
                    block.ops.iter().enumerate().map(move |(place, op)| ((at as u32, place), op))
                });
                ops.filter(|(_, op)| *op == name).map(|(place, _)| place).collect()
            };
            let (uppers, lowers) = (places(above), places(below));
            for (block, place) in lowers {
                let is_above = |&(upper, at): &(u32, usize)| {
                    if upper == block { at < place } else { tree.dominates(upper, block) }
                };
                let list: &mut Vec<String> = found.get_or_insert_default();
                if !uppers.iter().any(is_above) {
                    list.push(function.blocks[block as usize].name.clone());
                }
            }
        }
        found
    }
}

/// The name of what ends a block, as DXIL has it.
fn end_of_ir(terminator: &hlslc_ir::Terminator) -> Option<String> {
    use hlslc_ir::Terminator;
    let name = match terminator {
        Terminator::Missing => return None,
        Terminator::Jump(_) | Terminator::Branch { .. } => "br",
        Terminator::Switch { .. } => "switch",
        Terminator::Return(_) => "ret",
        Terminator::Unreachable => "unreachable",
    };
    Some(name.to_owned())
}

/// The lines of each block in the text of a function, without the line that begins it.
fn texts_of_blocks(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if line.starts_with("block") {
            let name = line.split(['(', ':']).next().unwrap_or_default();
            found.push((name.to_owned(), vec![line.to_owned()]));
        } else if let Some((_, lines)) = found.last_mut().filter(|_| line.starts_with(' ')) {
            lines.push(line.trim().to_owned());
        }
    }
    found
}

/// The name of an instruction: that of the operation of DXIL that it calls, or that of LLVM.
fn mnemonic(module: &dxil::Module, kind: &InstKind) -> String {
    if let Some(call) = module.op_call(kind) {
        return call.op.info().name().to_owned();
    }
    kind.name().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a diamond of four blocks whose last one may lead back to the first of the arms.
    fn diamond(again: bool) -> Code {
        let block = |name: &str, op: &str, to: &[u32]| BlockCode {
            name: name.to_owned(),
            ops: vec![op.to_owned(), "br".to_owned()],
            to: to.to_vec(),
            ..BlockCode::default()
        };
        let last: &[u32] = if again { &[0] } else { &[] };
        let blocks = vec![
            block("a", "load", &[1, 2]),
            block("b", "fadd", &[3]),
            block("c", "fmul", &[3]),
            block("d", "store", last),
        ];
        Code { functions: vec![FunctionCode { blocks }] }
    }

    #[test]
    fn dominance_is_that_of_all_paths() {
        let code = diamond(false);
        assert_eq!(code.not_dominated("load", "store"), Some(vec![]));
        assert_eq!(code.not_dominated("fadd", "store"), Some(vec!["d".to_owned()]));
        assert_eq!(code.not_dominated("load", "fdiv"), None);
    }

    #[test]
    fn a_loop_is_a_back_edge() {
        assert_eq!(diamond(false).count(&Counted::Loops), 0);
        assert_eq!(diamond(true).count(&Counted::Loops), 1);
        assert_eq!(diamond(true).count(&Counted::Instructions), 8);
        assert_eq!(diamond(true).count(&Counted::Operations("br".to_owned())), 4);
    }
}
