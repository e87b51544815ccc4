//! Decodes what debug information says of variables: slots for each, and the code that fills them.

use dxil::debug_info::{DebugField, DebugKind, DebugRecord};
use dxil::metadata::Metadata;
use dxil::{InstId, MdId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Decoder;
use super::body::Frame;
use crate::debug::{Cell, CellState, Record, Unit, Variable};
use crate::program::{Copies, Inst, Slot, Target};
use crate::report::DecodeError;
use crate::trace::Seen;
use crate::value::Num;

/// The operation of an expression that selects bits.
const BIT_PIECE: u64 = 0x9d;

/// The variables that were named so far.
#[derive(Default)]
pub(super) struct Named {
    numbers: FxHashMap<(MdId, Option<MdId>), u32>,
    /// The slots that hold what a cell may be.
    states: FxHashMap<u64, Slot>,
}

/// The bits that a scalar takes in a variable. A Boolean is 32 bits there, as in memory.
fn bits_in_variable(num: Num) -> u32 {
    if num == Num::I1 { 32 } else { num.bits() }
}

impl<'m> Decoder<'m> {
    fn debug_record(&self, id: MdId) -> Option<&'m DebugRecord> {
        match self.module.metadata.is_valid(id).then(|| self.module.metadata.get(id))? {
            Metadata::Debug(record) => Some(record),
            Metadata::String(_) | Metadata::Value(_) | Metadata::Node { .. } => None,
        }
    }

    /// A field that refers to another entry.
    fn debug_field(&self, id: MdId, name: &str) -> Option<MdId> {
        let record = self.debug_record(id)?;
        let at = record.kind.fields().iter().position(|(field, _)| *field == name)?;
        match record.fields.get(at)? {
            DebugField::Ref(target) => *target,
            DebugField::Int(_) => None,
        }
    }

    /// The statement of a call of `llvm.dbg.value` or `llvm.dbg.declare`. What is damaged is no statement.
    pub(super) fn record(&mut self, frame: &mut Frame<'m>, id: InstId, args: &[Value], is_memory: bool) {
        if !self.manner.traces {
            return;
        }
        let [what, .., Value::Metadata(variable), Value::Metadata(expression)] = *args else { return };
        if self.debug_record(variable).is_none_or(|record| record.kind != DebugKind::DILocalVariable) {
            return;
        }
        let value = match what {
            Value::MetadataInst(inst) => Some(Value::Inst(inst)),
            Value::MetadataArg(arg) => Some(Value::Arg(arg)),
            Value::Metadata(entry) if self.module.metadata.is_valid(entry) => {
                self.module.metadata.as_value(entry).map(Value::Const)
            }
            Value::Metadata(_) | Value::Const(_) | Value::Arg(_) | Value::Inst(_) => None,
        };
        let value = value.filter(|&value| !self.module.is_undef(value));
        let source = value.and_then(|value| self.seen(frame, value).ok());
        let inlined_at = frame.body.debug_locs.get(&id).and_then(|location| location.inlined_at);
        let next = self.named.numbers.len() as u32;
        let number = *self.named.numbers.entry((variable, inlined_at)).or_insert(next);
        if number == next {
            self.program.debug.variables.push(Variable { variable, inlined_at, cells: Vec::new() });
        }
        let name = self.debug_field(variable, "name").filter(|&name| self.module.metadata.is_valid(name));
        let name = name.and_then(|name| self.module.metadata.as_string(name));
        let name = name.map_or(String::new(), |name| String::from_utf8_lossy(name.as_bytes()).into_owned());
        self.program.records.push(Record {
            variable: number,
            name,
            bits: self.piece(expression),
            source,
            is_memory,
            copies: Copies::default(),
        });
        let record = self.program.records.len() as u32 - 1;
        self.emit(frame, Inst::Note { record });
    }

    /// The bits that an expression selects.
    fn piece(&self, expression: MdId) -> [u32; 2] {
        let Some(record) = self.debug_record(expression) else { return [0, u32::MAX] };
        let mut numbers = record.fields.iter().map(|field| match field {
            DebugField::Int(number) => *number,
            DebugField::Ref(_) => 0,
        });
        if numbers.any(|number| number == BIT_PIECE)
            && let (Some(offset), Some(size)) = (numbers.next(), numbers.next())
        {
            return [offset, size].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
        }
        [0, u32::MAX]
    }

    /// Notes an instruction whose code begins at `first` and ends here.
    pub(super) fn unit(&mut self, frame: &Frame<'m>, inst: InstId, first: usize, result: Option<Seen>) {
        let end = self.program.code.len() as Target;
        let first = first as Target;
        let unit = Unit { function: frame.function, inst, first, end, line: frame.line(), result };
        self.program.debug.units.push(unit);
    }

    /// Gives the variables their slots, and the records their copies.
    pub(super) fn lay_out_variables(&mut self) -> Result<(), DecodeError> {
        if !self.manner.traces {
            return Ok(());
        }
        let mut records = std::mem::take(&mut self.program.records);
        // The parts of a value, each with its first bit in the variable.
        let parts = |record: &Record| {
            let mut bit = record.bits[0];
            let source = record.source.iter();
            let nums = source.flat_map(|seen| (seen.slot..).zip(seen.nums.iter().copied()));
            nums.map(move |(slot, num)| {
                let first = bit;
                bit = bit.saturating_add(bits_in_variable(num));
                (first, slot, num)
            })
            .collect::<Vec<_>>()
        };
        let mut cells: Vec<BTreeMap<u32, [u32; 3]>> = vec![BTreeMap::new(); self.program.debug.variables.len()];
        for record in &records {
            let firsts = parts(record).into_iter().map(|(bit, ..)| bit).chain([record.bits[0]]);
            let end = record.bits[0].saturating_add(record.bits[1]);
            for bit in firsts {
                let of = &mut cells[record.variable as usize];
                match of.entry(bit) {
                    Entry::Vacant(cell) => {
                        let slot = self.new_slots(2)?;
                        cell.insert([end, slot, slot + 1]);
                    }
                    Entry::Occupied(mut cell) => cell.get_mut()[0] = cell.get()[0].max(end),
                }
            }
        }
        for record in &mut records {
            let of = &cells[record.variable as usize];
            let parts = parts(record);
            let end = record.bits[0].saturating_add(record.bits[1]);
            for (&bit, &[_, value, state]) in of.range(record.bits[0]..end) {
                let given = parts.iter().find(|(first, ..)| *first == bit);
                let (is, source) = match given {
                    Some(&(_, slot, _)) if record.is_memory => (CellState::Memory, Some(slot)),
                    Some(&(_, slot, num)) => (CellState::Number(num), Some(slot)),
                    // Bits in the middle of what the record says are nothing by themselves.
                    None if !parts.is_empty() => (CellState::Unset, None),
                    None => (CellState::Unknown, None),
                };
                record.copies.pairs.extend(source.map(|source| (value, source)));
                record.copies.pairs.push((state, self.state(is)?));
            }
        }
        for (variable, cells) in self.program.debug.variables.iter_mut().zip(cells) {
            variable.cells =
                cells.into_iter().map(|(bit, [end, value, state])| Cell { bit, end, value, state }).collect();
        }
        self.program.records = records;
        self.globals_in_memory();
        let mut unit_at = vec![0; self.program.code.len()];
        for (number, unit) in (1..).zip(&self.program.debug.units) {
            if unit.has_code() {
                unit_at[unit.first as usize] = number;
            }
        }
        self.program.debug.unit_at = unit_at;
        Ok(())
    }

    /// A slot that holds what a cell may be.
    fn state(&mut self, state: CellState) -> Result<Slot, DecodeError> {
        let bits = state.pack();
        if let Some(&known) = self.named.states.get(&bits) {
            return Ok(known);
        }
        let slot = self.new_slots(1)?;
        self.program.constants.push((slot, bits));
        self.named.states.insert(bits, slot);
        Ok(slot)
    }

    /// Notes the addresses of the global variables that the compile unit lists.
    fn globals_in_memory(&mut self) {
        for (id, entry) in self.module.metadata.iter() {
            let Metadata::Debug(record) = entry else { continue };
            if record.kind != DebugKind::DIGlobalVariable {
                continue;
            }
            let pointer = self.debug_field(id, "variable").filter(|&entry| self.module.metadata.is_valid(entry));
            let Some(constant) = pointer.and_then(|entry| self.module.metadata.as_value(entry)) else { continue };
            let Ok(slot) = self.constant(constant) else { continue };
            let known = self.program.constants.iter().find(|(of, _)| *of == slot);
            if let Some(&(_, address)) = known {
                self.program.debug.globals.push((id, address));
            }
        }
    }
}
