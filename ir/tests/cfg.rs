//! Tests the control-flow graph: predecessors of blocks.

use hlslc_ir::cfg::Cfg;
use hlslc_ir::text::parse;
use hlslc_ir::{Block, Function, Module};

fn block(func: &Function, number: usize) -> Block {
    func.layout[number]
}

fn module(lines: &str) -> Module {
    let text = format!("define void @f(i32 %v0, i1 %v1) {{\n{lines}\n}}");
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// From which block each edge comes, and the first value it passes on.
fn incoming(func: &Function, cfg: &Cfg, to: Block) -> Vec<(Block, Option<hlslc_ir::Value>)> {
    cfg.incoming(func, to).map(|(from, call)| (from, call.args.first().copied())).collect()
}

#[test]
fn each_edge_into_a_block_is_found_once_with_its_arguments() {
    let module = module(
        "block0:
  switch i32 %v0, block3(i32 9) [1: block1, 2: block3(i32 7), 3: block2]
block1:
  br i1 %v1, block3(i32 5), block3(i32 6)
block2:
  br block3(i32 4)
block3(i32 %v2):
  ret void",
    );
    let func = module.funcs.values().next().expect("there is a function");
    let cfg = Cfg::new(func);
    let end = block(func, 3);
    let found: Vec<_> = incoming(func, &cfg, end);
    let bits = |value| func.as_const(value).and_then(|constant| module.ctx.scalar_bits(constant));
    let mut numbers: Vec<(usize, u64)> = found
        .iter()
        .filter_map(|&(from, arg)| Some((func.layout.iter().position(|&b| b == from)?, bits(arg?)?)))
        .collect();
    assert_eq!(numbers.len(), cfg.preds(end).len());
    numbers.sort_unstable();
    assert_eq!(numbers, [(0, 7), (0, 9), (1, 5), (1, 6), (2, 4)]);
    for number in [1, 2] {
        assert_eq!(incoming(func, &cfg, block(func, number)), [(block(func, 0), None)]);
    }
}

#[test]
fn the_target_of_a_switch_that_leads_to_a_block_is_known() {
    let module = module(
        "block0:
  switch i32 %v0, block2 [5: block1, 6: block2]
block1:
  ret void
block2:
  ret void",
    );
    let func = module.funcs.values().next().expect("there is a function");
    let cfg = Cfg::new(func);
    let number = |to| cfg.number_of_target(block(func, 0), block(func, to));
    assert_eq!([number(1), number(2), number(0)], [Some(0), Some(1), None]);
    let terminator = &func.blocks[block(func, 0)].terminator;
    for (number, target) in terminator.targets().enumerate() {
        assert_eq!(terminator.target(number), Some(target));
    }
    assert_eq!(terminator.target(3), None);
}
