//! Indexes the spellings of options by their first byte at build time, so that the search for an option compares only
//! the few that start with it.

use super::{Flag, GROUPS};

/// A spelling without the dash, and its row.
type Spelling = (&'static str, &'static Flag);

/// The number of spellings that begin with each byte or a smaller one: the ends of their ranges in [`SPELLINGS`].
const ENDS: [usize; 256] = {
    let mut ends = [0; 256];
    let (mut group, mut byte) = (0, 1);
    while group < GROUPS.len() {
        let rows = GROUPS[group].1;
        let mut row = 0;
        while row < rows.len() {
            let mut name = 0;
            while name < rows[row].names.len() {
                ends[rows[row].names[name].as_bytes()[0] as usize] += 1;
                name += 1;
            }
            row += 1;
        }
        group += 1;
    }
    while byte < ends.len() {
        ends[byte] += ends[byte - 1];
        byte += 1;
    }
    ends
};

/// All spellings by their first byte, those of one byte in the order of the table.
static SPELLINGS: [Spelling; ENDS[255]] = {
    let mut spellings = [("", &GROUPS[0].1[0]); ENDS[255]];
    let mut ends = ENDS;
    let mut group = GROUPS.len();
    while group > 0 {
        group -= 1;
        let rows = GROUPS[group].1;
        let mut row = rows.len();
        while row > 0 {
            row -= 1;
            let mut name = rows[row].names.len();
            while name > 0 {
                name -= 1;
                let text = rows[row].names[name];
                let first = text.as_bytes()[0] as usize;
                ends[first] -= 1;
                spellings[ends[first]] = (text, &rows[row]);
            }
        }
    }
    spellings
};

/// The spellings that begin as a word does.
pub fn spelt_like(word: &str) -> &'static [Spelling] {
    let Some(&first) = word.as_bytes().first() else { return &[] };
    let start = usize::from(first).checked_sub(1).map_or(0, |before| ENDS[before]);
    &SPELLINGS[start..ENDS[usize::from(first)]]
}
