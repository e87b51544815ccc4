//! Checks a module's invariants. An error here is always a mistake of the compiler (or of hand-written IR text),
//! never of the user. Comes in: any module. Goes out: all errors, each tied to an entity.
//!
//! Module:
//! * Struct members, globals and parts of types are of types that values can have in memory.
//! * A global is groupshared or what another shader passes (no initial value), private, constant (with an initial
//!   value), or, in the form `Any` only, an input or output of an entry point; initial values have the global's type.
//! * A variable of an entry point's interface is such an input or output, and its parts are elements that the entry point has, large
//!   enough for them; what its functions take the address of is of its own interface.
//! * A resource's type is a handle type and its range is not empty.
//! * An entry point's function (and a hull shader's patch constant function) exists, takes nothing and returns nothing;
//!   thread groups are not empty; only hull, domain and mesh shaders have patch constants; there is one vertex at least where
//!   something is read or written of each, and no more than the stage allows; the elements of a signature have the
//!   shape and the numbers that their meaning asks for, no two have one name and index, and there are not too many; what the functions it reaches read and write are elements it has, and no
//!   operation there is one that its stage has not.
//! * What a ray shader is given by reference is a global in the address space `Parameter`, each once; no other has any.
//!
//! Function:
//! * It has a body, unless it is external or nothing calls it; an external one has none. More is said of no more parameters
//!   than it has, and what it is to write is passed by pointer.
//! * Each block is in the layout once and ends in a terminator; targets are in the layout; nothing leads back to
//!   the entry block.
//! * Each instruction is in one block, once. An instruction has a result exactly if its type is not `void`.
//! * A definition dominates its uses (uses in unreachable blocks are not looked at).
//! * A jump passes one value of the right type for each parameter of its target. Conditions are `i1`, switch values
//!   `i32`, no case occurs twice. Returned values have the function's result type.
//! * Pointers and handles are never merged: no block but the entry has a parameter that is one or has one among its parts, and
//!   no pointer is chosen by a `select`.
//! * Operand count, operand types and result type are as the operation's row says, or the function that it names
//!   does; the immediate is of the kind the operation takes and names something that exists.
//! * A handle has the type of its resource. Operations on resources fit the handle's type.
//! * A region's blocks are in the layout; a selection belongs to a branch or switch; the head of a loop dominates its
//!   merge and continue blocks as far as these can be reached.
//! * What debug information says names a variable of the module, memory that there is, or a value that reaches the point.
//! * What the [`Form`] adds.
//!
//! Not checked: that a non-uniform index is marked so, and that control flow is structured (the structurizer
//! checks that on its way).

mod debug;
mod entry;
mod interface;
mod ops;
pub(crate) mod rules;

pub(crate) use ops::Rule;

use crate::cfg::{Cfg, Dominators};
use crate::context::Context;
use crate::entity::{Block, Func, Global, Inst, Resource, StructId, Type, Value};
use crate::fixed_layout;
use crate::function::{BlockCall, FloatFlags, Function, Imm, Inline, Linkage, Passing, Region, Terminator, ValueDef};
use crate::module::Module;
use crate::ops::Op;
use crate::reach::{CallGraph, entry_roots};
use crate::text::{print_inst, print_type};
use crate::types::{AddressSpace, Declared, OpaqueType, ResourceType, Scalar, TypeData};
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashSet;
use std::fmt;

/// The form of a module: what is legal in addition to the invariants that always hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Everything.
    Any,
    /// The output of the passes for all targets: calls only of functions that are not inlined.
    Common,
    /// The form that DXIL can express. In addition to `Common`:
    /// * values are scalars, handles, pointers, and tuples of scalars that an operation returns;
    /// * memory holds scalars or arrays (of one dimension) of scalars, none of them `i1`; but memory with a
    ///   [fixed layout](crate::fixed_layout) is of any type without `i1`, handles and pointers, and pointers into it have an index for each level;
    /// * functions that are visible to a linker have vectors and matrices as parameters and results, which `construct` builds
    ///   and `extract` splits;
    /// * resources are accessed by load, store and atomic operations only, not through pointers. Bindings may still be
    ///   implicit in libraries only, which the module does not state.
    Dxil,
    /// The form that DXIL 1.9 can express: as `Dxil`, with vectors wherever that has scalars.
    DxilVectors,
}

