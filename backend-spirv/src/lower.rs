//! Lowers the bodies of functions: values, and each operation by its row of [`optable`](crate::optable).
//!
//! Input: functions after the common passes and `structurize`: single-level exits, and regions on all branches that need
//! them. Each entry point has its own interface; the functions that it calls follow all of them and access none. Handles,
//! pointers and tuples are no values in SPIR-V: they are resolved at their uses ([`Repr`]), so they must not be block
//! parameters.

use crate::assembly::Assembly;
use crate::bindings;
use crate::cfg::{loops_without_back_edge, returns_to_copy, structured_order};
use crate::debug::Debug;
use crate::errors;
use crate::factors::factors;
use crate::foreign::{AddressType, Decorated, ForeignBuiltIn};
use crate::fused::Groups;
use crate::interface::Interface;
use crate::interlock::Interlock;
use crate::lines::SpirvSources;
use crate::memory::{Base, Place};
use crate::optable::{Form, form};
use crate::rays::Queries;
use crate::raytracing::{HandedOn, RayExtension};
use crate::resource::{Handle, ResourceVariable};
use crate::texture::{UsedParts, used_parts};
use crate::types::{Memory, Number, number};
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_base::{Diagnostic, Diagnostics, Span};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::module::{EntryPoint, Module};
use hlslc_ir::types::{Declared, MatrixOrder, Scalar, TypeData};
use hlslc_ir::vulkan::VkPlace;
use hlslc_ir::{
    AddressSpace, Block, BlockCall, Const, Func, Function, Global, Imm, Inst, Op, Region, Resource, Type, Value,
    ValueDef,
};
use hlslc_options_spirv::{Bases, Keep, Layout, Positions, SpirvOptions};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, Op as Core, SelectionControl, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The representation of a value in SPIR-V.
#[derive(Clone)]
pub(crate) enum Repr {
    /// Not defined yet.
    Missing,
    /// The value of an operation without a result.
    Nothing,
    /// The result of an instruction.
    Id(Word),
    /// The parts of a tuple.
    Parts(SmallVec<[Word; 4]>),
    /// A resource.
    Handle(Handle),
    /// Something in memory: a pointer to it, or what lies there if nothing can change it and it is to be read in parts.
    Place(Place),
}

/// An instruction to be written.
#[derive(Clone, Copy)]
pub(crate) struct Site<'m> {
    pub(crate) inst: Inst,
    pub(crate) op: Op,
    pub(crate) imm: Imm,
    pub(crate) args: &'m [Value],
    /// Type of its result.
    pub(crate) result: Type,
    /// The same in SPIR-V.
    pub(crate) ty: Word,
}

/// Values that a jump brings to a block, by the label it comes from.
type Edges = Vec<(Word, SmallVec<[Word; 2]>)>;

