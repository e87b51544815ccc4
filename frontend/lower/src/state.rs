//! Holds the state that the lowering of all functions of a program shares: the program, the types, variables and
//! resources made so far, the functions still to do, and the diagnostics.
//!
//! The IR context lives beside it, not in it, so that a builder can hold the context while a function queries this state.

use crate::Options;
use crate::debug::DebugState;
use crate::declared::declared;
use crate::errors;
use crate::instance::{Bound, Instance};
use crate::precise;
use crate::resource::ResourceTable;
use crate::types::TypeMap;
use cranelift_entity::PrimaryMap;
use hlslc_base::{Diagnostic, Diagnostics, Interner, Span};
use hlslc_hir::hir::{FuncId, GlobalId, GlobalKind, LocalId, ParamMode, Program};
use hlslc_hir::types::{StructId, Ty};
use hlslc_ir::foreign::{ForeignNeeds, ForeignVariable};
use hlslc_ir::module::GlobalData;
use hlslc_ir::vulkan::Specialization;
use hlslc_ir::{AddressSpace, ConstData, Context, Func, Function, Global, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Shared state; see the module.
pub(crate) struct Shared<'p> {
    /// The program.
    pub(crate) program: &'p Program,
    /// Its names.
    pub(crate) interner: &'p Interner,
    /// How.
    pub(crate) options: Options,
    /// Problems found.
    pub(crate) diags: Diagnostics,
    reported: FxHashSet<String>,
    /// Mistakes of ours. Found also where nothing else may change.
    pub(crate) mistakes: RefCell<Vec<Diagnostic>>,
    /// Types lowered so far.
    pub(crate) types: TypeMap,
    /// Resources of the module.
    pub(crate) resources: ResourceTable,
    /// Variables of the module.
    pub(crate) globals: PrimaryMap<Global, GlobalData>,
    pub(crate) global_map: FxHashMap<GlobalId, Option<Global>>,
    /// Static variables in use whose initial value is worked out when the shader starts, in the order met.
    pub(crate) to_init: Vec<GlobalId>,
    /// Functions of the module; those on the work list are still empty.
    pub(crate) funcs: PrimaryMap<Func, Function>,
    func_map: FxHashMap<Instance, Func>,
    /// Functions called but not lowered yet.
    pub(crate) work: Vec<(Instance, Func)>,
    /// For each method asked about, whether it may change its object.
    pub(crate) changes_this: FxHashMap<FuncId, bool>,
    /// Parameters that are known to be only written, or not.
    pub(crate) only_writes: FxHashMap<(FuncId, LocalId), bool>,
    /// Structs with a `precise` member.
    pub(crate) precise_structs: FxHashSet<StructId>,
    /// The requests for SPIR-V by number or name.
    pub(crate) foreign: ForeignNeeds,
    /// The debug information, if it is requested.
    pub(crate) debug: Option<DebugState>,
}

impl<'p> Shared<'p> {
    /// Fresh state.
    pub(crate) fn new(program: &'p Program, interner: &'p Interner, options: Options) -> Self {
        let debug = options.debug.then(DebugState::default);
        Self {
            program,
            interner,
            options,
            diags: Diagnostics::default(),
            reported: FxHashSet::default(),
            mistakes: RefCell::default(),
            types: TypeMap::default(),
            resources: ResourceTable::default(),
            globals: PrimaryMap::new(),
            global_map: FxHashMap::default(),
            to_init: Vec::new(),
            funcs: PrimaryMap::new(),
            func_map: FxHashMap::default(),
            work: Vec::new(),
            changes_this: FxHashMap::default(),
            only_writes: FxHashMap::default(),
            precise_structs: precise::structs_with_precise_members(program),
            foreign: ForeignNeeds::default(),
            debug,
        }
    }

