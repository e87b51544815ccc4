//! Lowers one function: binds parameters to variables, lowers the body, and provides the helpers for its other parts
//! (`expr`, `stmt`, …).
//!
//! Every local is an `alloca` in the entry block, except parameters that are only read ([`inputs`](crate::inputs)); a
//! pass promotes them to values. Code after a jump in the same block of the source is unreachable and not emitted: the
//! builder has no current block there.

use crate::entry::closing_brace;
use crate::errors;
use crate::inputs::in_memory;
use crate::instance::{Bound, Instance};
use crate::state::Shared;
use cranelift_entity::SecondaryMap;
use hlslc_base::{Span, internal_in};
use hlslc_hir::hir::{self, FuncId, GlobalId, LocalId, ParamMode};
use hlslc_hir::types::{Ty, TyData};
use hlslc_ir::{
    AddressSpace, Block, Builder, Context, FloatFlags, Func, Function, Imm, Inst, Loc, Op, Scalar, Terminator, Type,
    Value,
};
use smallvec::SmallVec;

/// The depth to which expressions and statements are followed. The checker limits each construct to a lower depth; this
/// limit holds for their combination.
const MAX_DEPTH: u32 = 1200;

/// Values in sequence, usually few.
pub(crate) type Parts = SmallVec<[Value; 4]>;

/// The targets of `break` and `continue`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpTargets {
    /// The block after the loop or switch.
    pub(crate) merge: Block,
    /// The continue block of the loop; `None` in a switch.
    pub(crate) continue_block: Option<Block>,
    /// Whether any jump to `merge` was built.
    pub(crate) merge_used: bool,
    /// Whether any jump to `continue_block` was built.
    pub(crate) continue_used: bool,
}

/// Lowers one function.
pub(crate) struct FuncLowerer<'a, 'p> {
    /// The builder of the IR function.
    pub(crate) b: Builder<'a>,
    /// The state that all functions share.
    pub(crate) cx: &'a mut Shared<'p>,
    /// The HIR function.
    pub(crate) f: &'p hir::Function,
    /// The id of the HIR function.
    pub(crate) id: FuncId,
    /// The pointer to each local that has been used so far.
    pub(crate) locals: SecondaryMap<LocalId, Option<Value>>,
    /// The value of each parameter that is only read, which has no pointer.
    pub(crate) values: SecondaryMap<LocalId, Option<Value>>,
    /// The global of which a parameter is an alias.
    pub(crate) bound: SecondaryMap<LocalId, Option<GlobalId>>,
    /// The same parameters, and what was passed.
    pub(crate) passed: Vec<(LocalId, Value)>,
    /// The pointer to the object of the method.
    pub(crate) this: Option<Value>,
    /// The pointer to the result, if it is passed by reference.
    pub(crate) result: Option<Value>,
    /// Loops and switches around the current statement, innermost last.
    pub(crate) jumps: Vec<JumpTargets>,
    /// The local variables, which are moved to the start of the entry block at the end.
    allocas: Vec<Inst>,
    /// The steps for debuggers: after an instruction of a block, or at its start.
    pub(crate) steps: Vec<(Loc, Block, Option<Inst>)>,
    depth: u32,
    /// The number of ray queries and hit objects in its variables so far.
    pub(crate) queries: u32,
}

/// Lowers the body of an instance into the function declared for it.
pub(crate) fn lower_function(ctx: &mut Context, cx: &mut Shared<'_>, instance: &Instance, func: Func) {
    let program = cx.program;
    let f = &program.funcs[instance.func];
    let Some(body) = f.body else {
        if f.linkage == hir::Linkage::External {
            return;
        }
        cx.unsupported(f.span, &format!("calling `{}`, which has no body,", f.name));
        return;
    };
    let of_function = cx.decorations(ctx, &f.foreign);
    let param_types = cx.param_types(ctx, instance);
    let declared = &cx.funcs[func];
    let mut built = declared.without_body();
    // An expression becomes one or two instructions.
    built.reserve(2 * f.exprs.len());
    let entry = built.append_block(built.loc);
    built.blocks[entry].insts.reserve(f.exprs.len());
    let params: Vec<Value> = param_types.into_iter().map(|ty| built.add_param(entry, ty)).collect();

    cx.debug_function(ctx, instance.func, func);
    let mut lowerer = FuncLowerer::new(ctx, cx, instance.func, &mut built, entry);
    lowerer.bind_params(instance, &params);
    lowerer.stmt(body);
    lowerer.finish();
    built.decorations = of_function;
    built.trim();
    cx.funcs[func] = built;
}