/// Writes a module, one function at a time.
pub(crate) struct Writer<'m> {
    pub(crate) module: &'m Module,
    /// The order of every matrix in a byte address buffer.
    pub(crate) raw_matrices: MatrixOrder,
    /// The entry point being written, or the first that calls what is being written.
    pub(crate) entry: &'m EntryPoint,
    pub(crate) func: &'m Function,
    pub(crate) asm: Assembly,
    /// The sources of the module, if they are to be described.
    pub(crate) from: Option<SpirvSources<'m>>,
    /// The debug information beyond lines, if it is requested.
    pub(crate) debug: Option<Box<Debug<'m>>>,
    /// The names of files.
    pub(crate) files: FxHashMap<String, Word>,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) register_types: FxHashMap<TypeData, Word>,
    pub(crate) memory_types: FxHashMap<Memory, Word>,
    pub(crate) strided_arrays: FxHashMap<(Word, Option<u32>, u32), Word>,
    pub(crate) consts: FxHashMap<Const, Word>,
    pub(crate) bindings: SecondaryMap<Resource, bindings::Place>,
    /// Variables of resources; of an array that is flattened, one for each element.
    pub(crate) resources: FxHashMap<(Resource, u32), ResourceVariable>,
    /// Images whose format nothing says.
    pub(crate) unformatted: FxHashSet<Resource>,
    /// Byte address buffers as 64-bit numbers, and the type of such a block.
    pub(crate) long_resources: FxHashMap<(Resource, u32), ResourceVariable>,
    pub(crate) long_block_type: Option<Word>,
    pub(crate) counters: FxHashMap<(Resource, u32), Word>,
    pub(crate) globals: SecondaryMap<Global, Option<Word>>,
    pub(crate) block_types: FxHashMap<(Type, Option<MatrixOrder>, VkPlace, Declared), Word>,
    pub(crate) counter_type: Option<Word>,
    /// Pointers to memory of the device by what lies there.
    pub(crate) address_types: FxHashMap<Type, AddressType>,
    /// Types whose members are decorated as the source says.
    pub(crate) decorated_types: FxHashSet<Word>,
    /// Types that have their name already.
    pub(crate) named_types: FxHashSet<Word>,
    pub(crate) interface: Interface,
    /// Whether what the source says itself must please a validator, beyond the grammar of SPIR-V.
    pub(crate) is_checked: bool,
    /// The built-ins that instructions of the source, named by number, refer to.
    pub(crate) foreign_built_ins: Vec<ForeignBuiltIn>,
    /// Whether the environment is one that links modules, not a Vulkan.
    pub(crate) links: bool,
    /// Whether mesh shaders are those of `SPV_EXT_mesh_shader`, not of `SPV_NV_mesh_shader`.
    pub(crate) mesh_extension: bool,
    /// Whether the module is one of SPIR-V 1.4, which lists every variable that an entry point uses.
    pub(crate) is_1_4: bool,
    /// The extension that ray shaders are of, if there are any.
    pub(crate) ray_tracing: Option<RayExtension>,
    /// The payloads, attributes and parameters that ray shaders pass on.
    pub(crate) handed: HandedOn,
    /// The groupshared variable that is the payload of an amplification shader.
    pub(crate) payload_global: Option<Global>,
    /// The layout of buffers.
    pub(crate) layout: Layout,
    /// Whether each element of an array of resources is a variable of its own.
    pub(crate) flattens: bool,
    /// Whether images have no format where none is written.
    pub(crate) unknown_formats: bool,
    /// The origins of vertex and instance numbers.
    pub(crate) bases: Bases,
    /// The conversion of positions.
    pub(crate) positions: Positions,
    /// The unused declarations to keep.
    pub(crate) keep: Keep,
    /// The critical section of the current function.
    pub(crate) interlock: Interlock,
    /// Whether the semantics of inputs and outputs and the types of resources are written too.
    pub(crate) reflect: bool,
    /// Whether locations follow the names of semantics.
    pub(crate) locations_by_name: bool,
    pub(crate) packs_locations: bool,
    /// Whether the function being written is an entry point's.
    pub(crate) is_entry: bool,
    /// Functions that were written or called.
    pub(crate) functions: SecondaryMap<Func, Option<Word>>,
    pub(crate) written: EntitySet<Func>,
    pub(crate) values: SecondaryMap<Value, Option<Repr>>,
    /// Which parts of results the function uses: whether a read needs its check bit, and sizes the number of levels.
    pub(crate) used_parts: UsedParts,
    /// Maps a vector that repeats one scalar and is only used as a factor to that scalar.
    pub(crate) splats: SecondaryMap<Value, Option<Value>>,
    /// The operations that one instruction expresses.
    pub(crate) groups: Groups,
    pub(crate) labels: SecondaryMap<Block, Option<Word>>,
    pub(crate) edges: SecondaryMap<Block, Edges>,
    /// Parameters of the blocks written so far, with the ids of their phis.
    pub(crate) phi_ids: Vec<(Block, Value, Word)>,
    /// Jumps that get a copy of the return block they lead to.
    pub(crate) copied_returns: FxHashSet<(Block, Block)>,
    /// The ray queries of the function being written.
    pub(crate) queries: Queries,
    /// The head of the loop that a block is the continue block of.
    pub(crate) heads: FxHashMap<Block, Block>,
    /// Continue blocks that do not lead back to the head of their loop, and that head.
    pub(crate) missing_back_edges: FxHashMap<Block, Block>,
    /// Copies to be written after the current block.
    pub(crate) copies: Vec<(Word, BlockCall)>,
    /// The block of the IR being written.
    pub(crate) current: Option<Block>,
    non_uniform: FxHashSet<Word>,
    discarded: Discarded,
}

