//! Writes what results were made of as bytes, for the next process that builds the same project.
//!
//! Input: leaves. Output: bytes, and leaves of them. A row that many leaves share is written once; the rows of a leaf mostly follow one
//! another, so a leaf is a list of runs. Bytes that are damaged give nothing.

use super::{Leaf, Leaves, Row, Table};
use hlslc_syntax::known::Sum;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

/// No brace.
const NONE: u32 = u32::MAX;

impl Leaves {
    /// The bytes of these leaves, and of all that judges them.
    pub fn to_bytes(&self, leaves: &[Arc<Leaf>]) -> Vec<u8> {
        let table = self.table();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut rows: Vec<u32> = Vec::new();
        let mut runs = Vec::new();
        for leaf in leaves {
            let mut own: Vec<(u32, u32)> = Vec::new();
            for &row in &leaf.rows {
                let number = *numbers.entry(row).or_insert_with(|| {
                    rows.push(row);
                    rows.len() as u32 - 1
                });
                match own.last_mut() {
                    Some((first, count)) if *first + *count == number => *count += 1,
                    _ => own.push((number, 1)),
                }
            }
            runs.push((own, leaf.unit));
        }
        let mut out = Vec::new();
        put_texts(&mut out, table.files.iter().map(|name| &**name));
        let mut declared: Vec<&str> = table.declared.iter().map(|name| &**name).collect();
        declared.sort_unstable();
        put_texts(&mut out, declared.into_iter());
        put_number(&mut out, rows.len());
        for row in rows {
            let row = &table.rows[row as usize];
            for number in [row.file, row.start, row.end, row.open.unwrap_or(NONE), u32::from(row.is_reached)] {
                out.extend_from_slice(&number.to_le_bytes());
            }
            out.extend_from_slice(&row.key.bytes());
            out.extend_from_slice(&row.place.bytes());
        }
        put_number(&mut out, runs.len());
        for (own, unit) in runs {
            put_number(&mut out, usize::from(unit.is_some()));
            out.extend(unit.unwrap_or_default().bytes());
            put_number(&mut out, own.len());
            for (first, count) in own {
                out.extend_from_slice(&first.to_le_bytes());
                out.extend_from_slice(&count.to_le_bytes());
            }
        }
        out
    }

    /// The leaves of [bytes](Self::to_bytes).
    pub fn of_bytes(mut from: &[u8]) -> Option<(Self, Vec<Arc<Leaf>>)> {
        let from = &mut from;
        let files = texts(from)?.into_iter().map(Into::into).collect();
        let declared = texts(from)?.into_iter().map(Into::into).collect();
        let mut table = Table { files, declared, ..Table::default() };
        for _ in 0..number(from)? {
            let [file, start, end, open, is_reached] =
                [number(from)?, number(from)?, number(from)?, number(from)?, number(from)?];
            if file as usize >= table.files.len() {
                return None;
            }
            let (key, place) = (sum(from)?, sum(from)?);
            let open = (open != NONE).then_some(open);
            table.number(Row { file, start, end, open, key, place, is_reached: is_reached != 0 })?;
        }
        let mut leaves = Vec::new();
        for _ in 0..number(from)? {
            let is_named = number(from)? != 0;
            let unit = sum(from).map(|unit| is_named.then_some(unit))?;
            let mut rows = Vec::new();
            for _ in 0..number(from)? {
                let (first, count) = (number(from)?, number(from)?);
                let end = first.checked_add(count).filter(|&end| end as usize <= table.rows.len())?;
                rows.extend(first..end);
            }
            leaves.push(Arc::new(Leaf { rows, unit }));
        }
        from.is_empty().then(|| (Self { table: Mutex::new(table) }, leaves))
    }
}

fn put_number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u32).to_le_bytes());
}

fn put_texts<'t>(out: &mut Vec<u8>, texts: impl ExactSizeIterator<Item = &'t str>) {
    put_number(out, texts.len());
    for text in texts {
        put_number(out, text.len());
        out.extend_from_slice(text.as_bytes());
    }
}

fn number(from: &mut &[u8]) -> Option<u32> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(u32::from_le_bytes(*bytes))
}

fn sum(from: &mut &[u8]) -> Option<Sum> {
    let (bytes, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(Sum::of_own_bytes(*bytes))
}

fn texts(from: &mut &[u8]) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for _ in 0..number(from)? {
        let length = number(from)? as usize;
        let (text, rest) = from.split_at_checked(length)?;
        texts.push(std::str::from_utf8(text).ok()?.to_owned());
        *from = rest;
    }
    Some(texts)
}
