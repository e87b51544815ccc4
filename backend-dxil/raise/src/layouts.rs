//! Makes types for the contents of buffers of which only the size is known: words, as many as there are bytes.

use hlslc_ir::types::Field;
use hlslc_ir::{Context, Scalar, Type};
use hlslc_semantics::layout::ROW;

/// A struct that takes this many bytes as constants: whole rows, and what is left over.
pub(crate) fn constants(ctx: &mut Context, name: &str, bytes: u32) -> Type {
    let (rows, rest) = (bytes / ROW, bytes % ROW);
    let mut fields = Vec::new();
    if rows > 0 {
        let row = ctx.vector(Scalar::I32, 4);
        let rows = ctx.array(row, rows);
        fields.push(Field::new("rows", rows));
    }
    // A buffer never ends within a half.
    let (scalar, size) = if rest.is_multiple_of(4) { (Scalar::I32, 4) } else { (Scalar::I16, 2) };
    if rest > 0 {
        let words = ctx.vector(scalar, (rest / size) as u16);
        fields.push(Field::new("rest", words));
    }
    ctx.add_struct(name, fields)
}

/// The element of a structured buffer: this many bytes, in a struct where handles state an alignment.
pub(crate) fn element(ctx: &mut Context, name: &str, stride: u32, align: u32) -> Type {
    let (scalar, size) = match (align, stride) {
        (8.., _) if stride.is_multiple_of(8) => (Scalar::I64, 8),
        (0..4, _) if !stride.is_multiple_of(4) || align == 2 => (Scalar::I16, 2),
        (_, 0..4) => (Scalar::I16, 2),
        _ => (Scalar::I32, 4),
    };
    let number = ctx.scalar(scalar);
    let words = ctx.array(number, (stride / size).max(1));
    if align > 1 { ctx.add_struct(name, vec![Field::new("words", words)]) } else { words }
}
