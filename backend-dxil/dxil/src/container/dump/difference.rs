//! Finds the first field that two forms of a part do not share.

use super::{Field, list};
use crate::container::{FourCc, Part};

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The field, after those it is in.
    pub(crate) field: String,
    /// Its values; none where there is no such field.
    pub(crate) values: [Option<String>; 2],
}

/// The first field that differs. Offsets, counts and sizes are fields, too.
pub(crate) fn difference(name: FourCc, first: &[u8], second: &[u8]) -> Option<Difference> {
    let fields = |data: &[u8]| list(&Part { name, data: data.to_vec() }).1;
    let (first, second) = (fields(first), fields(second));
    let (mut first, mut second) = (first.iter(), second.iter());
    let mut above: Vec<&str> = Vec::new();
    loop {
        let pair = [first.next(), second.next()];
        let of = pair[0].or(pair[1])?;
        above.truncate(of.depth);
        above.push(&of.name);
        let said = |field: Option<&Field>| field.map(|field| (field.name.clone(), field.value.clone()));
        if said(pair[0]) == said(pair[1]) {
            continue;
        }
        // Of two fields in one place only the first has the name.
        let value =
            |field: Option<&Field>| field.filter(|field| field.name == of.name).map(|field| field.value.clone());
        return Some(Difference { field: above.join(", "), values: pair.map(value) });
    }
}
