//! Reads binding tables: the bindings of a shader's resources in a separate file or a macro.
//!
//! Input: rows of cells separated by commas. The first row names the columns, `ResourceName`, `Binding` and `Space` in any
//! order; a row ends with its line or with `;`. Output: the binding of each listed resource, which takes precedence over
//! the source.

use crate::errors;
use crate::options::BindingTable;
use crate::session::{Done, Session};
use hlslc_base::Span;
use hlslc_hir::hir::{BufferKind, Global, GlobalKind, Program, RegisterBinding};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::TyData;
use hlslc_syntax::token::TokenKind;
use rustc_hash::FxHashMap;

/// A register and its space, by the name and the class of a resource.
type Rows = FxHashMap<(String, ObjectClass), (u32, u32)>;

/// The columns that count.
const COLUMNS: [&str; 3] = ["ResourceName", "Binding", "Space"];

/// Gives the resources of a program the registers of a table.
pub(crate) fn bind(session: &mut Session, table: &BindingTable, program: &mut Program) -> Result<(), Done> {
    let text = match table {
        BindingTable::Text(text) => text.clone(),
        BindingTable::Macro(name) => text_of_macro(session, name)?,
    };
    let rows = match read(&text) {
        Ok(rows) => rows,
        Err(why) => {
            session.found.push(errors::binding_table(Span::NONE, &why));
            return Err(Done);
        }
    };
    let classes: Vec<_> = program.globals.iter().map(|(id, global)| (id, class_of(program, global))).collect();
    for (id, class) in classes {
        let global = &mut program.globals[id];
        let row = class.and_then(|class| rows.get(&(global.name.clone(), class)));
        if let Some(&(number, space)) = row {
            global.registers =
                vec![RegisterBinding { class: None, number: Some(number), space: Some(space), span: global.span }];
        }
    }
    Ok(())
}

/// The class of the registers that a variable takes, if it is a resource or an array of them.
fn class_of(program: &Program, global: &Global) -> Option<ObjectClass> {
    match global.kind {
        GlobalKind::Buffer(BufferKind::Texture) => Some(ObjectClass::Srv),
        GlobalKind::Buffer(_) => Some(ObjectClass::Cbv),
        GlobalKind::Resource => {
            let mut ty = global.ty;
            while let TyData::Array(element, _) = program.types.data(ty) {
                ty = *element;
            }
            let TyData::Object(kind, _) = program.types.data(ty) else { return None };
            Some(kind.info().class)
        }
        GlobalKind::Static
        | GlobalKind::Constant
        | GlobalKind::Specialization(_)
        | GlobalKind::Groupshared
        | GlobalKind::BufferMember { .. } => None,
    }
}

/// The expansion of a macro of the source: the contents of its strings, or its words.
fn text_of_macro(session: &mut Session, name: &str) -> Result<String, Done> {
    let Some(tokens) = session.expansion_of(name) else {
        session.found.push(errors::no_binding_table_macro(Span::NONE, name));
        return Err(Done);
    };
    let mut text = String::new();
    for token in tokens {
        let word = token.text(&session.interner);
        if matches!(token.kind, TokenKind::Str) { text.push_str(word.trim_matches('"')) } else { text.push_str(word) }
    }
    Ok(text)
}

/// The rows of a table. What is wrong is said in DXC's words, which clients look for.
fn read(text: &str) -> Result<Rows, String> {
    let mut cells = Cells::new(text);
    let mut columns: Vec<String> = Vec::new();
    while !cells.ends_row {
        columns.push(cells.next()?.to_lowercase());
    }
    let mut places = [0; 3];
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        let mut named = columns.iter().enumerate().filter(|(_, cell)| *cell == column.to_lowercase().as_str());
        let Some((at, _)) = named.next() else {
            return Err("Input format is csv with headings: ResourceName, Binding, Space.".to_owned());
        };
        if named.next().is_some() {
            return Err(format!("Column '{column}' already specified."));
        }
        *place = at;
    }
    let mut rows = Rows::default();
    while !cells.rest.is_empty() {
        let mut row = Vec::new();
        for column in 1..=columns.len() {
            let cell = cells.next()?;
            // What is wrong with a cell is said before what is wrong with its row.
            if column == places[1] + 1 {
                register(cell)?;
            } else if column == places[2] + 1 {
                space(cell)?;
            }
            row.push(cell);
            if cells.ends_row && column != columns.len() {
                return Err(format!("Row ended after just {column} columns. Expected {}.", columns.len()));
            }
        }
        if !cells.ends_row {
            let most = columns.len();
            return Err(format!("Unexpected cell at the end of row. There should only be {most} columns"));
        }
        let [name, binding, number] = places.map(|place| row[place]);
        let (class, index) = register(binding)?;
        rows.insert((name.to_owned(), class), (index, space(number)?));
    }
    Ok(rows)
}

/// What separates words within a line.
const BLANKS: [char; 2] = [' ', '\t'];

/// The cells of a table, in sequence.
struct Cells<'a> {
    rest: &'a str,
    /// Whether the last cell was the last of its row.
    ends_row: bool,
}

