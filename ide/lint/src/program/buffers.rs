//! Lints of constant buffers: gaps, and arrays whose elements are far apart.

use super::Look;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::{BufferKind, GlobalKind};
use hlslc_hir::types::{FieldData, Ty, TyData};
use hlslc_semantics::layout::{ROW, whole_rows};

/// Bytes of gaps from which on a better order is worth a change.
const LEAST_GAP: u32 = 16;
/// Elements of an array from which on its stride is worth a remark.
const LEAST_ELEMENTS: u32 = 4;
/// Members that are put into another order.
const MOST_MEMBERS: usize = 64;

/// A member: its size in bytes, whether it begins a row of 16 bytes, its name.
struct Member {
    size: u32,
    begins_row: bool,
    name: String,
    span: Span,
}

pub(super) fn look(look: &mut Look<'_>) {
    let program = look.program;
    for global in program.globals.values() {
        let GlobalKind::Buffer(kind) = global.kind else { continue };
        // Variables outside of any buffer have no order of their own.
        let is_ordered = matches!(kind, BufferKind::Constant | BufferKind::Texture);
        let TyData::Struct(id) = *program.types.data(global.ty) else { continue };
        if !is_ordered || !look.is_in_root(global.span) {
            continue;
        }
        let fields = &program.types.structs[id].fields;
        strides(look, fields);
        // `packoffset` says that the order is meant.
        if fields.len() > MOST_MEMBERS || fields.iter().any(|field| field.packoffset.is_some() || field.bits.is_some())
        {
            continue;
        }
        let members: Option<Vec<Member>> = fields.iter().map(|field| member(look, field)).collect();
        let Some(members) = members else { continue };
        gaps(look, &global.name, &members);
    }
}

fn strides(look: &mut Look<'_>, fields: &[FieldData]) {
    let types = &look.program.types;
    for field in fields {
        let TyData::Array(element, Some(count)) = *types.data(field.ty) else { continue };
        let Some(bytes) = bytes(look, element).filter(|&bytes| bytes < 12 && count >= LEAST_ELEMENTS) else { continue };
        let name = look.interner.text(field.name).to_owned();
        let taken = ROW * (count - 1) + bytes;
        look.found.push(errors::array_stride(field.span, &name, bytes * count, taken));
    }
}

/// The bytes of a scalar or vector.
fn bytes(look: &Look<'_>, ty: Ty) -> Option<u32> {
    let types = &look.program.types;
    let (TyData::Scalar(kind) | TyData::Vector(kind, _)) = *types.data(ty) else { return None };
    let (_, lanes) = types.shape(ty)?;
    // Types of minimum precision take as much as those of 32 bits.
    let each =
        if kind.is_min_precision() || !look.program.native_16bit { kind.bits().max(32) } else { kind.bits().max(16) };
    Some(each / 8 * u32::from(lanes))
}

/// A member of known size; none where the size follows from something else than scalars and vectors.
fn member(look: &Look<'_>, field: &FieldData) -> Option<Member> {
    let types = &look.program.types;
    let name = look.interner.text(field.name).to_owned();
    let row = |size: u32| Some(Member { size, begins_row: true, name: name.clone(), span: field.span });
    match *types.data(field.ty) {
        TyData::Scalar(_) | TyData::Vector(..) => {
            let size = bytes(look, field.ty).filter(|&size| size <= 16)?;
            Some(Member { size, begins_row: false, name, span: field.span })
        }
        TyData::Matrix { scalar, rows, cols, orientation } if scalar.bits() == 32 => {
            let (vectors, lanes) = match orientation {
                hlslc_hir::types::Orientation::RowMajor => (rows, cols),
                hlslc_hir::types::Orientation::ColumnMajor => (cols, rows),
            };
            row(ROW * (u32::from(vectors) - 1) + 4 * u32::from(lanes))
        }
        TyData::Array(element, Some(count)) => {
            let size = bytes(look, element)?;
            row(whole_rows(u64::from(size)) as u32 * (count.saturating_sub(1)) + size)
        }
        _ => None,
    }
}

/// The bytes that members take in an order, the last row included.
fn taken<'m>(members: impl Iterator<Item = &'m Member>) -> u32 {
    let mut end = 0u32;
    for member in members {
        let crosses = end / ROW != (end + member.size - 1) / ROW;
        if member.begins_row || crosses {
            end = end.next_multiple_of(ROW);
        }
        end += member.size;
    }
    end.next_multiple_of(ROW)
}

fn gaps(look: &mut Look<'_>, name: &str, members: &[Member]) {
    // What is there to fill a gap says that the gap is known.
    let is_filler = |member: &Member| {
        let name = member.name.to_ascii_lowercase();
        name.contains("pad") || name.contains("dummy") || name.contains("unused") || name.contains("reserved")
    };
    if members.iter().any(is_filler) || members.is_empty() {
        return;
    }
    let now = taken(members.iter());
    // Rows first, each followed by what fits into its last one; then the large ones, each with small ones that fill its row.
    let mut rest: Vec<&Member> = members.iter().collect();
    rest.sort_by_key(|member| (!member.begins_row, std::cmp::Reverse(member.size)));
    let mut order: Vec<&Member> = Vec::with_capacity(rest.len());
    let mut end = 0u32;
    while !rest.is_empty() {
        let room = (ROW - end % ROW) % ROW;
        let fits = rest.iter().position(|member| !member.begins_row && member.size <= room);
        let at = if room > 0 { fits.unwrap_or(0) } else { 0 };
        let member = rest.remove(at);
        if member.begins_row || member.size > room {
            end = end.next_multiple_of(ROW);
        }
        end += member.size;
        order.push(member);
    }
    let better = taken(order.iter().copied());
    if now >= better + LEAST_GAP {
        let names: Vec<&str> = order.iter().map(|member| member.name.as_str()).collect();
        let span = members.first().map_or(Span::NONE, |member| member.span);
        look.found.push(errors::buffer_padding(span, name, now - better, &names.join(", ")));
    }
}
