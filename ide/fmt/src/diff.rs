//! Shows edits as a unified diff, which `patch` and `git apply` read.

use crate::emit::{Edit, apply};
use std::fmt::Write as _;

/// The lines around a change that are shown with it.
const CONTEXT: usize = 3;

/// A change: old lines by number, and new lines.
struct Change<'n> {
    first: usize,
    old: usize,
    new: Vec<&'n str>,
}

/// The unified diff of a text and its edits; empty without edits. `name` is the file's, in both headers.
pub fn diff(name: &str, text: &str, edits: &[Edit]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut starts = vec![0];
    starts.extend(lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let line_of =
        |at: usize| starts.partition_point(|&start| start <= at).saturating_sub(1).min(lines.len().saturating_sub(1));
    // The lines that edits touch, and their new text.
    let mut spans: Vec<(usize, usize, usize, usize)> = Vec::new();
    for (n, edit) in edits.iter().enumerate() {
        let (first, last) = (line_of(edit.range.start), line_of(edit.range.end));
        match spans.last_mut() {
            Some(span) if first <= span.1 + 1 => {
                span.1 = span.1.max(last);
                span.3 = n + 1;
            }
            _ => spans.push((first, last, n, n + 1)),
        }
    }
    let texts: Vec<String> = spans
        .iter()
        .map(|&(first, last, from, to)| {
            let (start, end) = (starts[first], starts.get(last + 1).copied().unwrap_or(text.len()));
            let moved: Vec<Edit> = edits[from..to]
                .iter()
                .map(|edit| Edit { range: edit.range.start - start..edit.range.end - start, text: edit.text.clone() })
                .collect();
            apply(&text[start..end], &moved)
        })
        .collect();
    let changes: Vec<Change<'_>> = spans
        .iter()
        .zip(&texts)
        .map(|(&(first, last, ..), new)| trimmed(&lines, first, last, new.split_inclusive('\n').collect()))
        .filter(|change| change.old > 0 || !change.new.is_empty())
        .collect();
    hunks(name, &lines, &changes)
}

/// A change without the lines at its ends that stay.
fn trimmed<'n>(lines: &[&str], first: usize, last: usize, new: Vec<&'n str>) -> Change<'n> {
    let old = lines.get(first..=last).unwrap_or_default();
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    Change { first: first + before, old: old.len() - before - after, new: new[before..new.len() - after].to_vec() }
}

fn hunks(name: &str, lines: &[&str], changes: &[Change<'_>]) -> String {
    let mut out = String::new();
    let mut moved: isize = 0;
    let mut at = 0;
    while at < changes.len() {
        let mut end = at + 1;
        while end < changes.len() && changes[end].first <= changes[end - 1].first + changes[end - 1].old + 2 * CONTEXT {
            end += 1;
        }
        let first = changes[at].first.saturating_sub(CONTEXT);
        let last_change = &changes[end - 1];
        let last = (last_change.first + last_change.old + CONTEXT).min(lines.len());
        let grown: isize = changes[at..end].iter().map(|change| change.new.len() as isize - change.old as isize).sum();
        let old = last - first;
        let new = (old as isize + grown).max(0);
        if out.is_empty() {
            let _ = writeln!(out, "--- a/{name}\n+++ b/{name}");
        }
        let start = |count: usize, first: usize| if count == 0 { first } else { first + 1 };
        let new_first = (first as isize + moved).max(0) as usize;
        let _ = writeln!(out, "@@ -{},{old} +{},{new} @@", start(old, first), start(new as usize, new_first));
        let mut row = first;
        for change in &changes[at..end] {
            lines[row..change.first].iter().for_each(|line| push(&mut out, ' ', line));
            lines[change.first..change.first + change.old].iter().for_each(|line| push(&mut out, '-', line));
            change.new.iter().for_each(|line| push(&mut out, '+', line));
            row = change.first + change.old;
        }
        lines[row..last].iter().for_each(|line| push(&mut out, ' ', line));
        moved += grown;
        at = end;
    }
    out
}

fn push(out: &mut String, sign: char, line: &str) {
    out.push(sign);
    out.push_str(line);
    if !line.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}
