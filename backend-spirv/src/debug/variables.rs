//! Emits variables in debug information: their declarations, and their location at each point of the code.
//!
//! Input: the records of the function being written. Output: `DebugDeclare` for variables in memory, `DebugValue` at each
//! point from which on another value is known. Bits that are members, elements or components are named by their indices,
//! others as bits.

use super::vocabulary::{Say, flag, operation};
use super::{Arg, Debug};
use crate::assembly::Assembly;
use crate::memory::Base;
use crate::writer::{Repr, Writer};
use hlslc_ir::debug::{
    DebugGlobal, DebugInfo, DebugMember, DebugPlace, DebugRecord, DebugTypeData, Location, Piece, Point, extent,
};
use hlslc_ir::entity::{DebugType, DebugVariable};
use hlslc_ir::module::ResourceData;
use hlslc_ir::{Func, Function, Value};
use rspirv::spirv::{Op, StorageClass, Word};

/// The contents of a variable, or of some bits of it.
enum Content {
    /// A variable in memory.
    Memory(Word),
    /// A value.
    Value(Word),
    /// The pointee of a pointer.
    At(Word),
}

impl Debug<'_> {
    /// Begins a function: indexes its records by the point of the code or by the pointer that they name.
    pub(crate) fn begin(&mut self, func: &Function) {
        self.at.clear();
        self.memory.clear();
        self.steps.clear();
        for step in &func.debug.steps {
            self.steps.entry(step.point).or_default().push(step.loc);
        }
        for record in func.debug.iter() {
            match (record.location, record.point()) {
                (Location::Memory(pointer), _) => self.memory.entry(pointer).or_default().push(*record),
                (_, Some(point)) => self.at.entry(point).or_default().push(*record),
                (Location::Value(..) | Location::Constant(..) | Location::Unknown(_), None) => {}
            }
        }
    }

    /// Emits the declaration of a variable, once. Returns its id.
    fn variable(&mut self, asm: &mut Assembly, id: DebugVariable) -> Option<Word> {
        if let Some(&known) = self.variables.get(&id) {
            return Some(known);
        }
        let info = self.info;
        let data = info.variables.get(id)?;
        let ty = self.ty(asm, data.ty?);
        let scope = self.scopes.place(data.scope)?;
        let scope = self.scope(asm, scope);
        let at = self.declared(asm, if data.span.is_none() { data.scope } else { data.span });
        let mut args = vec![
            Arg::Text(&data.name),
            Arg::Id(ty),
            Arg::Id(at.source),
            Arg::Number(at.line),
            Arg::Number(at.column),
            Arg::Id(scope),
            Arg::Number(flag::LOCAL),
        ];
        args.extend(data.argument.filter(|&number| number > 0).map(Arg::Number));
        let made = self.declare(asm, Say::LocalVariable, &args);
        self.variables.insert(id, made);
        Some(made)
    }

    /// Emits the location of a variable.
    fn locate(&mut self, asm: &mut Assembly, record: &DebugRecord, content: Content) {
        let info = self.info;
        let Some(variable) = self.variable(asm, record.variable) else { return };
        let Some(data) = info.variables.get(record.variable) else { return };
        let Some(scope) = self.scopes.place(data.scope) else { return };
        let at = self.scopes.place(data.span).unwrap_or(scope);
        let path = data.ty.and_then(|ty| path(info, ty, record.piece));
        let (say, id) = match content {
            Content::Memory(id) => (Say::Declare, id),
            Content::Value(id) | Content::At(id) => (Say::Value, id),
        };
        // The first set has no indices of what is in memory.
        let path = path.filter(|path| say == Say::Value || path.is_empty() || !self.vocabulary.has_literals());
        let mut operations = Vec::new();
        if let Content::At(_) = content {
            operations.push(self.declare(asm, Say::Operation, &[Arg::Number(operation::DEREF)]));
        }
        if path.is_none() {
            let Piece { offset, bits } = record.piece;
            let args = [operation::FRAGMENT, offset, bits].map(Arg::Number);
            operations.push(self.declare(asm, Say::Operation, &args));
        }
        let expression = self.expression(asm, &operations);
        let mut args = vec![Arg::Id(variable), Arg::Id(id), Arg::Id(expression)];
        args.extend(path.into_iter().flatten().map(Arg::Constant));
        let mut origin = self.origin_of(asm, at, record.inlined_at, scope);
        if let Some(by) = record.by.and_then(|by| self.origin(asm, by)) {
            origin.line = by.line;
        }
        let outside = asm.origin.replace(origin);
        self.say(asm, say, &args);
        asm.origin = outside;
    }

    fn expression(&mut self, asm: &mut Assembly, operations: &[Word]) -> Word {
        if let Some(plain) = self.plain.filter(|_| operations.is_empty()) {
            return plain;
        }
        let args: Vec<Arg<'_>> = operations.iter().copied().map(Arg::Id).collect();
        let made = self.declare(asm, Say::Expression, &args);
        if operations.is_empty() {
            self.plain = Some(made);
        }
        made
    }

    /// Declares a variable outside functions, at its variable in the module.
    fn global(&mut self, asm: &mut Assembly, global: &DebugGlobal, variable: Option<Word>) {
        let (ty, at) = (self.ty(asm, global.ty), self.declared(asm, global.span));
        let variable = variable.unwrap_or_else(|| self.none(asm));
        let args = [
            Arg::Text(&global.name),
            Arg::Id(ty),
            Arg::Id(at.source),
            Arg::Number(at.line),
            Arg::Number(at.column),
            Arg::Id(self.unit),
            Arg::Text(&global.name),
            Arg::Id(variable),
            Arg::Number(flag::DEFINITION),
        ];
        self.declare(asm, Say::GlobalVariable, &args);
    }
}

