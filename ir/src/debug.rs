//! What a debugger is told of the source: its variables with their types, and where each of them is at which point of the
//! code.
//!
//! In: what the front end says of the source, if debug information is asked for; nothing of this exists otherwise. Out:
//! what back ends write. A record of a function says that a variable, or some bits of it, is in memory wherever the variable is
//! known, or that from some instruction on it is a value, or unknown. Where ways with different records meet, nothing is
//! known until the next record.
//!
//! Records are no uses: no pass looks at them to decide anything, so that the code is the same with and without them. A pass
//! that makes values of memory, takes values apart or copies code says so here; what merely goes is seen by
//! [`settle`](DebugRecords::settle), after each pass: what stood before an instruction that is gone, or has left the block, stands
//! before the next one that is left, and a value that is gone is unknown.
//!
//! Bits of a variable are counted as if its numbers lay one behind the other, rows of matrices in a row, a truth value
//! being a word: as debug information counts them.

use crate::context::Context;
use crate::entity::{Block, Const, DebugType, DebugVariable, Global, Inst, Loc, Type, Value};
use crate::function::{Function, Imm, Terminator};
use crate::ops::Op;
use crate::types::{Scalar, TypeData};
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use hlslc_base::Span;

/// What is known of the source of a module.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    /// Types of variables.
    pub types: PrimaryMap<DebugType, DebugTypeData>,
    /// Variables inside functions.
    pub variables: PrimaryMap<DebugVariable, VariableData>,
    /// Statements with variables of their own.
    pub blocks: Vec<Span>,
    /// Variables outside functions.
    pub globals: Vec<DebugGlobal>,
}

/// A variable of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableData {
    /// Name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// A place in the function or statement that it belongs to.
    pub scope: Span,
    /// Its type; none is known of those read from text.
    pub ty: Option<DebugType>,
    /// Its number, from 1, if it is a parameter; 0 for one that comes from outside the function.
    pub argument: Option<u32>,
}

/// A variable outside functions.
#[derive(Clone, Debug)]
pub struct DebugGlobal {
    /// Name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: DebugType,
    /// Whether nothing outside the module knows it.
    pub is_static: bool,
    /// The variable of the module, if there is one.
    pub global: Option<Global>,
}

/// How bits are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// A truth value.
    Bool,
    /// A float.
    Float,
    /// An integer with a sign.
    Signed,
    /// An integer without one.
    Unsigned,
}

/// A member of a struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugMember {
    /// Name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Type.
    pub ty: DebugType,
    /// First bit.
    pub offset: u32,
    /// How many.
    pub bits: u32,
    /// Whether it is the base class.
    pub is_base: bool,
}

/// A type as the source has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugTypeData {
    /// A number.
    Number {
        /// Name.
        name: String,
        /// Size in bits.
        bits: u32,
        /// Alignment in bits.
        align: u32,
        /// How it is read.
        encoding: Encoding,
    },
    /// Another name of a type.
    Alias {
        /// The name.
        name: String,
        /// The type.
        to: DebugType,
    },
    /// A vector.
    Vector {
        /// Type of a component.
        element: DebugType,
        /// Number of components.
        count: u32,
    },
    /// A matrix.
    Matrix {
        /// Type of a component.
        element: DebugType,
        /// Rows.
        rows: u32,
        /// Columns.
        cols: u32,
    },
    /// An array.
    Array {
        /// Type of an element.
        element: DebugType,
        /// Number of elements; 0 if open.
        count: u32,
    },
    /// A struct.
    Struct {
        /// Name.
        name: String,
        /// Where it is declared.
        span: Span,
        /// Whether the word is `class`.
        is_class: bool,
        /// Size in bits.
        bits: u32,
        /// Alignment in bits.
        align: u32,
        /// Members.
        members: Vec<DebugMember>,
    },
    /// An enumeration.
    Enum {
        /// Name.
        name: String,
        /// Where it is declared.
        span: Span,
        /// The number that holds its values.
        element: DebugType,
    },
    /// A built-in object.
    Object {
        /// Name, with its arguments.
        name: String,
    },
}

