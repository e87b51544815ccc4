//! Prints a module in pieces: declarations, and the lines of functions with what each is about.
//!
//! The lines are those of [`print`](super::print). Records of debug information are left out.

use super::{PrintOptions, Printer};
use crate::entity::{Block, Func, Inst};
use crate::function::Function;
use crate::module::Module;
use hlslc_base::Span;

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The start of a block, with its parameters.
    Block(Block),
    /// An instruction.
    Inst(Inst),
    /// The terminator of a block.
    End(Block),
}

/// The text of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionLines {
    /// The line with its name.
    pub head: String,
    /// The lines of its blocks.
    pub lines: Vec<(Subject, String)>,
}

/// The globals, resources and entry points, each with its place in the source.
pub fn declarations(module: &Module) -> Vec<(Span, String)> {
    let mut p = Printer::new(module, PrintOptions::default());
    let mut rows = Vec::new();
    for (id, data) in &module.globals {
        p.global(id, data);
        rows.push((data.span, p.take()));
    }
    for (id, data) in &module.resources {
        p.resource(id, data);
        rows.push((data.span, p.take()));
    }
    for entry in &module.entries {
        p.entry(entry);
        rows.push((entry.span, p.take()));
    }
    rows
}

/// The lines of the functions that have a body.
pub fn functions(module: &Module) -> Vec<(Func, FunctionLines)> {
    let mut p = Printer::new(module, PrintOptions::default());
    let with_body = module.funcs.iter().filter(|(_, func)| !func.layout.is_empty());
    with_body.map(|(id, func)| (id, p.function_lines(id, func))).collect()
}

impl Printer<'_> {
    /// The text so far, of which nothing is left.
    fn take(&mut self) -> String {
        std::mem::take(&mut self.out).trim_matches('\n').to_owned()
    }

    fn function_lines(&mut self, id: Func, func: &Function) -> FunctionLines {
        self.function_head(id, func);
        let head = self.take();
        let mut lines = Vec::with_capacity(func.insts.len());
        for (i, &block) in func.layout.iter().enumerate() {
            let data = &func.blocks[block];
            self.block_head(block, func, i == 0);
            lines.push((Subject::Block(block), self.take()));
            for &inst in &data.insts {
                self.inst(func, inst);
                lines.push((Subject::Inst(inst), self.take()));
            }
            self.terminator(func, &data.terminator);
            self.region(data.region);
            lines.push((Subject::End(block), self.take()));
        }
        FunctionLines { head, lines }
    }
}
