//! Lowers calls of the program's own functions: call by value-result, as HLSL specifies it.
//!
//! `in` is passed by value; `out` and `inout` by a pointer to a local that is copied from before and to after the
//! call, so that arguments that name the same variable behave as copies. `this` is passed by pointer: directly if
//! the object is a whole local variable, which nothing else can reach during the call, else through a copy.
//! Pending copies out are done from left to right, the object first.

use crate::function::FuncLowerer;
use crate::instance::{Bound, Instance};
use crate::place::{Part, Target};
use crate::precise::Marks;
use crate::state::Shared;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprKind, FuncId, Function, LocalId, ParamMode, Place, PlaceBase};
use hlslc_hir::places::PlaceUse;
use hlslc_hir::types::Ty;
use hlslc_ir::{AddressSpace, Imm, Op, Value};

/// A copy back after a call.
pub(crate) struct CopyOut {
    target: Target,
    from: Value,
    from_ty: Ty,
    to_ty: Ty,
}

impl<'p> FuncLowerer<'_, 'p> {
    /// Calls a function; the result is `None` for `void`.
    pub(crate) fn call(&mut self, id: FuncId, this: Option<&'p Place>, args: &'p [Arg], span: Span) -> Option<Value> {
        if self.cx.program.funcs[id].instruction.is_some() {
            return self.foreign_call(id, args, span);
        }
        let mut values = Vec::with_capacity(args.len() + 2);
        let mut copies = Vec::new();
        if let Some(place) = this {
            let changes = self.cx.changes_this(id);
            values.push(self.object_pointer(place, changes, &mut copies, span));
        }
        let program = self.cx.program;
        let callee = &program.funcs[id];
        let mut bounds = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&callee.params) {
            if let Some((bound, pointer)) = self.patch_argument(arg, callee.locals[param.local].ty) {
                bounds.push(bound);
                values.push(pointer);
                continue;
            }
            match self.unsized_argument(arg, callee.locals[param.local].ty) {
                Some((bound, value)) => {
                    bounds.push(bound);
                    values.extend(value);
                }
                None => {
                    let given = if callee.symbols.is_empty() { self.given(arg, (id, param.local)) } else { None };
                    bounds.push(given.map_or(Bound::AsDeclared, |(_, space)| Bound::Given(space)));
                    values.push(match given {
                        Some((pointer, _)) => pointer,
                        None => self.argument(arg, &mut copies, span),
                    });
                }
            }
        }
        self.at(span);
        let instance = Instance::for_call(id, bounds);
        let func = self.cx.instance(self.b.ctx, instance.clone());
        let memory = if self.cx.is_seen(&instance) { self.pass_by_reference(id, &mut values) } else { None };
        let ret = self.cx.funcs[func].ret;
        let result = self.b.inst(Op::Call, ret, Imm::Func(func), &values);
        let result = memory.map_or(result, |memory| Some(self.b.load(memory)));
        self.copy_out(copies, span);
        result
    }

    /// Copies back what a call has written.
    pub(crate) fn copy_out(&mut self, copies: Vec<CopyOut>, span: Span) {
        for copy in copies {
            let value = self.b.load(copy.from);
            let value = self.convert_shape(value, copy.from_ty, copy.to_ty, span);
            self.store_place(&copy.target, value);
        }
    }

    /// The pointer to an argument that a function takes where it is, whole, and the memory it points into: what a ray shader is
    /// given by reference, and an output of a mesh shader that is only written.
    fn given(&mut self, arg: &'p Arg, param: (FuncId, LocalId)) -> Option<(Value, AddressSpace)> {
        let (Arg::InOut { place, param_ty } | Arg::Out { place, param_ty }) = arg else { return None };
        let PlaceBase::Local(local) = place.base else { return None };
        let pointer = self.locals[local].filter(|_| place.projections.is_empty() && place.ty == *param_ty)?;
        let space = self.b.ctx.pointee(self.b.func.ty(pointer))?.1;
        let is_written = space == AddressSpace::Output && !self.is_in_place(place.ty) && self.cx.only_writes(param);
        (space == AddressSpace::Parameter || is_written).then_some((pointer, space))
    }

    /// Gives a function that a linker sees pointers to its structs and arrays, and first to memory for a result that is one, which
    /// comes back.
    fn pass_by_reference(&mut self, id: FuncId, values: &mut Vec<Value>) -> Option<Value> {
        let program = self.cx.program;
        let callee = &program.funcs[id];
        let own = usize::from(callee.this.is_some());
        for (value, param) in values[own..].iter_mut().zip(&callee.params) {
            let ty = callee.locals[param.local].ty;
            if param.mode == ParamMode::In && self.cx.by_reference(ty) {
                let copy = self.variable_of(self.b.func.ty(*value));
                self.b.store(copy, *value);
                *value = copy;
            }
        }
        if !self.cx.by_reference(callee.ret) {
            return None;
        }
        let ty = self.ty(callee.ret, callee.span);
        let memory = self.variable_of(ty);
        values.insert(0, memory);
        Some(memory)
    }

    fn object_pointer(&mut self, place: &'p Place, changes: bool, copies: &mut Vec<CopyOut>, span: Span) -> Value {
        if self.declared(place).is_some() {
            let value = self.resource(place);
            let pointer = self.variable_of(self.b.func.ty(value));
            self.b.store(pointer, value);
            return pointer;
        }
        let target = self.place(place);
        let space = self.b.ctx.pointee(self.b.func.ty(target.pointer)).map(|p| p.1);
        // What the method stores to a precise object is marked on the way back.
        let marked = changes && target.marks == Marks::All;
        if space == Some(AddressSpace::Function) && matches!(target.part, Part::Whole) && !marked {
            return target.pointer;
        }
        self.at(span);
        let value = self.load_place(&target);
        let pointer = self.variable_of(self.b.func.ty(value));
        self.b.store(pointer, value);
        if changes {
            copies.push(CopyOut { target, from: pointer, from_ty: place.ty, to_ty: place.ty });
        }
        pointer
    }

    pub(crate) fn argument(&mut self, arg: &'p Arg, copies: &mut Vec<CopyOut>, span: Span) -> Value {
        match arg {
            Arg::In(value) => self.value(*value),
            Arg::Out { place, .. } | Arg::InOut { place, .. } if self.is_in_place(place.ty) => self.resource(place),
            // A declared resource can be read through a parameter, but not be replaced.
            Arg::Out { place, .. } | Arg::InOut { place, .. } | Arg::Ref(place) if self.declared(place).is_some() => {
                let value = self.resource(place);
                let pointer = self.variable_of(self.b.func.ty(value));
                self.b.store(pointer, value);
                pointer
            }
            Arg::Out { place, param_ty } => {
                let ty = self.ty(*param_ty, place.span);
                let target = self.place(place);
                let from = self.variable_of(ty);
                copies.push(CopyOut { target, from, from_ty: *param_ty, to_ty: place.ty });
                from
            }
            Arg::InOut { place, param_ty } => {
                let ty = self.ty(*param_ty, place.span);
                let target = self.place(place);
                let value = self.load_place(&target);
                let value = self.convert_shape(value, place.ty, *param_ty, span);
                let from = self.variable_of(ty);
                self.b.store(from, value);
                copies.push(CopyOut { target, from, from_ty: *param_ty, to_ty: place.ty });
                from
            }
            Arg::Ref(place) => {
                let target = self.place(place);
                match self.exact_pointer(&target) {
                    Some(pointer) => pointer,
                    None => {
                        self.cx.unsupported(place.span, "passing several components by reference");
                        target.pointer
                    }
                }
            }
        }
    }
}

