//! Lints over the IR: what control flow, lanes, memory and loops show.
//!
//! Input: a module at a [`Point`] of the pipeline. Output: diagnostics at the places of the source that its instructions come from. A
//! function that is inlined several times is looked at in each copy, and a place is reported once.

mod banks;
mod discards;
mod flow;
mod gradients;
mod inputs;
mod invariant;
mod lanes;
mod locals;
mod races;
mod vectors;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use hlslc_base::{Diagnostic, Diagnostics, Span, Stage};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::module::{Binding, EntryPoint, ResourceData};
use hlslc_ir::{Block, Func, Function, Inst, Module, Op, Value, ValueDef};
use hlslc_passes::NaturalLoops;

/// A point of the pipeline at which lints look at the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Calls are inlined, variables are values, and what constants decide is gone; nothing has moved yet.
    Promoted,
    /// The passes that all targets share have run: equal values are one.
    Shared,
    /// All passes of DXIL have run.
    Finished,
}

impl Point {
    /// The point after a run of a pass or check, by its name.
    pub fn after(run: &str) -> Option<Self> {
        match run {
            "constant simplify-cfg" => Some(Self::Promoted),
            "generic drop-globals" => Some(Self::Shared),
            "late drop-globals" => Some(Self::Finished),
            _ => None,
        }
    }
}

/// The registers of resources once all have one, as HLSL writes them, each with the place of its declaration.
pub fn registers(module: &Module) -> Vec<(Span, String)> {
    let register = |resource: &ResourceData| {
        let Binding::Explicit { space, lower } = resource.binding else { return None };
        let letter = module.ctx.resource_type(resource.ty)?.class().register_letter();
        let space = if space == 0 { String::new() } else { format!(", space{space}") };
        Some((resource.span, format!("{letter}{lower}{space}")))
    };
    module.resources.values().filter_map(register).collect()
}

/// More blocks or instructions are not looked at: an editor does not wait.
const MOST_BLOCKS: usize = 20_000;

/// A function, and what is known of it.
pub(crate) struct Code<'a> {
    pub module: &'a Module,
    bodies: &'a [Span],
    pub id: Func,
    pub func: &'a Function,
    pub entry: Option<&'a EntryPoint>,
    pub cfg: Cfg,
    pub dominators: Dominators,
    pub loops: NaturalLoops,
    homes: SecondaryMap<Inst, PackedOption<Block>>,
}

/// Looks at all functions of a module. The bodies are those of the functions of the source.
pub fn look_at_code(module: &Module, bodies: &[Span], point: Point, found: &mut Diagnostics) {
    let mut list = Vec::new();
    for (id, func) in &module.funcs {
        if func.layout.is_empty() || func.layout.len() > MOST_BLOCKS {
            continue;
        }
        let code = Code::new(module, bodies, id, func);
        match point {
            Point::Promoted => {
                gradients::look(&code, &mut list);
                lanes::look(&code, &mut list);
                vectors::look(&code, &mut list);
                invariant::look(&code, &mut list);
                discards::look(&code, &mut list);
            }
            Point::Shared => {
                races::look(&code, &mut list);
                banks::look(&code, &mut list);
                inputs::look(&code, &mut list);
            }
            Point::Finished => locals::look(&code, &mut list),
        }
    }
    // A place is reported once, however many copies of its function there are.
    let mut seen: Vec<(&'static str, Span)> = Vec::new();
    for diagnostic in list {
        let key = (diagnostic.info.code, diagnostic.primary.span);
        if !key.1.is_none() && !seen.contains(&key) {
            seen.push(key);
            found.push(diagnostic);
        }
    }
}

/// What a lint gives.
pub(crate) type List = Vec<Diagnostic>;

impl<'a> Code<'a> {
    fn new(module: &'a Module, bodies: &'a [Span], id: Func, func: &'a Function) -> Self {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let loops = NaturalLoops::new(&cfg, &dominators);
        let mut homes: SecondaryMap<Inst, PackedOption<Block>> = SecondaryMap::new();
        for &block in cfg.reverse_post_order() {
            for &inst in &func.blocks[block].insts {
                homes[inst] = block.into();
            }
        }
        let entry = module.entries.iter().find(|entry| entry.func == id);
        Self { module, bodies, id, func, entry, cfg, dominators, loops, homes }
    }

    /// The instructions that are reached, with their blocks.
    pub fn insts(&self) -> impl Iterator<Item = (Block, Inst)> {
        let blocks = self.cfg.reverse_post_order().iter();
        blocks.flat_map(|&block| self.func.blocks[block].insts.iter().map(move |&inst| (block, inst)))
    }

    pub fn op(&self, inst: Inst) -> Op {
        self.func.insts[inst].op
    }

    /// The instruction that makes a value, if it has this operation.
    pub fn made_by(&self, value: Value, op: Op) -> Option<Inst> {
        self.func.as_inst(value).filter(|&inst| self.op(inst) == op)
    }

    pub fn span(&self, inst: Inst) -> Span {
        self.module.ctx.span(self.func.insts[inst].loc)
    }

    /// The body of the function of the source that an instruction comes from: the smallest one around it.
    pub fn body(&self, inst: Inst) -> Option<Span> {
        let span = self.span(inst);
        let around = self.bodies.iter().filter(|body| body.lo <= span.lo && span.hi <= body.hi);
        around.min_by_key(|body| body.len()).copied()
    }

    /// The place of the terminator of a block.
    pub fn branch_span(&self, block: Block) -> Span {
        self.module.ctx.span(self.func.blocks[block].loc)
    }

    /// The block in which a value is defined; none for constants.
    pub fn home(&self, value: Value) -> Option<Block> {
        match self.func.values[value].def {
            ValueDef::Inst(inst) => self.homes[inst].expand(),
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Const(_) => None,
        }
    }

    pub fn stage(&self) -> Option<Stage> {
        self.entry.map(EntryPoint::stage)
    }

    /// The size of a thread group.
    pub fn threads(&self) -> Option<[u32; 3]> {
        self.entry.and_then(|entry| entry.properties.num_threads())
    }

    pub fn constant(&self, value: Value) -> Option<u64> {
        self.func.const_bits(&self.module.ctx, value)
    }
}