impl Form {
    fn is_dxil(self) -> bool {
        matches!(self, Self::Dxil | Self::DxilVectors)
    }
}

/// The place of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The whole module.
    Module,
    /// A struct.
    Struct(StructId),
    /// A global.
    Global(Global),
    /// A resource.
    Resource(Resource),
    /// The entry point at this position.
    Entry(usize),
    /// A function as a whole.
    Function(Func),
    /// A block of a function: its parameters, terminator or region.
    Block(Func, Block),
    /// An instruction of a function.
    Inst(Func, Inst),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Where.
    pub place: Place,
    /// The message, which names the place by its text.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Finds all broken invariants of a module; the first 100 at most.
pub fn verify(module: &Module, form: Form) -> Result<(), Vec<VerifyError>> {
    run(module, form, false)
}

/// The invariants that can be seen by a look at each thing by itself: everything about the module, where blocks lead and what
/// they pass, and what the form forbids; not what dominates what, nor the rules of the operations. So cheap that it runs at
/// the end of each pipeline in every build.
pub fn verify_shape(module: &Module, form: Form) -> Result<(), Vec<VerifyError>> {
    run(module, form, true)
}

/// Finds all broken invariants of one function that has a body; the rest of the module is taken to be right.
pub fn verify_function(module: &Module, id: Func, form: Form) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { module, form, shape_only: false, fixed: EntitySet::new(), errors: Vec::new() };
    let func = &module.funcs[id];
    verifier.linkage(id, func);
    verifier.function(id, func);
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

fn run(module: &Module, form: Form, shape_only: bool) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier { module, form, shape_only, fixed: EntitySet::new(), errors: Vec::new() };
    verifier.module();
    for (id, func) in &module.funcs {
        if verifier.errors.len() >= MAX_ERRORS {
            break;
        }
        verifier.linkage(id, func);
        if !func.layout.is_empty() {
            verifier.function(id, func);
        }
    }
    if verifier.errors.is_empty() {
        verifier.elements(&CallGraph::new(module));
    }
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

/// One bug breaks many things; no one reads more.
const MAX_ERRORS: usize = 100;

