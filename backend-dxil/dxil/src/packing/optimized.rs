//! Assigns registers by kind and size, to use few of them.
//!
//! Input: the elements of one stream, in declaration order. Output: their registers, as DXC assigns them with
//! `-pack-optimized`: elements that fill registers first, then arrays of tessellation factors, arbitrary values, system
//! values, clip and cull distances, and generated values; within a kind, elements with one interpolation are adjacent, more
//! rows before fewer, wider before narrower, and otherwise in declaration order.

use super::{CLIP_CULL_ROWS, COLUMNS, Class, PackError, ROWS, Registers, Shape, is_packed};
use crate::semantics::Interpretation;
use crate::signature::{Location, SignatureElement};

/// The kinds, in the order in which they are placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Whole,
    TessArray,
    Arbitrary,
    System,
    ClipCull,
    Generated,
}

fn kind(element: &SignatureElement) -> Kind {
    match element.interpretation {
        Interpretation::SystemGenerated => Kind::Generated,
        Interpretation::ClipCull => Kind::ClipCull,
        Interpretation::TessFactor if element.rows > 1 => Kind::TessArray,
        Interpretation::TessFactor => Kind::System,
        Interpretation::SystemValue | Interpretation::Arbitrary if usize::from(element.columns) == COLUMNS => {
            Kind::Whole
        }
        Interpretation::SystemValue => Kind::System,
        Interpretation::Arbitrary
        | Interpretation::NotAllowed
        | Interpretation::NotInSignature
        | Interpretation::NotPacked
        | Interpretation::Target
        | Interpretation::Shadow => Kind::Arbitrary,
    }
}

/// Gives the elements of a stream their registers.
pub(super) fn pack_stream(elements: &mut [SignatureElement], stream: u8, native_16bit: bool) -> Result<(), PackError> {
    let of_stream = |index: &usize| elements[*index].stream == stream && is_packed(&elements[*index]);
    let mut order: Vec<usize> = (0..elements.len()).filter(of_stream).collect();
    order.sort_by_key(|&index| {
        let element = &elements[index];
        let size = (std::cmp::Reverse(element.rows), std::cmp::Reverse(element.columns));
        (kind(element), element.interpolation as u8, size)
    });
    let mut registers = Registers::new(ROWS, native_16bit);
    // An aggregate leaves nothing free, so the others are placed after it.
    let mut first = 0;
    let mut distances = Vec::new();
    let is_generated = |index: &&usize| kind(&elements[**index]) == Kind::Generated;
    let generated: Vec<usize> = order.iter().filter(is_generated).copied().collect();
    for &index in &order {
        match kind(&elements[index]) {
            Kind::ClipCull => distances.push(index),
            Kind::Generated => {}
            own @ (Kind::Whole | Kind::TessArray | Kind::Arbitrary | Kind::System) => {
                let location = place(&mut elements[index], &mut registers, if own == Kind::Whole { 0 } else { first });
                let end =
                    location.map(|at| (at.row + elements[index].rows) as usize).ok_or(PackError { element: index })?;
                if own == Kind::Whole {
                    first = first.max(end);
                }
            }
        }
    }
    let is_array = distances.iter().any(|&index| elements[index].rows > 1);
    if is_array {
        place_distance_arrays(elements, &distances, &mut registers, first)?;
    } else {
        place_distances(elements, &distances, &mut registers, first)?;
    }
    for index in generated {
        place(&mut elements[index], &mut registers, first).ok_or(PackError { element: index })?;
    }
    Ok(())
}

fn place(element: &mut SignatureElement, registers: &mut Registers, first: usize) -> Option<Location> {
    element.location = registers.place_from(&Shape::of(element), first);
    element.location
}

/// Places clip and cull distances of one row each: first among themselves into two rows, then each row where there is
/// room for it.
fn place_distances(
    elements: &mut [SignatureElement],
    distances: &[usize],
    registers: &mut Registers,
    first: usize,
) -> Result<(), PackError> {
    let mut own = Registers::new(CLIP_CULL_ROWS, registers.native_16bit);
    let mut rows: [Vec<usize>; CLIP_CULL_ROWS] = Default::default();
    for &index in distances {
        let at = place(&mut elements[index], &mut own, 0).ok_or(PackError { element: index })?;
        rows[at.row as usize].push(index);
    }
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let columns = row.iter().map(|&index| usize::from(elements[index].columns)).sum();
        let together = Shape { columns, class: Class::CLIP_CULL, ..Shape::of(&elements[row[0]]) };
        let mut at = registers.place_from(&together, first).ok_or(PackError { element: row[0] })?;
        for &index in row {
            elements[index].location = Some(at);
            at.column += elements[index].columns;
        }
    }
    Ok(())
}

/// Distances with an array among them: all into the first two rows in a row that have room.
fn place_distance_arrays(
    elements: &mut [SignatureElement],
    distances: &[usize],
    registers: &mut Registers,
    first: usize,
) -> Result<(), PackError> {
    for row in first..=ROWS - CLIP_CULL_ROWS {
        let mut pair = Registers::new(CLIP_CULL_ROWS, registers.native_16bit);
        pair.rows.copy_from_slice(&registers.rows[row..row + CLIP_CULL_ROWS]);
        if distances.iter().all(|&index| place(&mut elements[index], &mut pair, 0).is_some()) {
            registers.rows[row..row + CLIP_CULL_ROWS].copy_from_slice(&pair.rows);
            for &index in distances {
                if let Some(location) = &mut elements[index].location {
                    location.row += row as u32;
                }
            }
            return Ok(());
        }
    }
    Err(PackError { element: distances[0] })
}