/// What a handle counts for.
const HANDLE_BITS: u32 = 32;

impl DebugInfo {
    /// Size and alignment of a type in bits. Types refer to earlier ones only, and nest as deep as the front end allows.
    pub fn extent(&self, ty: DebugType) -> (u32, u32) {
        match &self.types[ty] {
            DebugTypeData::Number { bits, align, .. } => (*bits, *align),
            DebugTypeData::Alias { to, .. } => self.extent(*to),
            DebugTypeData::Vector { element, count } | DebugTypeData::Array { element, count } => {
                row(self.extent(*element), *count)
            }
            DebugTypeData::Matrix { element, rows, cols } => row(self.extent(*element), rows * cols),
            DebugTypeData::Struct { bits, align, .. } => (*bits, *align),
            DebugTypeData::Enum { .. } | DebugTypeData::Object { .. } => (HANDLE_BITS, HANDLE_BITS),
        }
    }
}

const MIN_ALIGN: u32 = 8;

fn aligned(offset: u32, align: u32) -> u32 {
    offset.div_ceil(align.max(1)).saturating_mul(align.max(1))
}

/// Bits of a number, and its alignment.
fn scalar_bits(scalar: Scalar) -> (u32, u32) {
    match scalar {
        Scalar::F16 | Scalar::I16 => (16, 16),
        Scalar::MinF16 | Scalar::MinI16 => (16, 32),
        Scalar::Bool | Scalar::I32 | Scalar::F32 => (32, 32),
        Scalar::I64 | Scalar::F64 => (64, 64),
    }
}

/// So many in a row.
fn row((bits, align): (u32, u32), count: u32) -> (u32, u32) {
    (aligned(bits, align).saturating_mul(count), align)
}

/// Size and alignment of what memory or a value of a type holds, in bits.
pub fn extent(ctx: &Context, ty: Type) -> (u32, u32) {
    let of_members = |members: &[Type]| {
        let (mut end, mut align) = (0, MIN_ALIGN);
        for &member in members {
            let (bits, own) = extent(ctx, member);
            end = aligned(end, own).saturating_add(bits);
            align = align.max(own);
        }
        (aligned(end, align), align)
    };
    match ctx.type_data(ty) {
        TypeData::Scalar(scalar) => scalar_bits(*scalar),
        TypeData::Vector(scalar, lanes) => row(scalar_bits(*scalar), u32::from(*lanes)),
        TypeData::Array(element, count) => row(extent(ctx, *element), *count),
        TypeData::Struct(id) => {
            let members: Vec<Type> = ctx.struct_data(*id).fields.iter().map(|field| field.ty).collect();
            of_members(&members)
        }
        TypeData::Tuple(members) => of_members(members),
        TypeData::Resource(_) | TypeData::Node(_) | TypeData::Pointer(..) => (HANDLE_BITS, HANDLE_BITS),
        TypeData::Void => (0, MIN_ALIGN),
    }
}

fn row_parts(one: (u32, u32), count: u32) -> Vec<(u32, u32)> {
    let step = row(one, 1).0;
    (0..count).map(|at| (at.saturating_mul(step), one.0)).collect()
}

/// First bit and size of each part of a type.
pub fn parts(ctx: &Context, ty: Type) -> Vec<(u32, u32)> {
    let members: Vec<Type> = match ctx.type_data(ty) {
        TypeData::Vector(scalar, lanes) => return row_parts(scalar_bits(*scalar), u32::from(*lanes)),
        TypeData::Array(element, count) => return row_parts(extent(ctx, *element), *count),
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().map(|field| field.ty).collect(),
        TypeData::Tuple(members) => members.to_vec(),
        TypeData::Void | TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) | TypeData::Node(_) => {
            return Vec::new();
        }
    };
    let mut end = 0;
    let mut found = Vec::with_capacity(members.len());
    for member in members {
        let (bits, align) = extent(ctx, member);
        let start = aligned(end, align);
        found.push((start, bits));
        end = start.saturating_add(bits);
    }
    found
}

