//! Verifies that interface variables have the shape of what they stand for: each part of the type is a sequence of rows of
//! an element that is large enough, or the result of an operation.
//!
//! Input: a module whose elements, globals and functions exist. Output: the problem of a variable as a sentence.

use crate::entity::{SigElement, Type};
use crate::function::Imm;
use crate::interface::{InterfaceVariable, Slots};
use crate::module::{EntryPoint, Module};
use crate::ops::types::ResultRule;
use crate::ops::{ImmKind, Op};
use crate::types::{AddressSpace, TypeData};

type Checked = Result<(), &'static str>;

/// Checks that a variable fits the elements that it names.
pub(super) fn variable(module: &Module, entry: &EntryPoint, variable: &InterfaceVariable) -> Checked {
    let Some(global) = module.globals.get(variable.global) else { return Err("there is no such variable") };
    let ctx = &module.ctx;
    let value_ty = match *ctx.type_data(global.ty) {
        TypeData::Array(each, _) if variable.per_vertex => each,
        _ if variable.per_vertex => return Err("there is no element for each vertex"),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Vector(..)
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => global.ty,
    };
    let access = if matches!(global.space, AddressSpace::Output) { variable.written_by() } else { variable.read_by() };
    // Parts, and how many of them the arrays around make.
    let mut open: Vec<(Type, &Slots, u64)> = vec![(value_ty, &variable.slots, 1)];
    while let Some((ty, slots, count)) = open.pop() {
        match slots {
            Slots::Nothing | Slots::Zero => {}
            Slots::Operation { op, components } => operation(entry, *op, *components)?,
            Slots::Indices => {
                let is_primitive = (1..=3).contains(&ctx.lanes(ty).unwrap_or(0));
                require(is_primitive && variable.per_vertex, "what numbers vertices is no vector of numbers")?;
            }
            Slots::Struct(members) => {
                let (inner, more) = elements_of(module, ty);
                let fields = ctx.struct_of(inner).map(|id| &ctx.struct_data(id).fields);
                let Some(fields) = fields.filter(|fields| fields.len() == members.len()) else {
                    return Err("its parts are not those of its type");
                };
                let count = count.saturating_mul(more);
                open.extend(fields.iter().zip(members).map(|(field, slots)| (field.ty, slots, count)));
            }
            Slots::Element { element, by_columns } => {
                accessible(entry, variable, access)?;
                rows(entry, variable, *element, shape(module, ty, count, *by_columns)?)?;
            }
            Slots::Elements(elements) => {
                accessible(entry, variable, access)?;
                let (_, cols) = shape(module, ty, count, false)?;
                for &element in elements {
                    rows(entry, variable, element, (1, cols))?;
                }
            }
        }
    }
    Ok(())
}

/// Whether an instruction that takes the address of an input, an output or a parameter takes that of one of the entry point.
pub(super) fn is_own(module: &Module, entry: &EntryPoint, op: Op, imm: Imm) -> bool {
    let (Op::GlobalAddr, Imm::Global(global)) = (op, imm) else { return true };
    match module.globals.get(global).map(|data| data.space) {
        Some(AddressSpace::Input | AddressSpace::Output) => {
            entry.variables.iter().any(|variable| variable.global == global)
        }
        Some(AddressSpace::Parameter) => entry.parameters.iter().any(|parameter| parameter.global == global),
        _ => true,
    }
}

fn require(holds: bool, problem: &'static str) -> Checked {
    if holds { Ok(()) } else { Err(problem) }
}

/// The element type of nested arrays, and the number of elements.
fn elements_of(module: &Module, mut ty: Type) -> (Type, u64) {
    let mut count = 1u64;
    while let TypeData::Array(inner, length) = *module.ctx.type_data(ty) {
        count = count.saturating_mul(length.into());
        ty = inner;
    }
    (ty, count)
}

/// Rows, and components of a row, of this many values of a type.
fn shape(module: &Module, ty: Type, count: u64, by_columns: bool) -> Result<(u64, u64), &'static str> {
    let ctx = &module.ctx;
    let (leaf, more) = elements_of(module, ty);
    let Some(lanes) = ctx.lanes(leaf).map(u64::from) else { return Err("a part of it is no number") };
    let rows = count.saturating_mul(more);
    if !by_columns || leaf == ty {
        return Ok((rows, lanes));
    }
    // The last array is a matrix, whose columns are the rows.
    let mut matrix = ty;
    while let TypeData::Array(inner, length) = *ctx.type_data(matrix) {
        if inner == leaf {
            let length = u64::from(length).max(1);
            return Ok(((rows / length).saturating_mul(lanes), length));
        }
        matrix = inner;
    }
    Ok((rows, lanes))
}

/// Checks that the operation that accesses the elements of a variable is on elements of its signature, and of the
/// stage.
fn accessible(entry: &EntryPoint, variable: &InterfaceVariable, access: Op) -> Checked {
    let info = access.info();
    let is_of_stage = info.stages.is_empty() || info.stages.contains(&entry.stage());
    require(
        is_of_stage && info.signature == variable.signature,
        "an element of it is not read or written in this stage",
    )
}

/// Checks that an element has this many rows and columns.
fn rows(entry: &EntryPoint, variable: &InterfaceVariable, element: SigElement, (rows, cols): (u64, u64)) -> Checked {
    let Some(data) = entry.signature(variable.signature).and_then(|known| known.get(element)) else {
        return Err("there is no such element");
    };
    let is_enough = rows <= u64::from(data.rows) && cols <= u64::from(data.cols);
    require(is_enough, "an element of it is smaller than the part of its type")
}

/// Checks that an operation of the stage gives numbers. That the type is one of numbers is for the pass to say, to the
/// user.
fn operation(entry: &EntryPoint, op: Op, components: bool) -> Checked {
    let info = op.info();
    let gives = info.operands.is_empty() && matches!(info.result, ResultRule::Is(_));
    let imm = if components { ImmKind::Index } else { ImmKind::None };
    require(gives && info.imm == imm, "the operation gives no number, or no components of one")?;
    let is_of_stage = info.stages.is_empty() || info.stages.contains(&entry.stage());
    require(is_of_stage, "the operation is not of its stage")
}