impl<'a> Cells<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.trim_start_matches([' ', '\t', '\r', '\n']), ends_row: false }
    }

    /// The next cell, without the blanks and quotes around it.
    fn next(&mut self) -> Result<&'a str, String> {
        let text = self.rest.trim_start_matches(BLANKS);
        if text.is_empty() {
            return Err("Unexpected EOF when parsing cell.".to_owned());
        }
        let (cell, rest) = match text.strip_prefix('"') {
            Some(quoted) => {
                let end = quoted.find(['"', '\r', '\n']).unwrap_or(quoted.len());
                let Some(behind) = quoted[end..].strip_prefix('"') else {
                    return Err("Unexpected newline inside quotation.".to_owned());
                };
                let behind = behind.trim_start_matches(BLANKS);
                if !behind.is_empty() && !behind.starts_with([',', ';', '\r', '\n']) {
                    return Err("Unexpected character after quote.".to_owned());
                }
                (&quoted[..end], behind)
            }
            None => {
                let end = text.find([',', ';', '\r', '\n', '"']).unwrap_or(text.len());
                if text[end..].starts_with('"') {
                    return Err("'\"' not allowed in non-quoted cell.".to_owned());
                }
                (text[..end].trim_end_matches(BLANKS), &text[end..])
            }
        };
        // A comma may stand at the end of a row.
        let rest = rest.strip_prefix(',').map_or(rest, |rest| rest.trim_start_matches(BLANKS));
        self.ends_row = rest.is_empty() || rest.starts_with([';', '\r', '\n']);
        self.rest = if self.ends_row { rest.trim_start_matches([';', '\r', '\n', ' ', '\t']) } else { rest };
        Ok(cell)
    }
}

/// `b10` and its kind.
fn register(text: &str) -> Result<(ObjectClass, u32), String> {
    let class = match text.chars().next().map(|letter| letter.to_ascii_lowercase()) {
        None => return Err("Resource binding cannot be empty.".to_owned()),
        Some('b') => ObjectClass::Cbv,
        Some('t') => ObjectClass::Srv,
        Some('u') => ObjectClass::Uav,
        Some('s') => ObjectClass::Sampler,
        Some(_) => return Err("Invalid resource class. Needs to be one of 'b', 's', 't', or 'u'.".to_owned()),
    };
    number(&text[1..], || format!("'{text}' is not a valid resource binding.")).map(|index| (class, index))
}

/// The space of a register.
fn space(text: &str) -> Result<u32, String> {
    if text.is_empty() {
        return Err("Expected unsigned 32-bit integer for resource space, but got empty cell.".to_owned());
    }
    number(text, || format!("'{text}' is not a valid 32-bit unsigned integer."))
}

/// A number, also as `0x1e`.
fn number(text: &str, otherwise: impl Fn() -> String) -> Result<u32, String> {
    let (digits, base) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return Err(otherwise());
    }
    // A number of digits alone is too large if it is none of 32 bits.
    u32::from_str_radix(digits, base).map_err(|_| format!("'{text}' is out of range of an 32-bit unsigned integer."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_in_any_order_of_columns() {
        let rows = read("  Space, \"binding\", RESOURCENAME ,\n\n 0x1e, b10, cb,; 2 ,T1, tex").unwrap();
        assert_eq!(rows[&("cb".to_owned(), ObjectClass::Cbv)], (10, 30));
        assert_eq!(rows[&("tex".to_owned(), ObjectClass::Srv)], (1, 2));
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn a_comma_or_a_semicolon_in_quotes_is_part_of_a_cell() {
        let rows = read("ResourceName, Binding, Space, Note\n \"a\" , b1, 2, \" ,; ,\"\n").unwrap();
        assert_eq!(rows[&("a".to_owned(), ObjectClass::Cbv)], (1, 2));
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told_in_dxcs_words() {
        for (rows, reported) in [
            (" \r\n ", "Unexpected EOF when parsing cell."),
            ("ResourceName, Space; a, 1", "Input format is csv with headings: ResourceName, Binding, Space."),
            ("ResourceName, Binding, Space, Space; a, b1, 1, 1", "Column 'Space' already specified."),
            ("ResourceName, Binding, Space; a, b1", "Row ended after just 2 columns. Expected 3."),
            (
                "ResourceName, Binding, Space; a, b1, 2, 3",
                "Unexpected cell at the end of row. There should only be 3 columns",
            ),
            (
                "ResourceName, Binding, Space; a, 10, 2",
                "Invalid resource class. Needs to be one of 'b', 's', 't', or 'u'.",
            ),
            ("ResourceName, Binding, Space; a, , 2", "Resource binding cannot be empty."),
            ("ResourceName, Binding, Space; a, b, 2", "'b' is not a valid resource binding."),
            (
                "ResourceName, Binding, Space; a, b99999999999, 2",
                "'99999999999' is out of range of an 32-bit unsigned integer.",
            ),
            (
                "ResourceName, Binding, Space; a, b1, 0x100000000",
                "'0x100000000' is out of range of an 32-bit unsigned integer.",
            ),
            ("ResourceName, Binding, Space; a, b1, x", "'x' is not a valid 32-bit unsigned integer."),
            (
                "ResourceName, Binding, Space; a, b1, ,",
                "Expected unsigned 32-bit integer for resource space, but got empty cell.",
            ),
            ("ResourceName, Binding, Space; \"a\nb\", b1, 1", "Unexpected newline inside quotation."),
            ("ResourceName, Binding, Space; \"a\" b, b1, 1", "Unexpected character after quote."),
            ("ResourceName, Binding, Space; a\", b1, 1", "'\"' not allowed in non-quoted cell."),
        ] {
            assert_eq!(read(rows).unwrap_err(), reported, "{rows}");
        }
    }
}
