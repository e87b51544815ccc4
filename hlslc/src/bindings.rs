//! Reads binding tables: the bindings of a shader's resources in a separate file or a macro.
//!
//! Input: rows of cells separated by commas. The first row names the columns, `ResourceName`, `Binding` and `Space` in any
//! order; a row ends with its line or with `;`. Output: the binding of each listed resource, which takes precedence over
//! the source.

use crate::compile::{Done, Session};
use crate::errors;
use crate::root_signature::tokens_of_macro;
use hlslc_base::{FileId, Span};
use hlslc_hir::hir::{BufferKind, Global, GlobalKind, Program, RegisterBinding};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::TyData;
use hlslc_syntax::token::TokenKind;
use rustc_hash::FxHashMap;

/// The location of a binding table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BindingTable {
    /// In what a macro of the source expands to: `-binding-table-define`.
    Macro(String),
    /// Here: what `-import-binding-table` has read.
    Text(String),
}

/// A register and its space, by the name and the class of a resource.
type Rows = FxHashMap<(String, ObjectClass), (u32, u32)>;

/// The columns that count.
const COLUMNS: [&str; 3] = ["resourcename", "binding", "space"];

/// Gives the resources of a program the registers of a table.
pub(crate) fn bind(
    session: &mut Session,
    file: FileId,
    table: &BindingTable,
    program: &mut Program,
) -> Result<(), Done> {
    let text = match table {
        BindingTable::Text(text) => text.clone(),
        BindingTable::Macro(name) => text_of_macro(session, file, name)?,
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
        _ => None,
    }
}

/// The expansion of a macro of the source: the contents of its strings, or its words.
fn text_of_macro(session: &mut Session, file: FileId, name: &str) -> Result<String, Done> {
    let Some(tokens) = tokens_of_macro(session, file, name)? else {
        session.found.push(errors::no_binding_table_macro(Span::NONE, name));
        return Err(Done);
    };
    let mut text = String::new();
    for token in tokens {
        let word = token.text(&session.interner);
        match token.kind {
            TokenKind::Str => text.push_str(word.trim_matches('"')),
            _ => text.push_str(word),
        }
    }
    Ok(text)
}

/// The rows of a table.
fn read(text: &str) -> Result<Rows, String> {
    let mut lines = text.split(['\n', ';']).map(cells).filter(|row| !row.is_empty());
    let columns: Vec<String> = lines.next().unwrap_or_default().iter().map(|cell| cell.to_lowercase()).collect();
    let mut places = [0; 3];
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        *place = columns
            .iter()
            .position(|cell| cell == column)
            .ok_or_else(|| "its first row must name the columns `ResourceName`, `Binding` and `Space`".to_owned())?;
    }
    let mut rows = Rows::default();
    for row in lines {
        let [name, binding, space] = places.map(|place| row.get(place).copied());
        let (Some(name), Some(binding), Some(space), true) = (name, binding, space, row.len() == columns.len()) else {
            return Err(format!("a row has {} cells, and there are {} columns", row.len(), columns.len()));
        };
        let (class, index) =
            register(binding).ok_or_else(|| format!("`{binding}` is no register: b, t, u or s with a number"))?;
        let space = number(space).ok_or_else(|| format!("`{space}` is no register space: a number of 32 bits"))?;
        rows.insert((name.to_owned(), class), (index, space));
    }
    Ok(rows)
}

/// The cells of a row, without the spaces and quotes around them, and without an empty one at its end.
fn cells(line: &str) -> Vec<&str> {
    let mut cells: Vec<&str> = line.split(',').map(|cell| cell.trim().trim_matches('"')).collect();
    if cells.last() == Some(&"") {
        cells.pop();
    }
    cells
}

/// `b10` and its kind.
fn register(text: &str) -> Option<(ObjectClass, u32)> {
    let class = match text.chars().next()?.to_ascii_lowercase() {
        'b' => ObjectClass::Cbv,
        't' => ObjectClass::Srv,
        'u' => ObjectClass::Uav,
        's' => ObjectClass::Sampler,
        _ => return None,
    };
    Some((class, number(&text[1..])?))
}

/// A number, also as `0x1e`.
fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
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
    fn what_is_wrong_with_a_table_is_told() {
        let error_of = |text: &str| read(text).unwrap_err();
        insta::assert_debug_snapshot!(
            [
                error_of(""),
                error_of("ResourceName, Space; a, 1"),
                error_of("ResourceName, Binding, Space; a, b1"),
                error_of("ResourceName, Binding, Space; a, b1, 2, 3"),
                error_of("ResourceName, Binding, Space; a, 10, 2"),
                error_of("ResourceName, Binding, Space; a, b, 2"),
                error_of("ResourceName, Binding, Space; a, b1, 99999999999"),
            ],
            @r#"
            [
                "its first row must name the columns `ResourceName`, `Binding` and `Space`",
                "its first row must name the columns `ResourceName`, `Binding` and `Space`",
                "a row has 2 cells, and there are 3 columns",
                "a row has 4 cells, and there are 3 columns",
                "`10` is no register: b, t, u or s with a number",
                "`b` is no register: b, t, u or s with a number",
                "`99999999999` is no register space: a number of 32 bits",
            ]
            "#
        );
    }
}
