//! Creates the debug information of the source: types with their names, variables, and the scopes of variables.
//!
//! Input: the HIR, only if debug information is requested. Output: the [`DebugInfo`] of the module, and in each function a
//! record for every variable in memory. No other code reads it.

use crate::declared::object_name;
use crate::function::FuncLowerer;
use crate::state::Shared;
use hlslc_base::Span;
use hlslc_hir::hir::{self, GlobalId, GlobalKind, LocalId, StmtKind};
use hlslc_hir::types::{ScalarClass, ScalarKind, StructId, Ty, TyData};
use hlslc_ir::debug::{
    DebugGlobal, DebugInfo, DebugMember, DebugPlace, DebugRecord, DebugSignature, DebugTypeData, Encoding, Location,
    Piece, Point, Step, VariableData, extent,
};
use hlslc_ir::entity::{DebugType, DebugVariable};
use hlslc_ir::{Context, Func, Inst, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the implicit parameter of a method in debug information.
const THIS: &str = "this";

/// The debug information so far.
#[derive(Default)]
pub(crate) struct DebugState {
    info: DebugInfo,
    types: FxHashMap<Ty, DebugType>,
    /// Types by what they are: several of the HIR's are one for a debugger.
    interned: FxHashMap<(String, Option<DebugType>), DebugType>,
    variables: FxHashMap<(hir::FuncId, Option<LocalId>), DebugVariable>,
    seen: FxHashSet<hir::FuncId>,
}

/// (kind, the name that it has beside the one in the source).
const NAMES: [(ScalarKind, &str); 3] =
    [(ScalarKind::Uint, "unsigned int"), (ScalarKind::SNormFloat, "float"), (ScalarKind::UNormFloat, "float")];

impl DebugState {
    /// The finished debug information.
    pub(crate) fn finish(self) -> DebugInfo {
        self.info
    }

    fn intern(&mut self, key: String, inner: Option<DebugType>, data: DebugTypeData) -> DebugType {
        let info = &mut self.info;
        *self.interned.entry((key, inner)).or_insert_with(|| info.types.push(data))
    }

    fn push(&mut self, data: DebugTypeData) -> DebugType {
        self.info.types.push(data)
    }
}

/// The encoding of a kind.
fn encoding(kind: ScalarKind) -> Encoding {
    match kind.class() {
        ScalarClass::Bool => Encoding::Bool,
        ScalarClass::Float => Encoding::Float,
        ScalarClass::Signed => Encoding::Signed,
        ScalarClass::Unsigned => Encoding::Unsigned,
    }
}

/// Another name for a type.
fn alias(state: &mut DebugState, name: String, to: DebugType) -> DebugType {
    state.intern(name.clone(), Some(to), DebugTypeData::Alias { name, span: Span::NONE, to })
}

/// A name without the namespaces before it.
fn unqualified(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

impl Shared<'_> {
    /// A number by its own name.
    fn debug_number(&mut self, state: &mut DebugState, kind: ScalarKind) -> DebugType {
        let name = NAMES.iter().find(|row| row.0 == kind).map_or(kind.name(), |row| row.1);
        let native = self.program.native_16bit;
        let (bits, align) = if !native && kind == ScalarKind::Half || kind == ScalarKind::Bool {
            (32, 32)
        } else if !native && kind.is_min_precision() {
            (16, 32)
        } else if kind == ScalarKind::Half {
            (16, 16)
        } else {
            (kind.bits(), kind.bits())
        };
        let data = DebugTypeData::Number { name: name.to_owned(), bits, align, encoding: encoding(kind) };
        state.intern(name.to_owned(), None, data)
    }

    /// The type of a variable as a debugger sees it.
    pub(crate) fn debug_type(&mut self, ctx: &mut Context, state: &mut DebugState, ty: Ty) -> DebugType {
        if let Some(&known) = state.types.get(&ty) {
            return known;
        }
        let program = self.program;
        let made = match program.types.data(ty) {
            TyData::Scalar(kind) => {
                let number = self.debug_number(state, *kind);
                let is_alone =
                    [ScalarKind::Float, ScalarKind::Int, ScalarKind::Bool, ScalarKind::Double].contains(kind);
                if is_alone { number } else { alias(state, kind.name().to_owned(), number) }
            }
            TyData::Vector(kind, lanes) => {
                let element = self.debug_number(state, *kind);
                let count = u32::from(*lanes);
                let vector =
                    state.intern(format!("vector {count}"), Some(element), DebugTypeData::Vector { element, count });
                alias(state, format!("{}{lanes}", kind.name()), vector)
            }
            TyData::Matrix { scalar, rows, cols, .. } => {
                let element = self.debug_number(state, *scalar);
                let data = DebugTypeData::Matrix { element, rows: u32::from(*rows), cols: u32::from(*cols) };
                let matrix = state.intern(format!("matrix {rows} {cols}"), Some(element), data);
                alias(state, format!("{}{rows}x{cols}", scalar.name()), matrix)
            }
            TyData::Array(element, count) => {
                let element = self.debug_type(ctx, state, *element);
                state.push(DebugTypeData::Array { element, count: count.unwrap_or(0) })
            }
            TyData::Struct(id) => self.debug_struct(ctx, state, ty, *id),
            TyData::Enum(id) => {
                let data = &program.types.enums[*id];
                let element = self.debug_number(state, data.underlying);
                let values = data.values.iter().map(|(name, value)| (self.interner.text(*name).to_owned(), *value));
                state.push(DebugTypeData::Enum {
                    name: data.name.clone(),
                    span: data.span,
                    element,
                    is_class: data.is_class,
                    values: values.collect(),
                })
            }
            TyData::Object(kind, args) => {
                let name = object_name(&program.types, *kind, args);
                state.push(DebugTypeData::Object { name })
            }
            TyData::Error | TyData::Void | TyData::String => {
                state.push(DebugTypeData::Object { name: program.types.display(ty) })
            }
        };
        state.types.insert(ty, made);
        made
    }

    /// The type of what is declared at a place, by the name that it is declared by.
    fn debug_type_at(&mut self, ctx: &mut Context, state: &mut DebugState, ty: Ty, declared: Span) -> DebugType {
        let to = self.debug_type(ctx, state, ty);
        let Some(known) = self.program.type_names.get(&declared) else { return to };
        let (name, span) = (self.interner.text(known.name).to_owned(), known.span);
        // Names in different scopes may be alike.
        let key = format!("{name} {}", span.lo);
        state.intern(key, Some(to), DebugTypeData::Alias { name, span, to })
    }

    fn debug_struct(&mut self, ctx: &mut Context, state: &mut DebugState, ty: Ty, id: StructId) -> DebugType {
        let data = &self.program.types.structs[id];
        let slots = if data.fields.iter().any(|field| field.bits.is_some()) {
            let ir = self.try_ty(ctx, ty);
            let slots = ir.and_then(|ir| ctx.struct_of(ir)).and_then(|id| self.packed_fields(id)).map(<[_]>::to_vec);
            ir.zip(slots)
        } else {
            None
        };
        let starts = slots.as_ref().map(|(ir, _)| hlslc_ir::debug::parts(ctx, *ir));
        let (mut members, mut end, mut align) = (Vec::with_capacity(data.fields.len()), 0_u32, 8_u32);
        for (at, field) in data.fields.iter().enumerate() {
            let member = self.debug_type_at(ctx, state, field.ty, field.span);
            let (bits, own) = state.info.extent(member);
            let slot = slots.as_ref().and_then(|(_, slots)| slots.get(at));
            let start = slot.and_then(|slot| Some(starts.as_ref()?.get(slot.index as usize)?.0));
            let inner = slot.and_then(|slot| slot.bits);
            let offset = match start {
                Some(start) => start + inner.map_or(0, |bits| bits.offset),
                None => end.div_ceil(own).saturating_mul(own),
            };
            let bits = inner.map_or(bits, |bits| bits.width);
            end = offset.saturating_add(bits);
            align = align.max(own);
            members.push(DebugMember {
                name: self.interner.text(field.name).to_owned(),
                span: field.span,
                ty: member,
                offset,
                bits,
                is_base: at == 0 && data.has_base,
            });
        }
        state.push(DebugTypeData::Struct {
            name: data.name.clone(),
            span: data.span,
            is_class: data.is_class,
            bits: end.div_ceil(align).saturating_mul(align),
            align,
            members,
        })
    }

    /// Says what variables there are outside functions: those of buffers, resources, and those that functions use.
    pub(crate) fn debug_globals(&mut self, ctx: &mut Context) {
        let Some(mut state) = self.debug.take() else { return };
        let program = self.program;
        for (id, global) in &program.globals {
            let known = self.known_global(id);
            let place = match global.kind {
                GlobalKind::Buffer(_) => DebugPlace::Buffer,
                GlobalKind::Static | GlobalKind::Constant | GlobalKind::Specialization(_) | GlobalKind::Groupshared => {
                    let Some(known) = known else { continue };
                    DebugPlace::Global(known)
                }
                GlobalKind::Resource => DebugPlace::Resource,
                GlobalKind::BufferMember { .. } => DebugPlace::Member,
            };
            let ty = self.debug_type_at(ctx, &mut state, global.ty, global.span);
            state.info.globals.push(DebugGlobal {
                name: unqualified(&global.name).to_owned(),
                span: global.span,
                ty,
                is_static: matches!(global.kind, GlobalKind::Static),
                place,
            });
        }
        self.debug = Some(state);
    }

    fn known_global(&self, id: GlobalId) -> Option<hlslc_ir::Global> {
        self.global_map.get(&id).copied().flatten()
    }

    /// Says what a function takes and gives, and which of its statements have variables of their own.
    pub(crate) fn debug_function(&mut self, ctx: &mut Context, func: hir::FuncId, made: Func) {
        let Some(mut state) = self.debug.take() else { return };
        let f = &self.program.funcs[func];
        let types = &self.program.types;
        let ret = (!matches!(types.data(f.ret), TyData::Void)).then(|| self.debug_type(ctx, &mut state, f.ret));
        let object = f.this.and_then(|this| types.find(&TyData::Struct(this)));
        let locals = f.params.iter().map(|param| &f.locals[param.local]);
        let params = object.map(|ty| (ty, Span::NONE)).into_iter().chain(locals.map(|local| (local.ty, local.span)));
        let params = params.map(|(ty, at)| self.debug_type_at(ctx, &mut state, ty, at)).collect();
        state.info.signatures[made] = Some(DebugSignature { ret, params, is_method: object.is_some() });
        self.debug = Some(state);
        self.debug_blocks(func);
    }

    fn debug_blocks(&mut self, func: hir::FuncId) {
        let f = &self.program.funcs[func];
        let Some(state) = &mut self.debug else { return };
        if !state.seen.insert(func) {
            return;
        }
        for (id, stmt) in &f.stmts {
            let has_scope = match stmt.kind {
                StmtKind::Block(_) => f.body != Some(id),
                StmtKind::If { .. } | StmtKind::Loop { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => {
                    true
                }
                StmtKind::Expr(_)
                | StmtKind::Declare { .. }
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Discard => false,
            };
            if has_scope && !stmt.span.is_none() {
                state.info.blocks.push(stmt.span);
            }
        }
    }
}

impl FuncLowerer<'_, '_> {
    /// Ends a statement, so that a debugger can stop after it, if nothing is optimised.
    pub(crate) fn stop(&mut self) {
        let Some(block) = self.b.current().filter(|_| self.cx.options.disable_optimizations) else { return };
        let last = self.b.func.blocks[block].insts.last().copied();
        self.steps.push((self.b.loc, block, last));
    }

    /// Gives the function the points to stop at, now that all is built.
    pub(crate) fn place_steps(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        if steps.is_empty() {
            return;
        }
        let func = &mut *self.b.func;
        let mut next: FxHashMap<Inst, Point> = FxHashMap::default();
        for &block in &func.layout {
            let mut point = Point::End(block);
            for &inst in func.blocks[block].insts.iter().rev() {
                next.insert(inst, point);
                point = Point::Before(inst);
            }
        }
        for (loc, block, last) in steps {
            let first = func.blocks[block].insts.first().map_or(Point::End(block), |&first| Point::Before(first));
            let point = last.map_or(Some(first), |last| next.get(&last).copied());
            func.debug.steps.extend(point.map(|point| Step { loc, point }));
        }
    }

    /// Says that a variable, or what a method is called on, is in memory at a pointer.
    pub(crate) fn debug_variable(&mut self, local: Option<LocalId>, pointer: Value) {
        let Some(mut state) = self.cx.debug.take() else { return };
        if let Some((held, _)) = self.b.ctx.pointee(self.b.func.ty(pointer)) {
            let bits = extent(self.b.ctx, held).0;
            let variable = self.variable_data(&mut state, local);
            self.b.func.debug.push(DebugRecord {
                variable,
                inlined_at: None,
                piece: Piece { offset: 0, bits },
                from: 0,
                by: None,
                location: Location::Memory(pointer),
            });
        }
        self.cx.debug = Some(state);
    }

    /// Says that the parameters without variables are what was passed, from the start of the function on.
    pub(crate) fn place_values(&mut self) {
        let passed = std::mem::take(&mut self.passed);
        let Some(mut state) = self.cx.debug.take() else { return };
        if let Some(entry) = self.b.func.entry() {
            let first = self.b.func.blocks[entry].insts.first();
            let point = first.map_or(Point::End(entry), |&first| Point::Before(first));
            for (local, value) in passed {
                let bits = extent(self.b.ctx, self.b.func.ty(value)).0;
                let variable = self.variable_data(&mut state, Some(local));
                self.at(self.f.locals[local].span);
                self.b.func.debug.push(DebugRecord {
                    variable,
                    inlined_at: None,
                    piece: Piece { offset: 0, bits },
                    from: 0,
                    by: Some(self.b.loc),
                    location: Location::Value(value, point),
                });
            }
        }
        self.cx.debug = Some(state);
    }

    fn variable_data(&mut self, state: &mut DebugState, local: Option<LocalId>) -> DebugVariable {
        let key = (self.id, local);
        if let Some(&known) = state.variables.get(&key) {
            return known;
        }
        let f = self.f;
        let before = u32::from(f.this.is_some());
        let made = match local {
            Some(local) => {
                let data = &f.locals[local];
                let number = f.params.iter().position(|param| param.local == local);
                VariableData {
                    name: self.cx.interner.text(data.name).to_owned(),
                    span: data.span,
                    scope: data.span,
                    ty: Some(self.cx.debug_type_at(self.b.ctx, state, data.ty, data.span)),
                    argument: number.map(|at| at as u32 + 1 + before),
                }
            }
            None => {
                let object = f.this.and_then(|this| self.cx.program.types.find(&TyData::Struct(this)));
                let ty = object.map(|object| self.cx.debug_type(self.b.ctx, state, object));
                VariableData { name: THIS.to_owned(), span: Span::NONE, scope: f.span, ty, argument: Some(1) }
            }
        };
        let variable = state.info.variables.push(made);
        state.variables.insert(key, variable);
        variable
    }
}