/// First bit and size of each scalar of a type, in order. Types nest as deep as the front end allows, which is little.
pub fn leaves(ctx: &Context, ty: Type) -> Vec<(u32, u32)> {
    let inner = match ctx.type_data(ty) {
        TypeData::Array(element, _) => vec![*element],
        TypeData::Struct(id) => ctx.struct_data(*id).fields.iter().map(|field| field.ty).collect(),
        TypeData::Tuple(members) => members.to_vec(),
        TypeData::Vector(..) => return parts(ctx, ty),
        TypeData::Void | TypeData::Scalar(_) | TypeData::Pointer(..) | TypeData::Resource(_) | TypeData::Node(_) => {
            return vec![(0, extent(ctx, ty).0)];
        }
    };
    let below: Vec<Vec<(u32, u32)>> = inner.iter().map(|&ty| leaves(ctx, ty)).collect();
    let mut found = Vec::new();
    for (at, (start, _)) in parts(ctx, ty).into_iter().enumerate() {
        let Some(below) = below.get(at).or(below.first()) else { continue };
        found.extend(below.iter().map(|&(offset, bits)| (start.saturating_add(offset), bits)));
    }
    found
}

/// Some bits of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// First bit.
    pub offset: u32,
    /// How many.
    pub bits: u32,
}

/// What a value or memory comes apart into: another, and which bits it is, by the first one and how many.
pub type Part = (Value, (u32, u32));

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// In the memory at a pointer, from its start on, wherever the variable is known.
    Memory(Value),
    /// It is a value that is no constant, from a point of the code on.
    Value(Value, Point),
    /// It is a constant, from a point of the code on.
    Constant(Const, Point),
    /// It is not known, from a point of the code on.
    Unknown(Point),
}

/// A point of the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Point {
    /// Before an instruction.
    Before(Inst),
    /// Before the terminator of a block.
    End(Block),
}

/// Where some bits of a variable are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugRecord {
    /// Which variable.
    pub variable: DebugVariable,
    /// The call that the function with the variable was inlined at.
    pub inlined_at: Option<Loc>,
    /// Which bits.
    pub piece: Piece,
    /// The bit of the memory or the value that is the first of them.
    pub from: u32,
    /// Where they are.
    pub location: Location,
}

impl DebugRecord {
    /// The point from which on it holds; none for memory.
    pub fn point(&self) -> Option<Point> {
        match self.location {
            Location::Memory(_) => None,
            Location::Value(_, point) | Location::Constant(_, point) | Location::Unknown(point) => Some(point),
        }
    }

    /// The same bits, which are a value from a point on.
    #[must_use]
    pub fn is_value(&self, func: &Function, value: Value, point: Point) -> Self {
        let location = match func.as_const(value) {
            Some(constant) => Location::Constant(constant, point),
            None => Location::Value(value, point),
        };
        Self { location, ..*self }
    }

    fn point_mut(&mut self) -> Option<&mut Point> {
        match &mut self.location {
            Location::Memory(_) => None,
            Location::Value(_, point) | Location::Constant(_, point) | Location::Unknown(point) => Some(point),
        }
    }

    fn value_mut(&mut self) -> Option<&mut Value> {
        match &mut self.location {
            Location::Memory(value) | Location::Value(value, _) => Some(value),
            Location::Constant(..) | Location::Unknown(_) => None,
        }
    }