struct Verifier<'a> {
    module: &'a Module,
    form: Form,
    shape_only: bool,
    /// The addresses of locals with a fixed layout in the current function.
    fixed: EntitySet<Value>,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    #[cold]
    fn error(&mut self, place: Place, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError { place, message: message.into() });
        }
    }

    fn check(&mut self, holds: bool, place: Place, message: impl FnOnce() -> String) {
        if !holds {
            self.error(place, message());
        }
    }

    fn ty(&self, ty: Type) -> String {
        print_type(self.module, ty)
    }

    fn module(&mut self) {
        let module = self.module;
        for (id, data) in module.ctx.structs() {
            for field in &data.fields {
                let storable = !matches!(module.ctx.type_data(field.ty), TypeData::Void | TypeData::Pointer(..));
                self.check(storable, Place::Struct(id), || {
                    format!("struct `{}`: member `{}` cannot be of this type", data.name, field.name)
                });
                self.check(fits_declared(&module.ctx, field.ty, field.declared), Place::Struct(id), || {
                    format!("struct `{}`: member `{}` is declared as another kind of number", data.name, field.name)
                });
            }
        }
        let fixed = fixed_layout::globals(module);
        for (id, data) in &module.globals {
            let place = Place::Global(id);
            let fits = match data.space {
                AddressSpace::Groupshared | AddressSpace::Payload | AddressSpace::Parameter => data.init.is_none(),
                AddressSpace::Input | AddressSpace::Output => data.init.is_none() && self.form == Form::Any,
                AddressSpace::Private => true,
                AddressSpace::Constant => data.init.is_some(),
                AddressSpace::Foreign => data.init.is_none() && data.foreign.is_some(),
                AddressSpace::Function | AddressSpace::Resource | AddressSpace::NodeRecord | AddressSpace::Device => {
                    false
                }
            };
            self.check(fits, place, || format!("global `{}`: space and initial value do not fit", data.name));
            let is_chosen = data.specialization.is_some();
            let may_be = data.space == AddressSpace::Constant && module.ctx.scalar_of(data.ty).is_some();
            self.check(!is_chosen || may_be, place, || {
                format!("global `{}`: only a constant scalar can be specialised", data.name)
            });
            if let Some(init) = data.init {
                let same = module.ctx.const_data(init).0 == data.ty;
                self.check(same, place, || format!("global `{}`: initial value of another type", data.name));
            }
            if fixed.contains(id) {
                self.fixed_type(place, data.ty);
            } else if !is_chosen {
                self.memory_type(place, data.ty);
            }
        }
        for (id, data) in &module.resources {
            let place = Place::Resource(id);
            let is_handle = module.ctx.resource_type(data.ty).is_some();
            self.check(is_handle, place, || format!("resource `{}`: type is no handle type", data.name));
            let element = module.ctx.resource_type(data.ty).and_then(ResourceType::element);
            let fits = element.is_none_or(|element| fits_declared(&module.ctx, element, data.element));
            self.check(fits, place, || format!("resource `{}`: elements of another kind of number", data.name));
        }
        for (index, entry) in module.entries.iter().enumerate() {
            self.entry(index, entry);
        }
    }

    /// Inputs and outputs of functions are elements of the entry points that reach them.
    fn elements(&mut self, graph: &CallGraph) {
        let module = self.module;
        for (index, entry) in module.entries.iter().enumerate() {
            if entry_roots(entry).any(|func| !module.funcs.is_valid(func)) {
                continue;
            }
            for id in graph.reached(entry_roots(entry)) {
                let func = &module.funcs[id];
                for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
                    let data = &func.insts[inst];
                    let info = data.op.info();
                    let stages = info.stages;
                    self.check(stages.is_empty() || stages.contains(&entry.stage()), Place::Entry(index), || {
                        let text = print_inst(module, func, inst);
                        format!("entry `{}`: not of its stage, in `{}`: {text}", entry.name, func.name)
                    });
                    self.check(interface::is_own(module, entry, data.op, data.imm), Place::Entry(index), || {
                        let text = print_inst(module, func, inst);
                        format!("entry `{}`: not of its interface, in `{}`: {text}", entry.name, func.name)
                    });
                    let Imm::Element { element, .. } = data.imm else { continue };
                    let known = entry.signature(info.signature).is_some_and(|known| known.is_valid(element));
                    self.check(known, Place::Entry(index), || {
                        let text = print_inst(module, func, inst);
                        format!("entry `{}`: no such element, in `{}`: {text}", entry.name, func.name)
                    });
                }
            }
        }
    }

    /// Checks that the form allows memory of this type with a fixed layout: of scalars, but not of Booleans in a form
    /// in which memory has none.
    fn fixed_type(&mut self, place: Place, ty: Type) {
        if !self.form.is_dxil() {
            return self.memory_type(place, ty);
        }
        let ctx = &self.module.ctx;
        let mut open = vec![ty];
        let mut bad = false;
        while let Some(ty) = open.pop() {
            match ctx.type_data(ty) {
                TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) => {
                    bad |= *scalar == Scalar::Bool;
                }
                TypeData::Array(element, _) => open.push(*element),
                TypeData::Struct(id) => open.extend(ctx.struct_data(*id).fields.iter().map(|field| field.ty)),
                TypeData::Opaque(OpaqueType::RawHandle) => {}
                TypeData::Void
                | TypeData::Pointer(..)
                | TypeData::Tuple(_)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(OpaqueType::HitObject | OpaqueType::CooperativeMatrix(_))
                | TypeData::Foreign(_) => bad = true,
            }
        }
        if bad {
            let ty = self.ty(ty);
            self.error(place, format!("memory that others see cannot be of type `{ty}` here"));
        }
    }

    /// Checks that the form allows a variable of this type.
    fn memory_type(&mut self, place: Place, ty: Type) {
        let ctx = &self.module.ctx;
        let bad = match ctx.type_data(ty) {
            TypeData::Void | TypeData::Pointer(..) => true,
            TypeData::Scalar(scalar) => self.form.is_dxil() && *scalar == Scalar::Bool,
            TypeData::Vector(scalar, _) if self.form == Form::DxilVectors => *scalar == Scalar::Bool,
            TypeData::Array(element, _) if self.form.is_dxil() => match ctx.type_data(*element) {
                TypeData::Scalar(scalar) => *scalar == Scalar::Bool,
                TypeData::Vector(scalar, _) => self.form != Form::DxilVectors || *scalar == Scalar::Bool,
                TypeData::Void
                | TypeData::Array(..)
                | TypeData::Struct(_)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Foreign(_) => true,
                TypeData::Opaque(_) => false,
            },
            TypeData::Vector(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Foreign(_) => self.form.is_dxil(),
            TypeData::Array(..) | TypeData::Opaque(_) => false,
        };
        if bad {
            let ty = self.ty(ty);
            self.error(place, format!("a variable cannot be of type `{ty}` here"));
        }
    }

    /// Checks that the linkage and attributes of a function fit its type and its body.
    fn linkage(&mut self, id: Func, func: &Function) {
        let place = Place::Function(id);
        let has_body = !func.layout.is_empty();
        self.check(!has_body || func.linkage != Linkage::External, place, || {
            format!("`{}`: an external function with a body", func.name)
        });
        let types: Vec<Type> = func.param_types().collect();
        let is_plain = has_body && types.is_empty() && func.ret == self.module.ctx.void();
        self.check(func.linkage != Linkage::Constructor || is_plain, place, || {
            format!("`{}`: a constructor that takes or returns something", func.name)
        });
        self.check(func.param_data.len() <= types.len(), place, || {
            format!("`{}`: more is said of parameters than there are", func.name)
        });
        for (index, (data, ty)) in func.param_data.iter().zip(types).enumerate() {
            let fits = match data.passing {
                Passing::In => true,
                Passing::Out | Passing::InOut => self.module.ctx.pointee(ty).is_some(),
                Passing::Result => index == 0 && self.module.ctx.pointee(ty).is_some(),
            };
            self.check(fits, place, || format!("`{}`: parameter {index} cannot be written", func.name));
        }
    }

    fn function(&mut self, id: Func, func: &Function) {
        self.fixed = fixed_layout::locals(self.module, func);
        let before = self.errors.len();
        self.layout(id, func);
        if self.errors.len() > before {
            // The graph needs blocks that exist.
            return;
        }
        if let Some(op) = func.uncounted() {
            let message =
                format!("`{}`: {} is in it and not among the operations that were made", func.name, op.info().name);
            self.error(Place::Function(id), message);
        }
        if self.shape_only {
            for &block in &func.layout {
                self.terminator(id, func, block);
                for &inst in &func.blocks[block].insts {
                    self.shape(id, func, inst);
                }
            }
            return;
        }
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let defs = self.definitions(id, func);
        for &block in &func.layout {
            self.terminator(id, func, block);
            self.region(id, func, block, &cfg, &dominators);
            for &inst in &func.blocks[block].insts {
                self.inst(id, func, inst);
            }
            if cfg.is_reachable(block) {
                self.uses(id, func, block, &defs, &dominators);
            }
        }
        self.records(id, func, &defs, &dominators);
    }

    fn layout(&mut self, id: Func, func: &Function) {
        let mut placed = SecondaryMap::with_default(false);
        for &block in &func.layout {
            if !func.blocks.is_valid(block) || std::mem::replace(&mut placed[block], true) {
                self.error(Place::Function(id), format!("`{}`: {block} does not exist or is placed twice", func.name));
                return;
            }
        }
        for &block in &func.layout {
            let data = &func.blocks[block];
            let missing = data.terminator == Terminator::Missing;
            self.check(!missing, Place::Block(id, block), || format!("`{}`: {block} has no terminator", func.name));
            for to in data.terminator.targets() {
                let to = to.block;
                let fits = func.blocks.is_valid(to) && placed[to] && func.entry() != Some(to);
                self.check(fits, Place::Block(id, block), || {
                    format!("`{}`: {block} jumps to {to}, which is not placed or is the entry", func.name)
                });
            }
            let named = match data.region {
                Region::None | Region::Hint(_) => [None, None],
                Region::Selection { merge, .. } => [Some(merge), None],
                Region::Loop { merge, continue_target, .. } => [Some(merge), Some(continue_target)],
            };
            for to in named.into_iter().flatten() {
                let fits = func.blocks.is_valid(to) && placed[to];
                self.check(fits, Place::Block(id, block), || {
                    format!("`{}`: the region of {block} names {to}, which is not placed", func.name)
                });
            }
        }
    }

    /// Block and position of each value's definition, positions counted from 1 with 0 for parameters.
    fn definitions(&mut self, id: Func, func: &Function) -> SecondaryMap<Value, Option<(Block, u32)>> {
        let mut defs = SecondaryMap::new();
        let mut placed: SecondaryMap<Inst, bool> = SecondaryMap::new();
        for &block in &func.layout {
            let data = &func.blocks[block];
            for (index, &param) in data.params.iter().enumerate() {
                let fits = func.values.get(param).is_some_and(|v| v.def == ValueDef::Param(block, index as u32));
                self.check(fits, Place::Block(id, block), || format!("`{}`: parameter {index} of {block}", func.name));
                defs[param] = Some((block, 0));
            }
            for (index, &inst) in data.insts.iter().enumerate() {
                if !func.insts.is_valid(inst) || std::mem::replace(&mut placed[inst], true) {
                    self.error(Place::Block(id, block), format!("`{}`: {block} holds {inst} twice or none", func.name));
                    continue;
                }
                if let Some(result) = func.result(inst) {
                    let own = func.values[result].def == ValueDef::Inst(inst) && func.ty(result) == func.insts[inst].ty;
                    self.check(own, Place::Inst(id, inst), || {
                        format!(
                            "`{}`: result of another instruction or type: {}",
                            func.name,
                            print_inst(self.module, func, inst)
                        )
                    });
                    defs[result] = Some((block, index as u32 + 1));
                }
            }
        }
        defs
    }

    fn uses(
        &mut self,
        id: Func,
        func: &Function,
        block: Block,
        defs: &SecondaryMap<Value, Option<(Block, u32)>>,
        dominators: &Dominators,
    ) {
        let reaches =
            |value: Value, position: u32| match func.values.get(value).map(|v| v.def) {
                Some(ValueDef::Const(_)) => true,
                None => false,
                Some(ValueDef::Inst(_) | ValueDef::Param(..)) => defs[value].is_some_and(|(home, at)| {
                    if home == block { at < position } else { dominators.dominates(home, block) }
                }),
            };
        let data = &func.blocks[block];
        for (index, &inst) in data.insts.iter().enumerate() {
            for &arg in func.args(inst) {
                if !reaches(arg, index as u32 + 1) {
                    let text = print_inst(self.module, func, inst);
                    self.error(
                        Place::Inst(id, inst),
                        format!("`{}`: %{arg} does not reach its use: {text}", func.name),
                    );
                }
            }
        }
        for value in data.terminator.values() {
            self.check(reaches(value, u32::MAX), Place::Block(id, block), || {
                format!("`{}`: %{value} does not reach its use at the end of {block}", func.name)
            });
        }
    }

    fn terminator(&mut self, id: Func, func: &Function, block: Block) {
        let ctx = &self.module.ctx;
        let place = Place::Block(id, block);
        let is = |value: Value, scalar: Scalar| *ctx.type_data(func.ty(value)) == TypeData::Scalar(scalar);
        let terminator = &func.blocks[block].terminator;
        match terminator {
            Terminator::Branch { cond, .. } => {
                self.check(is(*cond, Scalar::Bool), place, || {
                    format!("`{}`: condition of {block} is no i1", func.name)
                });
            }
            Terminator::Switch { value, cases, .. } => {
                let (is_word, is_wide) = (is(*value, Scalar::I32), is(*value, Scalar::I64));
                self.check(is_word || is_wide, place, || format!("`{}`: {block} switches on no i32 or i64", func.name));
                let fits = is_wide || cases.iter().all(|case| u32::try_from(case.0).is_ok());
                self.check(fits, place, || format!("`{}`: a case of {block} has more than 32 bits", func.name));
                let mut seen = FxHashSet::default();
                let once = cases.iter().all(|case| seen.insert(case.0));
                self.check(once, place, || format!("`{}`: a case of {block} occurs twice", func.name));
            }
            Terminator::Return(value) => {
                let ty = value.map_or(ctx.void(), |v| func.ty(v));
                self.check(ty == func.ret, place, || format!("`{}`: {block} returns another type", func.name));
            }
            Terminator::Missing | Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        for BlockCall { block: to, args } in terminator.targets() {
            let params = &func.blocks[*to].params;
            let fits = params.len() == args.len() && params.iter().zip(args).all(|(&p, &a)| func.ty(p) == func.ty(a));
            self.check(fits, place, || format!("`{}`: {block} passes other values than {to} takes", func.name));
        }
        for &param in &func.blocks[block].params {
            let is_merged = func.entry() != Some(block) && ctx.holds_address(func.ty(param));
            self.check(!is_merged, place, || format!("`{}`: pointers or handles meet in {block}", func.name));
            self.value_type(place, func.ty(param), func.entry() == Some(block), true);
        }
    }

    fn region(&mut self, id: Func, func: &Function, block: Block, cfg: &Cfg, dominators: &Dominators) {
        let data = &func.blocks[block];
        let place = Place::Block(id, block);
        match data.region {
            Region::None => {}
            Region::Selection { .. } | Region::Hint(_) => {
                let branches = matches!(data.terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
                self.check(branches, place, || format!("`{}`: selection {block} does not branch", func.name));
            }
            Region::Loop { merge, continue_target, .. } => {
                for to in [merge, continue_target] {
                    let inside = !cfg.is_reachable(block) || !cfg.is_reachable(to) || dominators.dominates(block, to);
                    self.check(inside && to != block || to == continue_target, place, || {
                        format!("`{}`: loop head {block} does not dominate {to}", func.name)
                    });
                }
            }
        }
    }

    fn inst(&mut self, id: Func, func: &Function, inst: Inst) {
        let place = Place::Inst(id, inst);
        if let Err(problem) = ops::check(self.module, func, inst) {
            let text = print_inst(self.module, func, inst);
            self.error(place, format!("`{}`: {problem}: {text}", func.name));
            return;
        }
        self.shape(id, func, inst);
    }

    /// Checks an instruction without its operands.
    fn shape(&mut self, id: Func, func: &Function, inst: Inst) {
        let data = &func.insts[inst];
        let place = Place::Inst(id, inst);
        let has_result = func.result(inst).is_some();
        self.check(has_result == (data.ty != self.module.ctx.void()), place, || {
            format!("`{}`: {} and its type disagree about a result", func.name, data.op.name())
        });
        let callee = if let Imm::Func(callee) = data.imm { self.module.funcs.get(callee) } else { None };
        let is_left = |callee: &Function| callee.inline == Inline::Always && callee.linkage != Linkage::External;
        if self.form != Form::Any && callee.is_some_and(is_left) {
            self.error(place, format!("`{}`: a call is left: {}", func.name, print_inst(self.module, func, inst)));
        }
        if self.form != Form::Any && data.op == Op::MarkPrecise {
            let text = print_inst(self.module, func, inst);
            self.error(place, format!("`{}`: a mark of precision is left: {text}", func.name));
        }
        if self.form != Form::Any && data.op == Op::MarkNonUniform {
            let text = print_inst(self.module, func, inst);
            self.error(place, format!("`{}`: a mark of non-uniformity is left: {text}", func.name));
        }
        self.check(!data.flags.contains(FloatFlags::FAST | FloatFlags::PRECISE), place, || {
            format!("`{}`: fast and precise at once: {}", func.name, print_inst(self.module, func, inst))
        });
        if data.op == Op::Alloca {
            if let (Some((ty, _)), Some(result)) = (self.module.ctx.pointee(data.ty), func.result(inst)) {
                if self.fixed.contains(result) {
                    self.fixed_type(place, ty);
                } else {
                    self.memory_type(place, ty);
                }
            }
        } else if has_result {
            let at_border = matches!(data.op, Op::Call | Op::Construct | Op::Extract);
            let comes_from = |pointer: &Value| self.is_of_others(func, *pointer);
            let is_read = data.op == Op::Load && func.args(inst).first().is_some_and(comes_from);
            self.value_type(place, data.ty, at_border, is_read || data.op == Op::Select);
        }
        if self.form.is_dxil() && data.op == Op::GetPointer {
            self.error(place, format!("`{}`: a pointer into a resource is left", func.name));
        }
    }

    /// Whether a pointer leads into memory that others see.
    fn is_of_others(&self, func: &Function, pointer: Value) -> bool {
        let origin = fixed_layout::origin(func, pointer);
        let space = self.module.ctx.pointee(func.ty(origin)).map(|row| row.1);
        space.is_some_and(fixed_layout::is_fixed) || self.fixed.contains(origin)
    }

    /// Whether the form allows a value of this type, which may cross the border of a function, or is on its way between memory
    /// that others see and such memory.
    fn value_type(&mut self, place: Place, ty: Type, at_border: bool, on_its_way: bool) {
        if !self.form.is_dxil() {
            return;
        }
        let ctx = &self.module.ctx;
        let vectors = self.form == Form::DxilVectors;
        let scalar = |ty: Type| match ctx.type_data(ty) {
            TypeData::Scalar(_) => true,
            TypeData::Vector(..) => vectors,
            TypeData::Void
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => false,
        };
        let legal = match ctx.type_data(ty) {
            TypeData::Scalar(_)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => true,
            TypeData::Tuple(parts) => parts.iter().all(|&part| scalar(part)),
            TypeData::Pointer(_, space) => *space != AddressSpace::Resource,
            TypeData::Vector(scalar, _) => at_border || vectors || on_its_way && *scalar != Scalar::Bool,
            TypeData::Array(row, _) => {
                at_border && matches!(ctx.type_data(*row), TypeData::Vector(..) | TypeData::Scalar(_))
            }
            TypeData::Void | TypeData::Struct(_) => false,
        };
        if !legal {
            let ty = self.ty(ty);
            self.error(place, format!("a value cannot be of type `{ty}` here"));
        }
    }
}

/// Whether memory of a type can hold numbers declared so.
fn fits_declared(ctx: &Context, mut ty: Type, declared: Declared) -> bool {
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    let is_one = matches!(ctx.type_data(ty), TypeData::Scalar(_));
    declared.number.is_none_or(|kind| ctx.scalar_of(ty).is_some_and(|scalar| kind.fits(scalar)))
        && (is_one || !declared.one_vector && !declared.is_enum)
}
