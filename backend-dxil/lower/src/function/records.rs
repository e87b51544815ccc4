//! Tracks the locations of source variables in a lowered function, for debug information.
//!
//! Input: the debug records of the IR's function. Output: the same with DXIL's values, each after an instruction. The
//! function is not changed: debug information is added later, to a copy.

use super::{FunctionLowering, Lowered};
use dxil::constants::ConstId;
use dxil::inst::{BlockId, InstId, Value as Dv};
use dxil::module::{Global, Linkage, Module};
use dxil::types::addrspace;
use hlslc_ir::debug::{DebugRecord, Location, Point};
use hlslc_ir::entity::{DebugVariable, Loc};
use hlslc_ir::{Const, Function, Value};
use rustc_hash::FxHashMap;

/// The constant that is loaded where there is to be an instruction.
const NOTHING: &str = "dx.nothing.a";

/// The location of some bits of a variable.
#[derive(Clone, Copy, Debug)]
pub struct VariablePlace {
    /// Which variable.
    pub variable: DebugVariable,
    /// The call that the function with the variable was inlined at.
    pub inlined_at: Option<Loc>,
    /// First bit, and how many.
    pub piece: (u32, u32),
    /// The contents.
    pub content: Content,
}

/// The location of some bits of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// In the memory at an address.
    Memory(Dv),
    /// A value, after an instruction, or at the start of a block.
    Value(Dv, Position),
    /// A constant of the IR, which may be of several numbers.
    Constant(Const, Position),
    /// Not known.
    Unknown(Position),
}

/// A point of a block: after an instruction, or at its start.
pub type Position = (BlockId, Option<InstId>);

/// The records of a function that is being lowered.
#[derive(Default)]
pub(super) struct Records {
    at: FxHashMap<Point, Vec<DebugRecord>>,
    placed: Vec<(DebugRecord, Position)>,
    /// Points to stop at.
    steps: FxHashMap<Point, Vec<Loc>>,
    /// The address of the constant that is loaded there, once one is.
    nothing: Option<ConstId>,
}

impl Records {
    pub(super) fn new(func: &Function) -> Self {
        let mut records = Self::default();
        for step in &func.debug.steps {
            records.steps.entry(step.point).or_default().push(step.loc);
        }
        for record in func.debug.iter() {
            if let Some(point) = record.point() {
                records.at.entry(point).or_default().push(*record);
            }
        }
        records
    }
}

impl FunctionLowering<'_> {
    /// Notes that the code has come to a point of the IR.
    pub(super) fn reach(&mut self, point: Point) {
        if self.records.at.is_empty() && self.records.steps.is_empty() {
            return;
        }
        for loc in self.records.steps.remove(&point).into_iter().flatten() {
            self.b.set_tag(loc.as_u32());
            self.stop_here();
        }
        let Some(found) = self.records.at.remove(&point) else { return };
        let Some(block) = self.b.current_block() else { return };
        let last = self.b.body().blocks[block].insts.last().copied();
        self.records.placed.extend(found.into_iter().map(|record| (record, (block, last))));
    }

    /// Adds an instruction that does nothing, so that there is one: the load of a constant, as in DXC.
    fn stop_here(&mut self) {
        let address = match self.records.nothing {
            Some(known) => known,
            None => *self.records.nothing.insert(address_of_nothing(self.b.module)),
        };
        self.b.load(address.into(), 0);
    }

    /// The locations that the records have been lowered to.
    pub(super) fn variable_places(&mut self) -> Vec<VariablePlace> {
        let one = |values: &cranelift_entity::SecondaryMap<Value, Lowered>, value: Value| match values[value] {
            Lowered::One(known) if self.func.as_const(value).is_none() => Some(known),
            Lowered::One(_) | Lowered::None | Lowered::Tuple(..) | Lowered::Matrix(_) => None,
        };
        let memory = self.func.debug.iter().filter_map(|record| match record.location {
            Location::Memory(pointer) if record.from == 0 => {
                Some((*record, Content::Memory(one(&self.values, pointer)?)))
            }
            Location::Memory(_) | Location::Value(..) | Location::Constant(..) | Location::Unknown(_) => None,
        });
        let values = self.records.placed.iter().map(|&(record, at)| {
            let content = match record.location {
                Location::Constant(constant, _) if record.from == 0 => Content::Constant(constant, at),
                Location::Value(value, _) if record.from == 0 => {
                    one(&self.values, value).map_or(Content::Unknown(at), |value| Content::Value(value, at))
                }
                Location::Memory(_) | Location::Value(..) | Location::Constant(..) | Location::Unknown(_) => {
                    Content::Unknown(at)
                }
            };
            (record, content)
        });
        let place = |(record, content): (DebugRecord, Content)| VariablePlace {
            variable: record.variable,
            inlined_at: record.inlined_at,
            piece: (record.piece.offset, record.piece.bits),
            content,
        };
        memory.chain(values).map(place).collect()
    }
}

/// The address of the constant that stands for nothing in a module; it is made where there is none.
fn address_of_nothing(module: &mut Module) -> ConstId {
    let i32 = module.types.i32();
    let global = match module.globals.iter().find(|(_, global)| *global.name == *NOTHING.as_bytes()) {
        Some((known, _)) => known,
        None => {
            let ty = module.types.array(i32, 1);
            let initializer = Some(module.zero(ty));
            module.add_global(Global {
                name: NOTHING.into(),
                ty,
                addrspace: addrspace::DEFAULT,
                is_const: true,
                initializer,
                linkage: Linkage::Internal,
                align: 0,
                section: None,
                unnamed_addr: false,
                externally_initialized: false,
            })
        }
    };
    let (address, zero) = (module.global_address(global), module.zero(i32));
    module.const_gep(address, &[zero, zero], true)
}