    /// The same of other values, at another point; `None` if one of them is not known.
    pub fn copied(
        &self,
        value: impl Fn(Value) -> Option<Value>,
        point: impl Fn(Point) -> Option<Point>,
    ) -> Option<Self> {
        let location = match self.location {
            Location::Memory(pointer) => Location::Memory(value(pointer)?),
            Location::Value(known, at) => Location::Value(value(known)?, point(at)?),
            Location::Constant(known, at) => Location::Constant(known, point(at)?),
            Location::Unknown(at) => Location::Unknown(point(at)?),
        };
        Some(Self { location, ..*self })
    }
}

/// A point at which a debugger can stop, whatever code is left there. There are some only where nothing is to be optimised, with
/// debug information and without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What has been done there.
    pub loc: Loc,
    /// The point.
    pub point: Point,
}

/// The records of a function. Of those of one point the later ones hold.
#[derive(Clone, Debug, Default)]
pub struct DebugRecords {
    all: Vec<DebugRecord>,
    /// Points to stop at.
    pub steps: Vec<Step>,
}

impl DebugRecords {
    /// Whether there are none: always so without debug information.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.steps.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The one at a position.
    pub fn get(&self, at: usize) -> Option<DebugRecord> {
        self.all.get(at).copied()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &DebugRecord> {
        self.all.iter()
    }

    /// Adds one.
    pub fn push(&mut self, record: DebugRecord) {
        self.all.push(record);
    }

    /// Adds some.
    pub fn extend(&mut self, records: impl IntoIterator<Item = DebugRecord>) {
        self.all.extend(records);
    }

    /// The ends of blocks are the ends of others now.
    pub fn move_ends(&mut self, end_of: impl Fn(Block) -> Block) {
        let records = self.all.iter_mut().filter_map(DebugRecord::point_mut);
        for point in records.chain(self.steps.iter_mut().map(|step| &mut step.point)) {
            if let Point::End(block) = point {
                *block = end_of(*block);
            }
        }
    }

    /// Puts what `f` gives in the place of each.
    pub fn expand(&mut self, mut f: impl FnMut(DebugRecord, &mut Vec<DebugRecord>)) {
        for record in std::mem::take(&mut self.all) {
            f(record, &mut self.all);
        }
    }

    /// From now on other values stand for those named.
    pub fn rename(&mut self, mut f: impl FnMut(Value) -> Value) {
        self.all.iter_mut().filter_map(DebugRecord::value_mut).for_each(|value| *value = f(*value));
    }

    /// The memory at a pointer comes apart: what was at some bits of it is at each of the other pointers. Or a pointer is gone,
    /// which pointed to the bits of another one's memory from one on.
    pub fn split_memory(
        &mut self,
        parts: &SecondaryMap<Value, Option<Vec<Part>>>,
        bases: &SecondaryMap<Value, Option<(Value, u32)>>,
    ) {
        self.expand(|record, out| match record.location {
            Location::Memory(_) => {
                // What came apart may have come apart further.
                let mut work = vec![record];
                while let Some(record) = work.pop() {
                    let Location::Memory(pointer) = record.location else { continue };
                    if let Some((base, first)) = bases[pointer] {
                        let from = record.from.saturating_add(first);
                        work.push(DebugRecord { from, location: Location::Memory(base), ..record });
                        continue;
                    }
                    match &parts[pointer] {
                        Some(parts) => split(record, parts, &mut |part| Location::Memory(part), &mut work),
                        None => out.push(record),
                    }
                }
            }
            Location::Value(..) | Location::Constant(..) | Location::Unknown(_) => out.push(record),
        });
    }

    /// Values come apart into others.
    pub fn split_values(&mut self, parts: impl Fn(Value) -> Option<Vec<Part>>) {
        self.expand(|record, out| match record.location {
            Location::Value(value, point) => match parts(value) {
                Some(parts) => split(record, &parts, &mut |part| Location::Value(part, point), out),
                None => out.push(record),
            },
            Location::Memory(_) | Location::Constant(..) | Location::Unknown(_) => out.push(record),
        });
    }
}

fn split(record: DebugRecord, parts: &[Part], location: &mut dyn FnMut(Value) -> Location, out: &mut Vec<DebugRecord>) {
    let (from, end) = (record.from, record.from.saturating_add(record.piece.bits));
    for &(part, (offset, bits)) in parts {
        let (first, last) = (offset.max(from), offset.saturating_add(bits).min(end));
        if first < last {
            let piece = Piece { offset: record.piece.offset + (first - from), bits: last - first };
            out.push(DebugRecord { piece, from: first - offset, location: location(part), ..record });
        }
    }
}

/// Where the instructions of a function with records were before a pass.
#[derive(Debug)]
pub struct Before {
    blocks: Vec<(Block, Vec<Inst>)>,
    /// For each instruction its block and its place there.
    places: SecondaryMap<Inst, Option<(u32, u32)>>,
    /// For each block its number among them.
    numbers: SecondaryMap<Block, Option<u32>>,
    /// For each block the one that does nothing but lead to it, if nothing else does.
    above: SecondaryMap<Block, Option<Block>>,
    /// For each block that can be reached when it is reached first.
    order: SecondaryMap<Block, u32>,
}

impl Before {
    /// What is needed to settle the records of a function after a pass.
    pub fn new(ctx: &Context, func: &Function) -> Self {
        let mut before = Self {
            blocks: Vec::new(),
            places: SecondaryMap::new(),
            numbers: SecondaryMap::new(),
            above: SecondaryMap::new(),
            order: SecondaryMap::with_default(u32::MAX),
        };
        for (number, &block) in func.layout.iter().enumerate() {
            let insts = func.blocks[block].insts.clone();
            for (at, &inst) in insts.iter().enumerate() {
                before.places[inst] = Some((number as u32, at as u32));
            }
            before.numbers[block] = Some(number as u32);
            before.blocks.push((block, insts));
        }
        // Ways that are never taken do not count.
        let mut ways_in: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut work: Vec<Block> = func.entry().into_iter().collect();
        let mut next = 0;
        while let Some(block) = work.pop() {
            before.order[block] = next;
            next += 1;
            let ways = ways_out(ctx, func, block);
            for &to in &ways {
                ways_in[to] += 1;
                before.above[to] = Some(block).filter(|_| ways.len() == 1 && ways_in[to] == 1);
                if ways_in[to] == 1 {
                    work.push(to);
                }
            }
        }
        before
    }
}

impl Before {
    /// When a point was reached, so that what comes together stays in order.
    fn when(&self, point: Option<Point>) -> (u32, u32) {
        match point {
            None => (0, 0),
            Some(Point::Before(inst)) => match self.places[inst] {
                Some((number, at)) => (self.order[self.blocks[number as usize].0], at),
                None => (u32::MAX, 0),
            },
            Some(Point::End(block)) => (self.order[block], u32::MAX),
        }
    }
}

/// Where a block leads, without the ways that a constant closes.
fn ways_out(ctx: &Context, func: &Function, block: Block) -> Vec<Block> {
    let terminator = &func.blocks[block].terminator;
    let taken = match terminator {
        Terminator::Branch { cond, then, otherwise } => {
            func.const_bits(ctx, *cond).map(|bits| if bits == 0 { otherwise } else { then })
        }
        Terminator::Switch { value, cases, default } => func.const_bits(ctx, *value).map(|bits| {
            let case = cases.iter().find(|case| u64::from(case.0) == bits);
            case.map_or(default, |case| &case.1)
        }),
        Terminator::Missing | Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => None,
    };
    match taken {
        Some(taken) => vec![taken.block],
        None => terminator.targets().map(|to| to.block).collect(),
    }
}

/// What is in a function now.
struct Now {
    /// Blocks of instructions.
    home: SecondaryMap<Inst, Option<Block>>,
    blocks: EntitySet<Block>,
    values: EntitySet<Value>,
}

impl Now {
    fn new(func: &Function) -> Self {
        let mut now = Self { home: SecondaryMap::new(), blocks: EntitySet::new(), values: EntitySet::new() };
        for &block in &func.layout {
            now.blocks.insert(block);
            now.values.extend(func.blocks[block].params.iter().copied());
            for &inst in &func.blocks[block].insts {
                now.home[inst] = Some(block);
                now.values.extend(func.result(inst));
            }
        }
        now
    }