/// The behaviour of a discarded lane.
#[derive(Clone, Copy)]
enum Discarded {
    /// It ends.
    Ends,
    /// It goes on as a helper, which SPIR-V has since a version.
    Helps,
    /// The same, by an extension.
    HelpsByExtension,
}

impl Discarded {
    const VERSION: (u8, u8) = (1, 6);
    const EXTENSION: &'static str = "SPV_EXT_demote_to_helper_invocation";

    fn of(options: &SpirvOptions) -> Self {
        if options.env.version() >= Self::VERSION {
            Self::Helps
        } else if options.extensions.iter().any(|name| name == Self::EXTENSION) {
            Self::HelpsByExtension
        } else {
            Self::Ends
        }
    }
}

impl<'m> Writer<'m> {
    pub(crate) fn new(module: &'m Module, entry: &'m EntryPoint, func: &'m Function, options: &SpirvOptions) -> Self {
        let by_rows = options.raw_matrices_by_rows;
        let mut diagnostics = Diagnostics::default();
        let bindings = bindings::assign(module, &options.bindings, &mut diagnostics);
        Self {
            module,
            from: None,
            debug: None,
            files: FxHashMap::default(),
            raw_matrices: if by_rows { MatrixOrder::RowMajor } else { MatrixOrder::ColumnMajor },
            is_checked: !options.unchecked,
            foreign_built_ins: Vec::new(),
            links: options.env.links(),
            mesh_extension: options.env.has_1_4() && options.allows("SPV_EXT_mesh_shader"),
            keep: options.keep,
            interlock: Interlock::None,
            reflect: options.reflect,
            is_1_4: false,
            ray_tracing: None,
            handed: HandedOn::default(),
            payload_global: None,
            layout: options.layout,
            flattens: options.bindings.flatten,
            unknown_formats: options.unknown_formats,
            bases: options.bases,
            positions: options.positions,
            entry,
            func,
            asm: Assembly::new(),
            diagnostics,
            register_types: FxHashMap::default(),
            memory_types: FxHashMap::default(),
            strided_arrays: FxHashMap::default(),
            consts: FxHashMap::default(),
            bindings,
            resources: FxHashMap::default(),
            unformatted: FxHashSet::default(),
            long_resources: FxHashMap::default(),
            long_block_type: None,
            counters: FxHashMap::default(),
            globals: SecondaryMap::new(),
            block_types: FxHashMap::default(),
            counter_type: None,
            address_types: FxHashMap::default(),
            decorated_types: FxHashSet::default(),
            named_types: FxHashSet::default(),
            interface: Interface::new(entry, options.locations_by_name, options.packs_locations),
            locations_by_name: options.locations_by_name,
            packs_locations: options.packs_locations,
            is_entry: true,
            functions: SecondaryMap::new(),
            written: EntitySet::new(),
            values: SecondaryMap::new(),
            splats: SecondaryMap::new(),
            groups: Groups::default(),
            used_parts: UsedParts::default(),
            labels: SecondaryMap::new(),
            edges: SecondaryMap::new(),
            phi_ids: Vec::new(),
            copied_returns: FxHashSet::default(),
            heads: FxHashMap::default(),
            queries: Queries::default(),
            missing_back_edges: FxHashMap::default(),
            copies: Vec::new(),
            current: None,
            non_uniform: FxHashSet::default(),
            discarded: Discarded::of(options),
        }
    }

