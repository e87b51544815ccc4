//! Lays out the texts of tables without a pointer for each text.
//!
//! A row with a `&str` holds an address. Where a shared library lies is known only when it is loaded, so the loader writes each such
//! address anew, into a page of memory that it first has to copy: with thousands of rows that was most of the time of loading. Two
//! types hold texts as plain data, which stays in the file until it is read:
//!
//! * [`Texts`] are all texts of a table, without anything between, with the places where each ends: for sentences.
//! * A [`Name`] is a short text that lies in the row itself: for names.
//!
//! Input: texts of constants. Both are made when a crate is compiled, and a text that does not fit is a compile error. Nothing of
//! the list that a table is made from remains in the program; that is why it must be a constant that nothing else borrows.

#![warn(clippy::wildcard_enum_match_arm)]

mod name;

pub use name::Name;

/// Texts, each known by its number. Made by [`texts!`] or [`column!`].
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// All of them, without anything between.
    joined: &'static str,
    /// The end of each in it, which is the start of the next.
    ends: &'static [u32],
}

impl Texts {
    /// Of texts without anything between, and the end of each. For [`texts!`].
    #[doc(hidden)]
    pub const fn new(joined: &'static str, ends: &'static [u32]) -> Self {
        Self { joined, ends }
    }

    /// The text with this number; empty if there is none.
    pub fn get(&self, number: usize) -> &'static str {
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end as usize);
        let Some(&end) = self.ends.get(number) else { return "" };
        self.joined.get(start..end as usize).unwrap_or_default()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Makes [`Texts`] of a constant list of texts.
///
/// ```
/// static WORDS: hlslc_texts::Texts = hlslc_texts::texts!(&["one", "", "zwölf"]);
/// assert_eq!((WORDS.get(0), WORDS.get(1), WORDS.get(2), WORDS.get(3)), ("one", "", "zwölf", ""));
/// ```
#[macro_export]
macro_rules! texts {
    ($list:expr) => {{
        const LIST: &[&str] = $list;
        const JOINED: [u8; $crate::joined_length(LIST)] = $crate::joined(LIST);
        const ENDS: [u32; LIST.len()] = $crate::ends(LIST);
        $crate::Texts::new($crate::checked(&JOINED), &ENDS)
    }};
}

/// Makes [`Texts`] of a column of a table: of one field of each row. The rows are a constant array or slice, and stay one row for each
/// fact where they are written.
///
/// ```
/// const ROWS: &[(&str, u32)] = &[("one", 1), ("two", 2)];
/// static NAMES: hlslc_texts::Texts = hlslc_texts::column!(ROWS, 0);
/// assert_eq!(NAMES.get(1), "two");
/// ```
#[macro_export]
macro_rules! column {
    ($rows:path, $field:tt) => {
        $crate::texts!({
            const COLUMN: [&str; $rows.len()] = {
                let mut column = [""; $rows.len()];
                let mut i = 0;
                while i < $rows.len() {
                    column[i] = $rows[i].$field;
                    i += 1;
                }
                column
            };
            &COLUMN
        })
    };
}

/// The bytes of all texts. For [`texts!`].
#[doc(hidden)]
pub const fn joined_length(list: &[&str]) -> usize {
    let (mut length, mut i) = (0, 0);
    while i < list.len() {
        length += list[i].len();
        i += 1;
    }
    length
}

/// All texts in one. For [`texts!`].
#[doc(hidden)]
pub const fn joined<const LENGTH: usize>(list: &[&str]) -> [u8; LENGTH] {
    let mut joined = [0; LENGTH];
    let (mut start, mut i) = (0, 0);
    while i < list.len() {
        let text = list[i].as_bytes();
        joined.split_at_mut(start).1.split_at_mut(text.len()).0.copy_from_slice(text);
        start += text.len();
        i += 1;
    }
    joined
}

/// Where each text ends among all. For [`texts!`].
#[doc(hidden)]
pub const fn ends<const COUNT: usize>(list: &[&str]) -> [u32; COUNT] {
    let mut ends = [0; COUNT];
    let (mut end, mut i) = (0, 0);
    while i < list.len() {
        end += list[i].len();
        assert!(end <= u32::MAX as usize, "the texts are longer than a number of 32 bits says");
        ends[i] = end as u32;
        i += 1;
    }
    ends
}

/// Bytes that were joined of texts, and so are a text. For [`texts!`].
#[doc(hidden)]
pub const fn checked(joined: &[u8]) -> &str {
    match str::from_utf8(joined) {
        Ok(text) => text,
        Err(_) => panic!("texts were joined to what is none"),
    }
}