    /// Whether an instruction still marks its place: what left a block that is still there does not, unless that was cut.
    fn has(&self, inst: Inst, before: &Before) -> bool {
        let old = before.places[inst].map(|(number, _)| before.blocks[number as usize].0);
        match (self.home[inst], old.filter(|&old| self.blocks.contains(old))) {
            (Some(home), Some(old)) => home == old || before.numbers[home].is_none(),
            (home, _) => home.is_some(),
        }
    }
}

impl DebugRecords {
    /// Makes the records of a function right after a pass that removed instructions, blocks or values.
    pub fn settle(ctx: &Context, func: &mut Function, before: &Before) {
        if func.debug.is_empty() {
            return;
        }
        let now = Now::new(func);
        let mut records = std::mem::take(&mut func.debug);
        records.all.sort_by_key(|record| before.when(record.point()));
        records.steps.sort_by_key(|step| before.when(Some(step.point)));
        // A point is worked out once for all its records.
        let mut next: SecondaryMap<Inst, Option<Point>> = SecondaryMap::new();
        for index in (0..before.blocks.len()).rev() {
            let mut point = None;
            for &inst in before.blocks[index].1.iter().rev() {
                if now.has(inst, before) {
                    point = Some(Point::Before(inst));
                }
                next[inst] = point;
            }
        }
        let mut ends = Ends { known: vec![End::NotSought; before.blocks.len()] };
        records.expand(|mut record, out| {
            if let Location::Memory(pointer) = record.location
                && !now.values.contains(pointer)
            {
                return;
            }
            if let Some(point) = record.point_mut() {
                let Some(settled) = settled(func, *point, &next, &now, before, &mut ends) else { return };
                *point = settled;
            }
            if let Location::Value(value, point) = record.location {
                record.location = match func.as_const(value) {
                    Some(constant) => Location::Constant(constant, point),
                    None if now.values.contains(value) => record.location,
                    None => return found_in_parts(ctx, func, record, (value, point), &now, out),
                };
            }
            out.push(record);
        });
        records.steps.retain_mut(|step| {
            let point = settled(func, step.point, &next, &now, before, &mut ends);
            step.point = point.unwrap_or(step.point);
            point.is_some()
        });
        func.debug = records;
    }
}

/// What is left of a value that is gone: the parts it was made of, or the value that it was a part of. The rest is unknown.
fn found_in_parts(
    ctx: &Context,
    func: &Function,
    record: DebugRecord,
    (value, point): (Value, Point),
    now: &Now,
    out: &mut Vec<DebugRecord>,
) {
    let start = out.len();
    let mut work = vec![(record, value)];
    let mut steps = 0;
    while let Some((record, value)) = work.pop() {
        steps += 1;
        if func.as_const(value).is_some() || now.values.contains(value) {
            out.push(record.is_value(func, value, point));
            continue;
        }
        let inner = func.as_inst(value).filter(|_| steps <= MAX_STEPS).and_then(|inst| made_of(ctx, func, inst));
        match inner {
            Some(MadeOf::Parts(parts)) => {
                // Split as values come apart, each part with its own.
                let mut found = Vec::new();
                split(record, &parts, &mut |part| Location::Value(part, point), &mut found);
                work.extend(found.into_iter().rev().filter_map(|record| match record.location {
                    Location::Value(part, _) => Some((record, part)),
                    Location::Memory(_) | Location::Constant(..) | Location::Unknown(_) => None,
                }));
            }
            Some(MadeOf::PartOf(whole, first)) => {
                work.push((DebugRecord { from: record.from.saturating_add(first), ..record }, whole));
            }
            None => out.push(DebugRecord { location: Location::Unknown(point), ..record }),
        }
    }
    // Nothing is known of the whole: say it once.
    if out[start..].iter().all(|record| matches!(record.location, Location::Unknown(_))) {
        out.truncate(start);
        out.push(DebugRecord { location: Location::Unknown(point), ..record });
    }
}

/// How far a value that is gone is followed.
const MAX_STEPS: u32 = 64;

/// What a value is made of.
enum MadeOf {
    /// Others, with their first bits and sizes.
    Parts(Vec<Part>),
    /// The bits of another from one on.
    PartOf(Value, u32),
}

/// What an instruction that only moves numbers makes its result of.
fn made_of(ctx: &Context, func: &Function, inst: Inst) -> Option<MadeOf> {
    let data = &func.insts[inst];
    let (args, places) = (func.args(inst), parts(ctx, data.ty));
    match (data.op, data.imm) {
        (Op::Construct, _) if args.len() == places.len() => {
            Some(MadeOf::Parts(args.iter().copied().zip(places).collect()))
        }
        (Op::Extract, Imm::Index(index)) => {
            let &whole = args.first()?;
            let first = parts(ctx, func.ty(whole)).get(index as usize)?.0;
            Some(MadeOf::PartOf(whole, first))
        }
        _ => None,
    }
}

/// Where the end of a block of old is now.
#[derive(Clone, Copy)]
enum End {
    /// Nobody has asked.
    NotSought,
    /// There, or nowhere.
    Found(Option<Point>),
}

/// The same of each block of old.
struct Ends {
    known: Vec<End>,
}

/// Where a point is now.
fn settled(
    func: &Function,
    point: Point,
    next: &SecondaryMap<Inst, Option<Point>>,
    now: &Now,
    before: &Before,
    ends: &mut Ends,
) -> Option<Point> {
    match point {
        Point::Before(inst) if now.has(inst, before) => Some(point),
        Point::Before(inst) => match next[inst] {
            Some(point) => Some(point),
            None => ends.of(func, before.places[inst]?.0, now, before),
        },
        // A block that the pass made.
        Point::End(block) if before.numbers[block].is_none() => now.blocks.contains(block).then_some(point),
        Point::End(block) => ends.of(func, before.numbers[block]?, now, before),
    }
}

impl Ends {
    /// Behind what is left of the block, or of the one that only led to it.
    fn of(&mut self, func: &Function, mut number: u32, now: &Now, before: &Before) -> Option<Point> {
        let mut passed = Vec::new();
        let found = loop {
            if let End::Found(known) = self.known[number as usize] {
                break known;
            }
            passed.push(number);
            let (block, insts) = &before.blocks[number as usize];
            if let Some(&last) = insts.iter().rev().find(|&&inst| now.has(inst, before)) {
                break after(func, last, now, before);
            }
            if now.blocks.contains(*block) {
                break Some(before_old(func, *block, 0, before));
            }
            let above = before.above[*block].and_then(|above| before.numbers[above]);
            // A cycle that nothing leads to ends where it is entered again.
            self.known[number as usize] = End::Found(None);
            match above {
                Some(above) => number = above,
                None => break None,
            }
        };
        for number in passed {
            self.known[number as usize] = End::Found(found);
        }
        found
    }
}

/// Behind an instruction, and behind what the pass put there.
fn after(func: &Function, inst: Inst, now: &Now, before: &Before) -> Option<Point> {
    let block = now.home[inst]?;
    let at = func.blocks[block].insts.iter().position(|&other| other == inst)?;
    Some(before_old(func, block, at + 1, before))
}

/// Before the first instruction of a block, from one on, that was there before the pass.
fn before_old(func: &Function, block: Block, from: usize, before: &Before) -> Point {
    let mut rest = func.blocks[block].insts[from..].iter();
    rest.find(|&&inst| before.places[inst].is_some()).map_or(Point::End(block), |&old| Point::Before(old))
}