    /// Writes one function; its id.
    pub(crate) fn function(&mut self, id: Func) -> Word {
        self.func = &self.module.funcs[id];
        self.asm.loc = Some(self.func.loc);
        self.values.clear();
        self.splats = factors(&self.module.ctx, self.func);
        self.groups = Groups::new(&self.module.ctx, self.func);
        self.used_parts = used_parts(self.func);
        self.labels.clear();
        self.edges.clear();
        self.heads.clear();
        self.queries.clear();
        let ret = self.result_type(self.func.ret);
        let params: Vec<Word> = self.func.params().iter().map(|&param| self.param_type(self.func.ty(param))).collect();
        let (word, ids) = self.asm.begin_function(self.functions[id], ret, &params);
        self.functions[id] = Some(word);
        self.debug_function(id, word);
        if !self.is_entry {
            let decorations = &self.module.funcs[id].decorations;
            self.decorate_foreign(word, Decorated::Function, decorations);
        }
        for (&param, id) in self.func.params().iter().zip(ids) {
            self.values[param] = Some(match self.module.ctx.pointee(self.func.ty(param)) {
                Some((to, _)) => {
                    let data = self.module.ctx.type_data(to).clone();
                    let base = Base::Variable { id, class: StorageClass::Function, data };
                    Repr::Place(Place { base, path: SmallVec::new() })
                }
                None => Repr::Id(id),
            });
        }
        let cfg = Cfg::new(self.func);
        let order = structured_order(self.func, &cfg);
        self.copied_returns = returns_to_copy(self.func, &cfg);
        for &head in &order {
            if let Region::Loop { continue_target, .. } = self.func.blocks[head].region {
                self.heads.insert(continue_target, head);
            }
        }
        self.missing_back_edges = loops_without_back_edge(self.func, &cfg);
        for &block in &order {
            self.labels[block] = Some(self.asm.id());
        }
        for &block in &order {
            // Copies of a return block may leave it without any jump to it.
            let reached = self.func.entry() == Some(block) || !self.edges[block].is_empty();
            if cfg.is_reachable(block) && reached {
                self.block(block);
            } else {
                self.unreached_block(block);
            }
        }
        let phis = self.phis();
        self.asm.add_phis(phis);
        self.asm.end_function();
        word
    }

    /// The type of what a function gives.
    fn result_type(&mut self, ty: Type) -> Word {
        if ty == self.module.ctx.void() { self.asm.void() } else { self.register_type(ty) }
    }

    /// The type of a parameter: of a value, or of a pointer to a variable of the caller.
    fn param_type(&mut self, ty: Type) -> Word {
        if let Some((to, AddressSpace::Function)) = self.module.ctx.pointee(ty) {
            let to = self.register_type(to);
            return self.asm.pointer_type(to, StorageClass::Function);
        }
        if !self.is_plain(ty) {
            self.unsupported("a resource or pointer as a parameter of a function that is not inlined");
        }
        self.register_type(ty)
    }

    /// Calls a function.
    pub(crate) fn call(&mut self, site: &Site<'m>) -> Option<Repr> {
        let Imm::Func(callee) = site.imm else { return None };
        let id = match self.functions[callee] {
            Some(id) => id,
            None => {
                let id = self.asm.id();
                self.functions[callee] = Some(id);
                id
            }
        };
        let mut operands = vec![id];
        for &arg in site.args {
            let id = if let Repr::Place(Place { base: Base::Variable { id, class: StorageClass::Function, .. }, path }) =
                self.repr(arg)
                && path.is_empty()
            {
                id
            } else {
                self.id(arg)
            };
            operands.push(id);
        }
        let ret = self.result_type(self.module.funcs[callee].ret);
        let result = self.asm.op(Core::FunctionCall, ret, &operands);
        Some(if ret == self.asm.void() { Repr::Nothing } else { Repr::Id(result) })
    }

    /// Reports an input or output that no entry point has to itself.
    pub(crate) fn interface_is_own(&mut self) {
        if !self.is_entry {
            self.unsupported("an input, output or system value in a function that is not inlined");
        }
    }

    pub(crate) fn span(&self) -> Span {
        let span = self.asm.loc.map_or(Span::NONE, |loc| self.module.ctx.span(loc));
        if span.is_none() { self.entry.span } else { span }
    }

    /// Reports something that has no form here yet.
    pub(crate) fn unsupported(&mut self, what: &str) {
        let span = self.span();
        self.diagnostics.push(errors::not_supported_yet(span, what));
    }

    /// Reports what is wrong with the current operation.
    pub(crate) fn problem_here(&mut self, problem: fn(Span) -> Diagnostic) {
        let span = self.span();
        self.diagnostics.push(problem(span));
    }

    /// Reports what is wrong with all of the entry point.
    pub(crate) fn problem_of_entry(&mut self, problem: fn(Span) -> Diagnostic) {
        self.diagnostics.push(problem(self.entry.span));
    }