impl Shared<'_> {
    /// Whether a method stores to its object, itself or through methods it calls on it.
    pub(crate) fn changes_this(&mut self, id: FuncId) -> bool {
        if let Some(&known) = self.changes_this.get(&id) {
            return known;
        }
        // Everything reachable through calls on `this`; no method of the set stores unless one is found that does.
        let mut seen = vec![id];
        let mut at = 0;
        let mut found = false;
        while let (false, Some(&method)) = (found, seen.get(at)) {
            at += 1;
            let f = &self.program.funcs[method];
            found |= stores_to_this(f);
            for callee in calls_on_this(f) {
                if !seen.contains(&callee) {
                    seen.push(callee);
                }
            }
        }
        self.changes_this.insert(id, found);
        found
    }
}

fn is_this(place: &Place) -> bool {
    matches!(place.base, PlaceBase::This)
}

fn stores_to_this(f: &Function) -> bool {
    let mut places = f.exprs.values().flat_map(|expr| expr.kind.places());
    places.any(|(what, place)| match what {
        PlaceUse::Assign | PlaceUse::Update | PlaceUse::Out | PlaceUse::InOut | PlaceUse::Ref => is_this(place),
        PlaceUse::Load | PlaceUse::Resource | PlaceUse::This => false,
    })
}

fn calls_on_this(f: &Function) -> impl Iterator<Item = FuncId> + '_ {
    f.exprs.values().filter_map(|expr| {
        let ExprKind::Call { func, this: Some(place), .. } = &expr.kind else { return None };
        is_this(place).then_some(*func)
    })
}
