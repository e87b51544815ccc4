//! Lowers blocks. Block parameters become phis; an edge that LLVM could not distinguish from another (one terminator, same
//! target, different arguments) gets a block of its own.

use cranelift_entity::SecondaryMap;
use dxil::builder::FunctionBuilder;
use dxil::inst::{BlockId, Value as Dv};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, BlockCall, Function};
use rustc_hash::FxHashSet;

/// The blocks of a function in both forms, and the edges whose phi values are still to be filled in.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    map: SecondaryMap<Block, Option<BlockId>>,
    edges: Vec<(BlockId, BlockCall)>,
}

impl Blocks {
    /// Creates a DXIL block for every block of the layout that can be reached. The others are never filled, and an
    /// empty block would not be one.
    pub(crate) fn new(func: &Function, cfg: &Cfg, b: &mut FunctionBuilder) -> Self {
        let mut blocks = Self::default();
        for &block in func.layout.iter().filter(|&&block| cfg.is_reachable(block)) {
            blocks.map[block] = Some(b.create_block());
        }
        blocks
    }

    /// The DXIL block of a block of the layout.
    pub(crate) fn get(&self, block: Block) -> Option<BlockId> {
        self.map[block]
    }

    /// The block to jump to for `call` from `from`, having noted the edge. `seen` holds the targets that this
    /// terminator already has with values.
    pub(crate) fn edge(
        &mut self,
        b: &mut FunctionBuilder,
        from: BlockId,
        call: &BlockCall,
        seen: &mut FxHashSet<Block>,
    ) -> Option<BlockId> {
        let target = self.map[call.block]?;
        if call.args.is_empty() || seen.insert(call.block) {
            self.edges.push((from, call.clone()));
            return Some(target);
        }
        let between = b.create_block();
        let here = b.current_block();
        b.switch_to(between);
        b.br(target);
        if let Some(here) = here {
            b.switch_to(here);
        }
        self.edges.push((between, call.clone()));
        Some(between)
    }

    /// Gives every phi its values, now that all are known.
    pub(crate) fn fill_phis(
        self,
        func: &Function,
        b: &mut FunctionBuilder,
        value: impl Fn(&mut FunctionBuilder, hlslc_ir::Value) -> Option<Dv>,
    ) -> bool {
        for (from, call) in &self.edges {
            for (&param, &arg) in func.blocks[call.block].params.iter().zip(&call.args) {
                let (Some(phi), Some(incoming)) = (value(b, param), value(b, arg)) else { return false };
                b.add_incoming(phi, incoming, *from);
            }
        }
        true
    }
}