    /// Reports IR that cannot be.
    pub(crate) fn internal(&mut self, what: &str) {
        let span = self.span();
        self.diagnostics.push(errors::not_spirv(span, &self.func.name, what));
    }

    /// The representation of a value.
    pub(crate) fn repr(&mut self, value: Value) -> Repr {
        if let Some(repr) = &self.values[value] {
            return repr.clone();
        }
        match self.func.values[value].def {
            ValueDef::Const(id) => Repr::Id(self.constant(id)),
            ValueDef::Inst(_) | ValueDef::Param(..) => Repr::Missing,
        }
    }

    /// The id of a value.
    pub(crate) fn id(&mut self, value: Value) -> Word {
        match self.repr(value) {
            Repr::Id(id) => id,
            Repr::Parts(parts) => {
                let ty = self.register_type(self.func.ty(value));
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
            Repr::Place(place) if self.module.ctx.pointee(self.func.ty(value)).is_none() => self.load(&place),
            Repr::Missing | Repr::Nothing | Repr::Handle(_) | Repr::Place(_) => {
                self.unsupported("a resource or pointer that depends on control flow");
                let ty = self.uint_type();
                self.undef(ty)
            }
        }
    }

    /// The type of a value, by content.
    pub(crate) fn data(&self, value: Value) -> TypeData {
        self.module.ctx.type_data(self.func.ty(value)).clone()
    }

    /// The kind of the numbers that a value is of.
    pub(crate) fn scalar(&mut self, value: Value) -> Scalar {
        self.numbers(self.func.ty(value)).0
    }

    /// The number of components of a value.
    pub(crate) fn lanes(&mut self, value: Value) -> u16 {
        self.numbers(self.func.ty(value)).1
    }

    /// Kind and number of the components of a number or vector.
    pub(crate) fn numbers(&mut self, ty: Type) -> (Scalar, u16) {
        let ctx = &self.module.ctx;
        if let (Some(scalar), Some(lanes)) = (ctx.scalar_of(ty), ctx.lanes(ty)) {
            return (scalar, lanes);
        }
        self.internal("what is no number where one is needed");
        (Scalar::I32, 1)
    }

    /// Whether any value will do here.
    pub(crate) fn is_undef(&self, value: Value) -> bool {
        let id = self.func.as_const(value);
        id.is_some_and(|id| matches!(self.module.ctx.const_data(id).1, hlslc_ir::ConstData::Undef))
    }

    pub(crate) fn inst(&mut self, inst: Inst) {
        let func = self.func;
        if self.groups.is_absorbed(inst) {
            return;
        }
        let data = &func.insts[inst];
        let (form, args) = (form(data.op), func.args(inst));
        if form.is_on_numbers() {
            // Constants among the operands are declared before the type of the result.
            for &arg in args {
                self.repr(arg);
            }
        }
        // What comes in parts has no type of its own, unless it is constructed here.
        let is_in_parts = matches!(self.module.ctx.type_data(data.ty), TypeData::Tuple(_))
            && matches!(form, Form::Sampled(..) | Form::By(_))
            && !matches!(data.op, Op::Construct | Op::Insert | Op::Extract);
        let ty = if is_in_parts { self.asm.void() } else { self.register_type(data.ty) };
        let site = Site { inst, op: data.op, imm: data.imm, args, result: data.ty, ty };
        let written = match self.fused(&site) {
            Some(id) => Some(Repr::Id(id)),
            None => self.by_form(&site, form),
        };
        let repr = match written {
            Some(repr) => repr,
            None => {
                self.unsupported(&format!("`{}`", data.op.name()));
                let ty = self.register_type(data.ty);
                Repr::Id(self.undef(ty))
            }
        };
        if let Some(result) = func.result(inst) {
            self.values[result] = Some(repr);
        }
    }

    /// An operation by its row; nothing if there is no form for these operands.
    fn by_form(&mut self, site: &Site<'m>, form: Form<'m>) -> Option<Repr> {
        let id = match form {
            Form::By(write) => return write(self, site),
            Form::Sampled(core, level) => return self.sample(site, core, level),
            Form::Component(built_in) => return self.built_in_component(site, built_in),
            Form::Transform(built_in) => return self.transform(site, built_in),
            Form::Variable(built_in, capability) => {
                if let Some(capability) = capability {
                    self.asm.capability(capability);
                }
                self.load_built_in(built_in, site.ty)
            }
            Form::Resize(core) => self.resize(site, core)?,
            Form::Convert(core) => self.convert(site, core)?,
            Form::Wave(capability, core) => {
                let args: SmallVec<[Word; 4]> = site.args.iter().map(|&arg| self.id(arg)).collect();
                self.wave(capability, core, site.ty, &args)
            }
            Form::Query(core, hit, fact) => return self.on_ray_query(site, core, hit, fact),
            Form::BallotBits(how) => self.count_ballot(*site.args.first()?, how),
            Form::Reduce(how) => {
                let (Imm::Reduce(kind), &[value]) = (site.imm, site.args) else { return None };
                self.reduce(kind, how, value, site.ty)
            }
            Form::Inst(_)
            | Form::OrBool(..)
            | Form::Ext(_)
            | Form::MulAdd(..)
            | Form::Derivative(_)
            | Form::FineDerivative(_) => self.on_numbers(site, form)?,
            Form::Unseen(why) => {
                self.internal(&format!("`{}`: {why}", site.op.name()));
                self.undef(site.ty)
            }
            Form::NotYet => return None,
            Form::Lacks(what) => {
                self.unsupported(what);
                self.undef(site.ty)
            }
        };
        Some(Repr::Id(id))
    }

    /// An instruction or two on numbers, which may have to be exact.
    fn on_numbers(&mut self, site: &Site<'_>, form: Form<'m>) -> Option<Word> {
        if let Some(id) = self.scaled(site) {
            return Some(id);
        }
        let args: SmallVec<[Word; 4]> = site.args.iter().map(|&arg| self.id(arg)).collect();
        let on_bools = self.scalar(*site.args.first()?) == Scalar::Bool;
        let id = match form {
            Form::OrBool(_, core) if on_bools => self.plain(core, site.ty, &args),
            Form::Inst(core) | Form::OrBool(core, _) => self.plain(core, site.ty, &args),
            Form::Ext(glsl) => self.asm.glsl(glsl, site.ty, &args),
            Form::Derivative(core) => {
                self.need_neighbours();
                self.asm.op(core, site.ty, &args)
            }
            Form::FineDerivative(core) => {
                self.need_neighbours();
                self.asm.capability(Capability::DerivativeControl);
                self.asm.op(core, site.ty, &args)
            }
            Form::MulAdd(mul, add) => {
                let &[a, b, c] = args.as_slice() else { return None };
                let product = self.asm.op(mul, site.ty, &[a, b]);
                self.exactly(site.inst, product);
                self.asm.op(add, site.ty, &[product, c])
            }
            Form::By(_)
            | Form::Sampled(..)
            | Form::Component(_)
            | Form::Transform(_)
            | Form::Variable(..)
            | Form::Resize(_)
            | Form::Convert(_)
            | Form::Wave(..)
            | Form::BallotBits(_)
            | Form::Reduce(_)
            | Form::Query(..)
            | Form::Unseen(_)
            | Form::NotYet
            | Form::Lacks(_) => {
                self.internal("an operation that is not on numbers alone");
                return Some(self.undef(site.ty));
            }
        };
        self.exactly(site.inst, id);
        Some(id)
    }

    /// An instruction; on specialization constants it is one itself, where SPIR-V lets it. A quotient might have none.
    pub(crate) fn plain(&mut self, core: Core, ty: Word, args: &[Word]) -> Word {
        let may_be = matches!(
            core,
            Core::IAdd
                | Core::ISub
                | Core::IMul
                | Core::ShiftLeftLogical
                | Core::ShiftRightLogical
                | Core::ShiftRightArithmetic
                | Core::BitwiseAnd
                | Core::BitwiseOr
                | Core::BitwiseXor
                | Core::LogicalAnd
                | Core::LogicalOr
                | Core::LogicalEqual
                | Core::LogicalNotEqual
                | Core::IEqual
                | Core::INotEqual
                | Core::Select
                | Core::UGreaterThan
                | Core::UGreaterThanEqual
                | Core::ULessThan
                | Core::ULessThanEqual
                | Core::SGreaterThan
                | Core::SGreaterThanEqual
                | Core::SLessThan
                | Core::SLessThanEqual
        );
        if may_be && self.asm.are_chosen(args) { self.asm.chosen(core, ty, args) } else { self.asm.op(core, ty, args) }
    }

    fn convert(&mut self, site: &Site<'_>, core: Core) -> Option<Word> {
        let &[value] = site.args else { return None };
        if self.scalar(value) == Scalar::Bool {
            let scalar = self.module.ctx.scalar_of(site.result)?;
            let element = self.scalar_type(scalar);
            let one = match number(scalar) {
                Number::Float(16) => self.scalar_const(scalar, 0x3c00),
                Number::Float(64) => self.scalar_const(scalar, 1f64.to_bits()),
                Number::Float(_) | Number::Uint(_) | Number::Bool => {
                    self.scalar_const(scalar, u64::from(1f32.to_bits()))
                }
            };
            return Some(self.bool_to_number(value, site.ty, element, one));
        }
        let value = self.id(value);
        let id = self.asm.op(core, site.ty, &[value]);
        self.exactly(site.inst, id);
        Some(id)
    }

    /// Keeps a precise operation from being contracted. Only arithmetic can be.
    pub(crate) fn exactly(&mut self, inst: Inst, id: Word) {
        let data = &self.func.insts[inst];
        let is_arithmetic =
            matches!(data.op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FNeg | Op::FMad | Op::Dot);
        if data.flags.is_precise() && is_arithmetic {
            self.asm.decorate(id, Decoration::NoContraction, &[]);
        }
    }

    /// Stops in a debugger: an instruction that means nothing to all others.
    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn debug_break(&mut self, _: &Site<'_>) -> Option<Repr> {
        const BREAK: u32 = 1;
        self.asm.extension("SPV_KHR_non_semantic_info");
        let set = self.asm.import("NonSemantic.DebugBreak");
        let void = self.asm.void();
        self.asm.inst(Core::ExtInst, void, vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(BREAK)]);
        Some(Repr::Nothing)
    }

