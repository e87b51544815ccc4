//! Prints variables of the source, and debug records.

use super::{Printer, write_string};
use crate::debug::{DebugInfo, DebugRecord, Location, Point};
use crate::function::Function;
use std::fmt::Write as _;

/// Before a variable of the source.
pub(in crate::text) const VARIABLE: &str = "variable";
/// Before its number among the parameters.
pub(in crate::text) const ARGUMENT: &str = "argument";
/// Before a record.
pub(in crate::text) const DEBUG: &str = "debug";
/// In the place of a variable: a point to stop at.
pub(in crate::text) const STEP: &str = "step";
/// Before the pointer to where a variable is.
pub(in crate::text) const IN_MEMORY: &str = "in";
/// Before the first bit of the memory or value that counts, where that is not the first of all.
pub(in crate::text) const FROM: &str = "from";
/// Before the location of the code that made it so.
pub(in crate::text) const BY: &str = "by";
/// In the place of a value that is not known.
pub(in crate::text) const UNKNOWN: &str = "unknown";

impl Printer<'_> {
    /// Writes the variables of functions. Types are not in the text, nor what is outside functions.
    pub(super) fn debug_info(&mut self, info: &DebugInfo) {
        for (id, variable) in &info.variables {
            put!(self, "{VARIABLE} {id} ");
            let _ = write_string(&mut self.out, &variable.name);
            if let Some(argument) = variable.argument {
                put!(self, " {ARGUMENT} {argument}");
            }
            self.span(variable.span);
            self.out.push('\n');
        }
    }

    /// Finds the records of each point of a function.
    pub(super) fn sort_records(&mut self, func: &Function) {
        self.records.clear();
        self.steps.clear();
        for step in &func.debug.steps {
            self.steps.entry(step.point).or_default().push(step.loc);
        }
        for record in func.debug.iter() {
            if let Some(point) = record.point() {
                self.records.entry(point).or_default().push(*record);
            }
        }
    }

    /// Writes the records of what is in memory.
    pub(super) fn memory_records(&mut self, func: &Function) {
        for record in func.debug.iter() {
            if let Location::Memory(pointer) = record.location {
                self.piece(record);
                put!(self, " {IN_MEMORY} ");
                self.typed(func, pointer);
                self.record_end(record);
            }
        }
    }

    /// Writes the records of a point.
    pub(super) fn records(&mut self, func: &Function, point: Point) {
        for loc in self.steps.remove(&point).into_iter().flatten() {
            put!(self, "  {DEBUG} {STEP}");
            self.loc(loc);
            self.out.push('\n');
        }
        let Some(records) = self.records.remove(&point) else { return };
        for record in &records {
            self.piece(record);
            self.out.push_str(" = ");
            match record.location {
                Location::Value(value, _) => self.typed(func, value),
                Location::Constant(constant, _) => {
                    self.ty(self.ctx.const_data(constant).0);
                    self.out.push(' ');
                    self.constant(constant);
                }
                Location::Unknown(_) | Location::Memory(_) => self.out.push_str(UNKNOWN),
            }
            self.record_end(record);
        }
    }

    fn piece(&mut self, record: &DebugRecord) {
        put!(self, "  {DEBUG} {}[{}, {}]", record.variable, record.piece.offset, record.piece.bits);
    }

    fn record_end(&mut self, record: &DebugRecord) {
        if record.from > 0 {
            put!(self, " {FROM} {}", record.from);
        }
        if let Some(by) = record.by.filter(|_| self.options.locations) {
            put!(self, " {BY}");
            self.loc(by);
        }
        if let Some(call) = record.inlined_at {
            self.loc(call);
        }
        self.out.push('\n');
    }
}
