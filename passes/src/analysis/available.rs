//! Implements the hash table of available expressions.
//!
//! Input: operations, with their instructions. Output: the instruction that computes an equal operation, if there is one. A
//! row holds the instruction alone, whose operation is compared. One table serves all functions in turn, so that its memory
//! is allocated once.

use hlslc_ir::{Block, Function, Imm, Inst, Op, Type, Value};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The end of a list.
const NONE: u32 = u32::MAX;

/// An expression: an operation on values.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expression {
    /// The operation of an instruction.
    Of(Inst),
    /// A load through a pointer.
    Load(Value),
}

/// An available expression.
#[derive(Debug)]
pub(crate) struct Row {
    pub expression: Expression,
    /// The time of the last write to the memory that it reads, as far as known; 0 if that is never written.
    pub written: u32,
    pub home: Block,
    pub value: Value,
}

/// The table, as linked lists of rows with the same hash modulo the size.
#[derive(Debug, Default)]
pub(crate) struct Known {
    first: Vec<u32>,
    rows: Vec<(Row, Link)>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    hash: u32,
    next: u32,
}

/// The parts of an operation by which it is compared.
#[derive(PartialEq, Eq)]
struct Key<'f> {
    op: Op,
    imm: Imm,
    ty: Type,
    args: &'f [Value],
}

impl<'f> Key<'f> {
    fn of(row: &'f Row, func: &'f Function) -> Self {
        match &row.expression {
            Expression::Of(inst) => {
                let data = &func.insts[*inst];
                Self { op: data.op, imm: data.imm, ty: data.ty, args: func.args(*inst) }
            }
            Expression::Load(pointer) => {
                Self { op: Op::Load, imm: Imm::None, ty: func.ty(row.value), args: std::slice::from_ref(pointer) }
            }
        }
    }

    fn hash(&self, written: u32) -> u32 {
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        let mut hasher = FxHasher::default();
        // An operation and its turned form on swapped operands compute the same.
        let in_order = match *self.args {
            [one, other] if one > other => self.op.turned().map(|turned| (turned, other, one)),
            _ => None,
        };
        let op = in_order.map_or(self.op, |turned| turned.0);
        hasher.write_u64(pair(self.ty.as_u32(), op as u32));
        // Most operations read no memory and have no immediate.
        if written != 0 {
            hasher.write_u32(written);
        }
        if self.imm != Imm::None {
            self.imm.hash(&mut hasher);
        }
        match *self.args {
            [one] => hasher.write_u32(one.as_u32()),
            [one, other] => {
                let (one, other) = in_order.map_or((one, other), |(_, one, other)| (one, other));
                hasher.write_u64(pair(one.as_u32(), other.as_u32()));
            }
            ref all => all.iter().for_each(|arg| hasher.write_u32(arg.as_u32())),
        }
        hasher.finish() as u32
    }

    fn equals(&self, other: &Self) -> bool {
        let is_turned = || match (self.args, other.args) {
            (&[a, b], &[c, d]) => (a, b) == (d, c) && self.op.turned() == Some(other.op),
            _ => false,
        };
        (self.ty, self.imm) == (other.ty, other.imm) && (self.op == other.op && self.args == other.args || is_turned())
    }
}

impl Known {
    /// Removes all rows, and reserves space for `count` rows.
    pub(crate) fn clear(&mut self, count: usize) {
        self.rows.clear();
        self.rows.reserve(count);
        self.first.clear();
        self.first.resize(count.next_power_of_two(), NONE);
    }

    /// Returns the row of an equal operation; if there is none, adds this one.
    pub(crate) fn find_or_add(&mut self, func: &Function, row: Row) -> Option<&mut Row> {
        let key = Key::of(&row, func);
        let hash = key.hash(row.written);
        let slot = hash as usize & (self.first.len() - 1);
        let mut at = self.first[slot];
        while let Some((known, link)) = self.rows.get(at as usize) {
            if link.hash == hash && known.written == row.written && Key::of(known, func).equals(&key) {
                return self.rows.get_mut(at as usize).map(|(row, _)| row);
            }
            at = link.next;
        }
        let next = std::mem::replace(&mut self.first[slot], self.rows.len() as u32);
        self.rows.push((row, Link { hash, next }));
        None
    }
}