/// The indices that lead from a variable of a type to some of its bits.
fn path(info: &DebugInfo, mut ty: DebugType, piece: Piece) -> Option<Vec<u32>> {
    let (mut offset, bits, mut path) = (piece.offset, piece.bits, Vec::new());
    loop {
        if offset == 0 && bits == info.extent(ty).0 {
            return Some(path);
        }
        match &info.types[ty] {
            DebugTypeData::Alias { to, .. } => ty = *to,
            DebugTypeData::Vector { element, .. } | DebugTypeData::Array { element, .. } => {
                let step = info.stride(*element);
                path.push(offset.checked_div(step)?);
                offset %= step;
                ty = *element;
            }
            DebugTypeData::Matrix { element, cols, .. } => {
                let step = info.stride(*element);
                let row = step.saturating_mul(*cols);
                path.push(offset.checked_div(row)?);
                offset %= row;
                if offset == 0 && bits == row {
                    return Some(path);
                }
                path.push(offset / step);
                offset %= step;
                ty = *element;
            }
            DebugTypeData::Struct { members, .. } => {
                let end = offset.saturating_add(bits);
                let holds = |(_, member): &(u32, &DebugMember)| {
                    member.offset <= offset && end <= member.offset.saturating_add(member.bits)
                };
                let (at, member) = (0..).zip(members).find(holds)?;
                path.push(at);
                offset -= member.offset;
                ty = member.ty;
            }
            DebugTypeData::Number { .. } | DebugTypeData::Enum { .. } | DebugTypeData::Object { .. } => return None,
        }
    }
}