impl<'a, 'p> FuncLowerer<'a, 'p> {
    /// Creates a lowerer that starts in `entry`, the first block of `built`.
    pub(crate) fn new(
        ctx: &'a mut Context,
        cx: &'a mut Shared<'p>,
        id: FuncId,
        built: &'a mut Function,
        entry: Block,
    ) -> Self {
        let mut b = Builder::new(ctx, built);
        b.switch_to(entry);
        if cx.options.ieee_strict {
            b.flags = FloatFlags::PRECISE;
        }
        let f = &cx.program.funcs[id];
        Self {
            b,
            f,
            id,
            cx,
            locals: SecondaryMap::with_capacity(f.locals.len()),
            values: SecondaryMap::new(),
            bound: SecondaryMap::new(),
            this: None,
            result: None,
            jumps: Vec::new(),
            allocas: Vec::new(),
            steps: Vec::new(),
            passed: Vec::new(),
            depth: 0,
            queries: 0,
        }
    }

    /// Creates the variables of parameters: an `in` parameter is copied to one unless it is only read, the others are
    /// pointers of the caller.
    fn bind_params(&mut self, instance: &Instance, params: &[Value]) {
        let mut params = params.iter().copied();
        let is_seen = self.cx.is_seen(instance);
        if is_seen && self.cx.by_reference(self.f.ret) {
            self.result = params.next();
        }
        if self.f.this.is_some() {
            self.this = params.next();
            self.this.into_iter().for_each(|object| self.debug_variable(None, object));
        }
        let in_memory = in_memory(self.f);
        for (at, param) in self.f.params.iter().enumerate() {
            if let Bound::Global(global) = instance.bound(at) {
                self.bound[param.local] = Some(global);
                continue;
            }
            let Some(value) = params.next() else { continue };
            let local = &self.f.locals[param.local];
            let pointer = match param.mode {
                _ if self.cx.is_patch(local.ty) => self.own_patch(param.local, value),
                _ if self.is_in_place(local.ty) => value,
                ParamMode::In => {
                    self.at(local.span);
                    let by_reference = is_seen && self.cx.by_reference(local.ty);
                    let value = if by_reference { self.b.load(value) } else { value };
                    self.b.func.names[value] = Some(local.name);
                    let stays_value = self.stays_value(param, &in_memory);
                    let ty = self.b.func.ty(value);
                    let passed = value;
                    let value = self.marked(value, self.marks_of(local.ty, local.precise));
                    if stays_value {
                        self.values[param.local] = Some(value);
                        self.passed.push((param.local, passed));
                        continue;
                    }
                    let pointer = self.variable_of(ty);
                    self.b.store(pointer, value);
                    pointer
                }
                ParamMode::Out | ParamMode::InOut | ParamMode::Shared => value,
            };
            self.b.func.names[pointer] = Some(local.name);
            self.locals[param.local] = Some(pointer);
            self.debug_variable(Some(param.local), pointer);
        }
    }

    /// Ends the last block and moves the variables to the start of the entry block.
    pub(crate) fn finish(&mut self) {
        if self.b.current().is_some() {
            self.at(closing_brace(self.f).unwrap_or(self.f.span));
            self.stop();
            let ret = self.b.func.ret;
            let value = (ret != self.b.ctx.void()).then(|| self.b.undef(ret));
            self.b.terminate(Terminator::Return(value));
        }
        self.place_steps();
        self.place_values();
        if let Some(entry) = self.b.func.entry() {
            self.b.func.prepend_insts(entry, self.allocas.drain(..));
        }
    }

    /// Reports invalid HIR; the function that is built is then discarded.
    pub(crate) fn internal(&self, what: &str) {
        let span = self.b.ctx.span(self.b.loc);
        self.cx.mistakes.borrow_mut().push(internal_in(span, "lower to IR", &self.f.name, what));
    }

    /// Sets the location of the following instructions to `span`.
    pub(crate) fn at(&mut self, span: Span) {
        self.b.loc = self.b.ctx.loc(span, None);
    }

    /// The IR type of an HLSL type.
    pub(crate) fn ty(&mut self, ty: Ty, span: Span) -> Type {
        self.cx.ty(self.b.ctx, ty, span)
    }

    /// Creates a local variable without a name.
    pub(crate) fn variable_of(&mut self, ty: Type) -> Value {
        let pointer = self.b.ctx.pointer(ty, AddressSpace::Function);
        let inst = self.b.func.make_inst(self.b.ctx, Op::Alloca, pointer, Imm::None, &[], self.b.loc);
        self.allocas.push(inst);
        self.b.func.result(inst).unwrap_or_else(|| self.b.undef(pointer))
    }

