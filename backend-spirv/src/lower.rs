//! Lowers the bodies of functions: values, and each operation by its row of [`optable`](crate::optable).
//!
//! Input: functions after the common passes and `structurize`: single-level exits, and regions on all branches that need
//! them. Each entry point has its own interface; the functions that it calls follow all of them and access none. Handles,
//! pointers and tuples are no values in SPIR-V: they are resolved at their uses ([`Repr`]), so they must not be block
//! parameters.

use crate::cfg::{loops_without_back_edge, returns_to_copy, structured_order};
use crate::errors;
use crate::factors::factors;
use crate::foreign::Decorated;
use crate::fused::Groups;
use crate::memory::{Base, Place};
use crate::optable::{Form, form};
use crate::texture::used_parts;
use crate::types::{Number, number};
use crate::writer::{Discarded, Repr, Site, Writer};
use hlslc_base::{Diagnostic, Span};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::function::Linkage;
use hlslc_ir::types::{Scalar, TypeData};
use hlslc_ir::{AddressSpace, Func, Imm, Inst, Op, Region, Type, Value, ValueDef};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, LinkageType, Op as Core, SelectionControl, StorageClass, Word};
use smallvec::SmallVec;

impl<'m> Writer<'m> {
    /// Writes one function; its id.
    pub(crate) fn function(&mut self, id: Func) -> Word {
        self.func = &self.module.funcs[id];
        self.asm.loc = Some(self.func.loc);
        if self.func.linkage == Linkage::External {
            return self.import(id);
        }
        self.body.values.clear();
        self.body.splats = factors(&self.module.ctx, self.func);
        self.body.groups = Groups::new(&self.module.ctx, self.func);
        self.body.used_parts = used_parts(self.func);
        self.body.labels.clear();
        self.body.edges.clear();
        self.body.heads.clear();
        self.body.queries.clear();
        let ret = self.result_type(self.func.ret);
        let params: Vec<Word> = self.func.params().iter().map(|&param| self.param_type(self.func.ty(param))).collect();
        let (word, ids) = self.asm.begin_function(self.functions[id], ret, &params);
        self.functions[id] = Some(word);
        self.debug_function(id, word);
        if !self.body.is_entry {
            let decorations = &self.module.funcs[id].decorations;
            self.decorate_foreign(word, Decorated::Function, decorations);
        }
        for (&param, id) in self.func.params().iter().zip(ids) {
            self.body.values[param] = Some(match self.module.ctx.pointee(self.func.ty(param)) {
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
        self.body.copied_returns = returns_to_copy(self.func, &cfg);
        for &head in &order {
            if let Region::Loop { continue_target, .. } = self.func.blocks[head].region {
                self.body.heads.insert(continue_target, head);
            }
        }
        self.body.missing_back_edges = loops_without_back_edge(self.func, &cfg);
        for &block in &order {
            self.body.labels[block] = Some(self.asm.id());
        }
        for &block in &order {
            // Copies of a return block may leave it without any jump to it.
            let reached = self.func.entry() == Some(block) || !self.body.edges[block].is_empty();
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

    /// Declares a function of another module; its id.
    fn import(&mut self, id: Func) -> Word {
        let ret = self.result_type(self.func.ret);
        let params: Vec<Word> = self.func.declared.iter().map(|&param| self.param_type(param)).collect();
        let (word, _) = self.asm.begin_function(self.functions[id], ret, &params);
        self.functions[id] = Some(word);
        self.asm.end_function();
        self.asm.link(word, &self.func.name, LinkageType::Import);
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
                let called = &self.module.funcs[callee];
                if called.linkage == Linkage::External && !self.settings.links {
                    self.diagnostics.push(errors::undefined_function(self.span(), &called.name));
                }
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
        if !self.body.is_entry {
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
        if let Some(repr) = &self.body.values[value] {
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
        if self.body.groups.is_absorbed(inst) {
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
            self.body.values[result] = Some(repr);
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
            Form::Derivative(core) => self.derivative(site, core, &args),
            Form::FineDerivative(core) => {
                self.asm.capability(Capability::DerivativeControl);
                self.derivative(site, core, &args)
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

    /// A derivative. SPIR-V has those of floats of 32 bits alone; that of a half is computed there, where its halves are exact.
    fn derivative(&mut self, site: &Site<'_>, core: Core, args: &[Word]) -> Word {
        self.need_neighbours();
        let &[value] = site.args else { return self.asm.op(core, site.ty, args) };
        let (scalar, lanes) = self.numbers(self.func.ty(value));
        if scalar != Scalar::F16 {
            return self.asm.op(core, site.ty, args);
        }
        let ty = self.vector_type(Scalar::F32, lanes);
        let wide = self.asm.op(Core::FConvert, ty, args);
        let found = self.asm.op(core, ty, &[wide]);
        self.asm.op(Core::FConvert, site.ty, &[found])
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
        match self.settings.discarded {
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