impl Writer<'_> {
    /// Emits the records of a point of the IR, which the code has reached.
    pub(crate) fn reach(&mut self, point: Point) {
        let Some(mut debug) = self.debug.take() else { return };
        let outside = self.asm.origin;
        for loc in debug.steps.remove(&point).into_iter().flatten() {
            self.asm.origin = debug.origin(&mut self.asm, loc).or(self.asm.origin);
            self.asm.effect(Op::Nop, Vec::new());
        }
        self.asm.origin = outside;
        for record in debug.at.remove(&point).into_iter().flatten() {
            let content = match record.location {
                Location::Value(value, _) => self.content(&record, value),
                Location::Constant(constant, _) => {
                    let ty = self.module.ctx.const_data(constant).0;
                    let bits = extent(&self.module.ctx, ty).0;
                    let is_all = record.from == 0 && bits == record.piece.bits && self.is_plain(ty);
                    is_all.then(|| Content::Value(self.constant(constant)))
                }
                Location::Memory(_) | Location::Unknown(_) => None,
            };
            let content = content.unwrap_or_else(|| {
                let ty = self.uint_type();
                Content::Value(self.undef(ty))
            });
            debug.locate(&mut self.asm, &record, content);
        }
        self.debug = Some(debug);
    }

    /// The contents of a value, if it has exactly the bits of a record.
    fn content(&mut self, record: &DebugRecord, value: Value) -> Option<Content> {
        let bits = extent(&self.module.ctx, self.func.ty(value)).0;
        if record.from != 0 || bits != record.piece.bits {
            return None;
        }
        match self.repr(value) {
            Repr::Id(id) => Some(Content::Value(id)),
            Repr::Place(place) if place.path.is_empty() => match place.base {
                Base::Variable { id, .. } | Base::Shaped { id, .. } => Some(Content::At(id)),
                Base::Constant(id) => Some(Content::Value(id)),
                Base::Payload(_)
                | Base::Device { .. }
                | Base::Buffer { .. }
                | Base::Texel { .. }
                | Base::Bytes { .. } => None,
            },
            Repr::Place(_) | Repr::Missing | Repr::Nothing | Repr::Parts(_) | Repr::Handle(_) => None,
        }
    }

    /// Emits the records of the variables in the memory of a pointer, once the pointer has an id.
    pub(crate) fn debug_memory(&mut self, pointer: Value) {
        let Some(mut debug) = self.debug.take() else { return };
        if let Some(records) = debug.memory.remove(&pointer)
            && let Repr::Place(place) = self.repr(pointer)
            && let Base::Variable { id, class: StorageClass::Function, .. } = place.base
            && place.path.is_empty()
        {
            let held = self.module.ctx.pointee(self.func.ty(pointer)).map(|(held, _)| extent(&self.module.ctx, held).0);
            let is_all = |record: &&DebugRecord| record.from == 0 && held == Some(record.piece.bits);
            for record in records.iter().filter(is_all) {
                debug.locate(&mut self.asm, record, Content::Memory(id));
            }
        }
        self.debug = Some(debug);
    }

    /// Begins the debug information of a function.
    pub(crate) fn debug_function(&mut self, id: Func, word: Word) {
        if let Some(debug) = &mut self.debug {
            debug.written.insert(id, word);
            debug.current = Some((id, word));
            debug.begin(self.func);
        }
    }

    /// Emits at the start of a function's first block which function it is, and which variables its parameters point to.
    pub(crate) fn debug_start(&mut self) {
        let Some(debug) = &mut self.debug else { return };
        debug.define(&mut self.asm);
        for &param in self.func.params() {
            self.debug_memory(param);
        }
    }

    /// Declares the variables outside functions that are still there. What stands in a buffer is a member of it.
    pub(crate) fn debug_globals(&mut self) {
        let Some(mut debug) = self.debug.take() else { return };
        let kept = self.asm.variables();
        for global in &debug.info.globals {
            let variable = match global.place {
                DebugPlace::Member => continue,
                DebugPlace::Nowhere => None,
                DebugPlace::Global(global) => self.globals[global],
                DebugPlace::Resource | DebugPlace::Buffer => self.resource_at(global),
            };
            debug.global(&mut self.asm, global, variable.filter(|id| kept.contains(id)));
        }
        self.debug = Some(debug);
    }

    /// The variable of the only resource that is declared where a global is.
    fn resource_at(&self, global: &DebugGlobal) -> Option<Word> {
        // The name of a resource has its namespaces.
        let is_it = |data: &ResourceData| data.span == global.span && data.name.ends_with(&global.name);
        let mut found = self.module.resources.iter().filter(|(_, data)| is_it(data));
        let (resource, _) = found.next().filter(|_| found.next().is_none())?;
        self.resources.variables.get(&(resource, 0)).map(|variable| variable.id)
    }
}