    /// The variable of a local, created at its first use.
    pub(crate) fn local(&mut self, id: LocalId) -> Value {
        if let Some(pointer) = self.locals[id] {
            return pointer;
        }
        let local = &self.f.locals[id];
        if self.is_in_place(local.ty) && !self.cx.is_patch(local.ty) {
            self.cx.unsupported(local.span, "a stream that is no parameter");
        }
        let ty = self.ty(local.ty, local.span);
        let outer = self.b.loc;
        self.at(local.span);
        let pointer = self.variable_of(ty);
        self.b.loc = outer;
        self.b.func.names[pointer] = Some(local.name);
        self.locals[id] = Some(pointer);
        self.debug_variable(Some(id), pointer);
        pointer
    }

    /// Whether a value of the type is a pointer to the object.
    pub(crate) fn is_in_place(&self, ty: Ty) -> bool {
        matches!(self.cx.program.types.data(ty), TyData::Object(kind, _) if kind.info().class.is_in_place())
    }

    /// Runs `f` one level deeper; beyond the limit, reports that and returns `None`.
    pub(crate) fn deeper<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.cx.report(errors::too_deep(span, MAX_DEPTH));
            return None;
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        Some(result)
    }

    /// The scalar type of a scalar, a vector or a matrix.
    pub(crate) fn scalar_of(&self, value: Value) -> Scalar {
        use hlslc_ir::TypeData;
        let mut ty = self.b.func.ty(value);
        loop {
            match self.b.ctx.type_data(ty) {
                TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) => return *scalar,
                TypeData::Array(element, _) => ty = *element,
                TypeData::Void
                | TypeData::Struct(_)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => {
                    self.internal("what is no number where one is needed");
                    return Scalar::I32;
                }
            }
        }
    }

    /// The number of components of a scalar or vector.
    pub(crate) fn lanes(&self, value: Value) -> u16 {
        self.lanes_of(self.b.func.ty(value))
    }

    /// The number of components of a scalar or vector type.
    pub(crate) fn lanes_of(&self, ty: Type) -> u16 {
        self.b.ctx.lanes(ty).unwrap_or_else(|| {
            self.internal("what is no scalar or vector where one is needed");
            1
        })
    }

    /// The type of a part of a matrix or aggregate.
    pub(crate) fn part_of(&mut self, ty: Type, index: u32) -> Type {
        self.b.ctx.part_type(ty, index).unwrap_or_else(|| {
            self.internal("a part that is not there");
            ty
        })
    }

    /// The number of parts of a matrix or aggregate.
    pub(crate) fn count_of(&self, value: Value) -> u32 {
        self.b.ctx.part_count(self.b.func.ty(value)).unwrap_or_else(|| {
            self.internal("what has no parts where some are needed");
            0
        })
    }

    /// Whether a value is an array, which is a matrix as the operand of an arithmetic operation.
    pub(crate) fn is_array(&self, value: Value) -> bool {
        use hlslc_ir::TypeData;
        matches!(self.b.ctx.type_data(self.b.func.ty(value)), TypeData::Array(..))
    }

    /// Applies `f` to scalars and vectors directly, and to matrices row by row. Operands that are not matrices are used
    /// for every row.
    pub(crate) fn by_rows(&mut self, args: &[Value], f: &mut dyn FnMut(&mut Self, &[Value]) -> Value) -> Value {
        let rows = args.iter().filter(|&&a| self.is_array(a)).find_map(|&a| self.b.ctx.part_count(self.b.func.ty(a)));
        let Some(rows) = rows else { return f(self, args) };
        let mut parts = Vec::with_capacity(rows as usize);
        for row in 0..rows {
            let args: Vec<Value> =
                args.iter().map(|&a| if self.is_array(a) { self.b.extract(a, row) } else { a }).collect();
            parts.push(f(self, &args));
        }
        let row_ty = parts.first().map_or(self.b.ctx.void(), |&p| self.b.func.ty(p));
        let ty = self.b.ctx.array(row_ty, rows);
        self.b.construct(ty, &parts)
    }

    /// A float constant with the type of `like`: every component is `value`.
    pub(crate) fn float_like(&mut self, like: Value, value: f64) -> Value {
        let id = crate::constant::float_const(self.b.ctx, self.scalar_of(like), value);
        self.const_splat(id, self.lanes(like))
    }

    /// An integer constant with the type of `like`: every component is `value`.
    pub(crate) fn int_like(&mut self, like: Value, value: i64) -> Value {
        let id = crate::constant::int_const(self.b.ctx, self.scalar_of(like), value);
        self.const_splat(id, self.lanes(like))
    }

    fn const_splat(&mut self, id: hlslc_ir::Const, lanes: u16) -> Value {
        if lanes == 1 {
            return self.b.constant(id);
        }
        let ty = self.b.ctx.const_data(id).0;
        let ty = self.b.ctx.scalar_of(ty).map_or(ty, |s| self.b.ctx.vector(s, lanes));
        self.b.const_of(ty, hlslc_ir::ConstData::Composite(vec![id; usize::from(lanes)]))
    }
}