    /// Reports a problem, each wording once: the same missing feature in ten places is one error.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.reported.insert(diagnostic.message.clone()) {
            self.diags.push(diagnostic);
        }
    }

    /// Reports that something is not supported yet.
    pub(crate) fn unsupported(&mut self, span: Span, what: &str) {
        // What is not there because a budget ran out is no problem of its own.
        if self.resources.has_too_many_parts(self.options.budgets.resource_parts) {
            return;
        }
        self.report(errors::not_supported(span, what));
    }

    /// The IR type of an HLSL type. A type no back end has is reported, and `i32` stands for it.
    pub(crate) fn ty(&mut self, ctx: &mut Context, ty: Ty, span: Span) -> Type {
        self.try_ty(ctx, ty).unwrap_or_else(|| {
            let what = format!("type `{}` here", self.program.types.display(ty));
            self.unsupported(span, &what);
            ctx.i32()
        })
    }

    /// The IR function of a function, declared now and put on the work list when first asked for.
    pub(crate) fn func(&mut self, ctx: &mut Context, id: FuncId) -> Func {
        self.instance(ctx, Instance::of(id))
    }

    /// The same of an instance.
    pub(crate) fn instance(&mut self, ctx: &mut Context, instance: Instance) -> Func {
        if let Some(&func) = self.func_map.get(&instance) {
            return func;
        }
        let f = &self.program.funcs[instance.func];
        let ret = self.result_types(ctx, &instance).0;
        let loc = ctx.loc(f.span, None);
        let mut function = Function::new(f.name.clone(), ret, loc);
        self.describe(ctx, &instance, &mut function);
        let func = self.funcs.push(function);
        self.func_map.insert(instance.clone(), func);
        self.work.push((instance, func));
        func
    }

    /// Types of the parameters of the IR function: the object first (a pointer), then one for each parameter,
    /// by value for `in`, else a pointer to a local of the caller; of what a mesh shader writes to the output itself, of what a
    /// ray shader is given to where that is. What only names a global has none. What a linker sees has a parameter for its result
    /// before all others, and pointers for structs and arrays ([`linkage`](crate::linkage)).
    pub(crate) fn param_types(&mut self, ctx: &mut Context, instance: &Instance) -> Vec<Type> {
        let f = &self.program.funcs[instance.func];
        let mut types = Vec::with_capacity(f.params.len() + 2);
        let is_seen = self.is_seen(instance);
        types.extend(self.result_types(ctx, instance).1);
        if let Some(this) = f.this {
            let object = self.struct_ty(ctx, this, f.span);
            types.push(ctx.pointer(object, AddressSpace::Function));
        }
        for (at, param) in f.params.iter().enumerate() {
            let local = &f.locals[param.local];
            let ty = match instance.bound(at) {
                Bound::AsDeclared | Bound::Given(_) => self.ty(ctx, local.ty, local.span),
                Bound::Sized(ty) => ty,
                Bound::Global(_) => continue,
            };
            types.push(match param.mode {
                _ if let Bound::Given(space) = instance.bound(at) => ctx.pointer(ty, space),
                _ if self.is_patch(local.ty) => ctx.pointer(ty, AddressSpace::Input),
                // A stream is a pointer already.
                _ if ctx.pointee(ty).is_some() => ty,
                ParamMode::In if is_seen && self.by_reference(local.ty) => ctx.pointer(ty, AddressSpace::Function),
                ParamMode::In => ty,
                ParamMode::Out | ParamMode::InOut if instance.is_ray_shader => ctx.pointer(ty, AddressSpace::Parameter),
                ParamMode::Shared => ctx.pointer(ty, AddressSpace::Groupshared),
                ParamMode::Out | ParamMode::InOut if param.role.is_some() => ctx.pointer(ty, AddressSpace::Output),
                ParamMode::Out | ParamMode::InOut => ctx.pointer(ty, AddressSpace::Function),
            });
        }
        types
    }

    /// The variable of a global and the function of its initial value, if that is worked out when the shader starts and
    /// some function uses it.
    pub(crate) fn start_of(&self, id: GlobalId) -> Option<(Global, Func)> {
        let variable = (*self.global_map.get(&id)?)?;
        let init = self.program.globals[id].init_func?;
        Some((variable, *self.func_map.get(&Instance::of(init))?))
    }

    /// The variable of a global that is one: static, constant or groupshared.
    pub(crate) fn global(&mut self, ctx: &mut Context, id: GlobalId) -> Option<Global> {
        if let Some(&known) = self.global_map.get(&id) {
            return known;
        }
        let data = &self.program.globals[id];
        let made = self.make_global(ctx, id).map(|global| self.globals.push(global));
        if made.is_some() && data.init_func.is_some() {
            self.to_init.push(id);
        }
        self.global_map.insert(id, made);
        made
    }

    fn make_global(&mut self, ctx: &mut Context, id: GlobalId) -> Option<GlobalData> {
        let data = &self.program.globals[id];
        let ty = self.ty(ctx, data.ty, data.span);
        let init = data.init.as_ref().and_then(|value| self.constant(ctx, data.ty, value));
        let (space, init) = match data.kind {
            _ if data.foreign_variable.is_some() => (AddressSpace::Foreign, None),
            GlobalKind::Static => (AddressSpace::Private, init),
            // A value that is worked out when the shader starts needs a variable that can be stored to.
            GlobalKind::Constant if data.init_func.is_some() => (AddressSpace::Private, None),
            GlobalKind::Constant | GlobalKind::Specialization(_) => {
                (AddressSpace::Constant, Some(init.unwrap_or_else(|| ctx.constant(ty, ConstData::Zero))))
            }
            GlobalKind::Groupshared => (AddressSpace::Groupshared, None),
            GlobalKind::Resource | GlobalKind::BufferMember { .. } | GlobalKind::Buffer { .. } => return None,
        };
        let specialization = match data.kind {
            GlobalKind::Specialization(id) => {
                Some(Specialization { id, declared: declared(&self.program.types, data.ty, self.program.native_16bit) })
            }
            GlobalKind::Static
            | GlobalKind::Constant
            | GlobalKind::Groupshared
            | GlobalKind::Resource
            | GlobalKind::BufferMember { .. }
            | GlobalKind::Buffer { .. } => None,
        };
        let decorations = self.decorations(ctx, &data.foreign);
        let (name, span) = (data.name.clone(), data.span);
        let signed = declared(&self.program.types, data.ty, self.program.native_16bit).is_signed_type();
        let foreign = data.foreign_variable.map(|variable| ForeignVariable { signed, ..variable });
        Some(GlobalData { name, span, ty, space, init, specialization, foreign, decorations })
    }
}
