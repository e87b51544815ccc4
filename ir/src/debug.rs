//! Represents debug information: the variables of the source with their types, and their location at each point of the
//! code.
//!
//! Input: what the front end records about the source, if debug information is requested; otherwise none of this exists.
//! Output: what back ends write. A record of a function states that a variable, or some of its bits, is in memory wherever
//! the variable is in scope, or that from some instruction on it is a value, or unknown. At a join of paths with different
//! records nothing is known until the next record.
//!
//! Records are no uses: no pass bases a decision on them, so the code is the same with and without them. A pass that
//! promotes memory, splits values or copies code updates them; removals are handled by [`settle`](DebugRecords::settle)
//! after each pass: a record before an instruction that was removed, or has left the block, moves to the next remaining
//! one, and a removed value becomes unknown.
//!
//! Bits of a variable are counted as if its scalars were contiguous, with matrices by rows and Booleans as words: as
//! debug information counts them.

mod scopes;
mod settle;

pub use scopes::{Scopes, SourceBlock, SourceFunction, SourcePlace};
pub use settle::Before;

use crate::context::Context;
use crate::entity::{Block, Const, DebugType, DebugVariable, Func, Global, Inst, Loc, Type, Value};
use crate::function::Function;
use crate::types::{Scalar, TypeData};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::Span;
use rustc_hash::FxHashMap;

/// The debug information about the source of a module.
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
    /// The types of parameters and results of functions in the source.
    pub signatures: SecondaryMap<Func, Option<DebugSignature>>,
}

/// The types of the parameters and the result of a function of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugSignature {
    /// The type of the result; `None` for no result.
    pub ret: Option<DebugType>,
    /// Types of its parameters, first of what a method is called on.
    pub params: Vec<DebugType>,
    /// Whether the first of them is what a method is called on.
    pub is_method: bool,
}

/// A variable of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableData {
    /// Name.
    pub name: String,
    /// The position of the declaration.
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
    /// The position of the declaration.
    pub span: Span,
    /// Its type.
    pub ty: DebugType,
    /// Whether nothing outside the module knows it.
    pub is_static: bool,
    /// Its place in the module.
    pub place: DebugPlace,
}

/// The place in a module of a variable outside functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugPlace {
    /// A variable.
    Global(Global),
    /// The resource that is declared where it is.
    Resource,
    /// The buffer that is declared where it is, which has the members as others.
    Buffer,
    /// A member of a buffer.
    Member,
    /// Nothing any more.
    Nowhere,
}

impl DebugGlobal {
    /// The variable of the module, if it is one.
    pub fn global(&self) -> Option<Global> {
        match self.place {
            DebugPlace::Global(global) => Some(global),
            DebugPlace::Resource | DebugPlace::Buffer | DebugPlace::Member | DebugPlace::Nowhere => None,
        }
    }

    /// If it is a variable of the module, it is another one now, or none any more.
    pub fn replace_global(&mut self, f: impl FnOnce(Global) -> Option<Global>) {
        if let DebugPlace::Global(global) = self.place {
            self.place = f(global).map_or(DebugPlace::Nowhere, DebugPlace::Global);
        }
    }
}

/// The encoding of a basic type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// A Boolean.
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
    /// The position of the declaration.
    pub span: Span,
    /// Type.
    pub ty: DebugType,
    /// First bit.
    pub offset: u32,
    /// The number of bits.
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
        /// The encoding of the bits.
        encoding: Encoding,
    },
    /// Another name of a type.
    Alias {
        /// The name.
        name: String,
        /// The position of the declaration; none for a built-in type.
        span: Span,
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
        /// The position of the declaration.
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
        /// The position of the declaration.
        span: Span,
        /// The number that holds its values.
        element: DebugType,
        /// Whether the names of its values are its own.
        is_class: bool,
        /// Its values with their names.
        values: Vec<(String, i64)>,
    },
    /// A built-in object.
    Object {
        /// Name, with its arguments.
        name: String,
    },
}

/// The size of a handle.
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
            DebugTypeData::Enum { element, .. } => self.extent(*element),
            DebugTypeData::Object { .. } => (HANDLE_BITS, HANDLE_BITS),
        }
    }

    /// The number of bits from one element of an array to the next.
    pub fn stride(&self, ty: DebugType) -> u32 {
        row(self.extent(ty), 1).0
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

/// The size and alignment of `count` in sequence.
fn row((bits, align): (u32, u32), count: u32) -> (u32, u32) {
    (aligned(bits, align).saturating_mul(count), align)
}

/// Size and alignment of what memory or a value of a type holds, in bits.
pub fn extent(ctx: &Context, ty: Type) -> (u32, u32) {
    extent_once(ctx, ty, &mut FxHashMap::default())
}

/// The same, where structs are known that were looked into before: one may hold another twice, and that one a third.
fn extent_once(ctx: &Context, ty: Type, known: &mut FxHashMap<Type, (u32, u32)>) -> (u32, u32) {
    if let Some(&extent) = known.get(&ty) {
        return extent;
    }
    let mut of_members = |members: &[Type]| {
        let (mut end, mut align) = (0, MIN_ALIGN);
        for &member in members {
            let (bits, own) = extent_once(ctx, member, known);
            end = aligned(end, own).saturating_add(bits);
            align = align.max(own);
        }
        let extent = (aligned(end, align), align);
        known.insert(ty, extent);
        extent
    };
    match ctx.type_data(ty) {
        TypeData::Scalar(scalar) => scalar_bits(*scalar),
        TypeData::Vector(scalar, lanes) => row(scalar_bits(*scalar), u32::from(*lanes)),
        TypeData::Array(element, count) => row(extent_once(ctx, *element, known), *count),
        TypeData::Struct(id) => {
            let members: Vec<Type> = ctx.struct_data(*id).fields.iter().map(|field| field.ty).collect();
            of_members(&members)
        }
        TypeData::Tuple(members) => of_members(members),
        TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_)
        | TypeData::Pointer(..) => (HANDLE_BITS, HANDLE_BITS),
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
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => {
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
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => {
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
    /// The number of bits.
    pub bits: u32,
}

/// A part of a value or memory: its replacement, its first bit, and its number of bits.
pub type Part = (Value, (u32, u32));

/// The location of a variable.
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

/// The location of some bits of a variable.
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
    /// The code that made it so, where that is known and stands here no more.
    pub by: Option<Loc>,
    /// The location of the bits.
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
    /// The location of the preceding instruction.
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

    /// The number of records.
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

    /// What was at a point is at another one now.
    pub fn move_points(&mut self, to: impl Fn(Point) -> Point) {
        let records = self.all.iter_mut().filter_map(DebugRecord::point_mut);
        for point in records.chain(self.steps.iter_mut().map(|step| &mut step.point)) {
            *point = to(*point);
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

    /// The memory at a pointer is split: what was at some bits of it is at each of the other pointers. Or a pointer is gone,
    /// which pointed to the bits of another one's memory from one on.
    pub fn split_memory(
        &mut self,
        parts: &SecondaryMap<Value, Option<Vec<Part>>>,
        bases: &SecondaryMap<Value, Option<(Value, u32)>>,
    ) {
        self.expand(|record, out| match record.location {
            Location::Memory(_) => {
                // What was split may have been split further.
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

    /// Values are split into others.
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
