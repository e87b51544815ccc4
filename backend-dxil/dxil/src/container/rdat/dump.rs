//! Lists runtime data as comments of a listing.

use std::fmt::Write as _;

use super::records::StoredRecord;
use super::{RuntimeData, Table, Tables, part};

/// The text so far. It stops growing at a limit: records can share long lists, and each record shows what it refers to.
pub(super) struct Listing {
    out: String,
    is_full: bool,
}

/// More text than any library needs.
const LIMIT: usize = 1 << 26;

impl Listing {
    pub(super) fn table<T: StoredRecord>(&mut self, data: &RuntimeData, table: &Table<T>) {
        for (index, row) in table.rows.iter().enumerate() {
            if self.is_full {
                return;
            }
            let _ = writeln!(self.out, ";   {}[{index}]", T::TITLE);
            row.list(data, |name, _, value| {
                let _ = writeln!(self.out, ";     {name}: {}", hlslc_shown::escaped_line(value));
            });
            if self.out.len() > LIMIT {
                self.out.push_str(";   and more\n");
                self.is_full = true;
            }
        }
    }
}

impl RuntimeData {
    /// The title of the part of that number; none if it is not known.
    pub(crate) fn part_title(kind: u32) -> Option<&'static str> {
        match kind {
            part::STRINGS => Some("strings"),
            part::LISTS => Some("lists of numbers"),
            part::BYTES => Some("bytes"),
            _ => Tables::title(kind),
        }
    }

    /// Whether the part of that number is a table.
    pub(crate) fn is_table(kind: u32) -> bool {
        Tables::title(kind).is_some()
    }

    /// Lists the fields of a record of a table: name, bytes that it takes, value.
    pub(crate) fn list_record(&self, kind: u32, index: usize, field: impl FnMut(&'static str, u32, &str)) {
        self.tables.list_record(self, kind, index, field);
    }

    /// Every record of every table, as comments of a listing.
    pub fn list_all(&self) -> String {
        let mut listing = Listing { out: "; Runtime data:\n;\n".into(), is_full: false };
        self.tables.list(self, &mut listing);
        listing.out.push_str(";\n");
        listing.out
    }
}