    /// Ends the lane if the condition holds.
    pub(crate) fn discard(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[cond] = site.args else { return None };
        let cond = self.id(cond);
        let (kill, go_on) = (self.asm.id(), self.asm.id());
        self.asm.effect(
            Core::SelectionMerge,
            vec![Operand::IdRef(go_on), Operand::SelectionControl(SelectionControl::NONE)],
        );
        self.asm.end_block(
            Core::BranchConditional,
            vec![Operand::IdRef(cond), Operand::IdRef(kill), Operand::IdRef(go_on)],
        );
        self.asm.begin_block(kill);
        if self.leave_lane() {
            self.asm.end_block(Core::Kill, Vec::new());
        } else {
            self.asm.effect(Core::DemoteToHelperInvocation, Vec::new());
            self.asm.end_block(Core::Branch, vec![Operand::IdRef(go_on)]);
        }
        self.asm.begin_block(go_on);
        Some(Repr::Nothing)
    }

    /// Says what a discarded lane does here, and whether that is to end. To go on as a helper is what the language means, as
    /// the derivatives of its neighbours need it; environments before Vulkan 1.3 have that by an extension that is asked for.
    fn leave_lane(&mut self) -> bool {
        match self.discarded {
            Discarded::Ends => return true,
            Discarded::Helps => self.asm.need_version(Discarded::VERSION),
            Discarded::HelpsByExtension => self.asm.extension(Discarded::EXTENSION),
        }
        self.asm.capability(Capability::DemoteToHelperInvocation);
        false
    }

    /// Marks an id as depending on an index that differs between lanes.
    pub(crate) fn mark_non_uniform(&mut self, id: Word) {
        if self.non_uniform.is_empty() {
            self.asm.capability(Capability::ShaderNonUniform);
        }
        // One index may lead to an image and to its sampler.
        if self.non_uniform.insert(id) {
            self.asm.decorate(id, Decoration::NonUniform, &[]);
        }
    }
}
