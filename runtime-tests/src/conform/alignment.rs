//! Aligns two disassemblies: lines that differ only in numbers of values are shown side by side.
//!
//! Input: two texts. Output: pairs of lines with a mark, or all of it packed for a page: a line each pair, `MARK LEFT 0x1f RIGHT`, in
//! zlib's form, in base64. The alignment is the shortest path from one to the other, found in time of lines times differences;
//! where there are too many differences the rest stands unaligned.

/// How two lines stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The same but for numbers.
    Same,
    /// Only on the left.
    Left,
    /// Only on the right.
    Right,
}

/// Lines beside each other; one that has none has an empty one there.
pub type Pair<'a> = (Mark, &'a str, &'a str);

/// More lines of a listing are not shown.
const MOST_LINES: usize = 4000;

/// More differences are not sorted out.
const MOST_DIFFERENCES: usize = 1200;

/// What stands between two lines of a pair.
const BETWEEN: char = '\u{1f}';

/// The lines of two texts beside each other.
pub fn aligned<'a>(left: &'a str, right: &'a str) -> Vec<Pair<'a>> {
    let lines = |text: &'a str| -> Vec<&'a str> { text.lines().take(MOST_LINES).collect() };
    let (left, right) = (lines(left), lines(right));
    let keys = |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| without_numbers(line)).collect() };
    let steps = shortest(&keys(&left), &keys(&right));
    let (mut at, mut pairs) = ((0, 0), Vec::with_capacity(steps.len()));
    for mark in steps {
        let line = |lines: &[&'a str], at: usize| lines.get(at).copied().unwrap_or_default();
        pairs.push(match mark {
            Mark::Same => (mark, line(&left, at.0), line(&right, at.1)),
            Mark::Left => (mark, line(&left, at.0), ""),
            Mark::Right => (mark, "", line(&right, at.1)),
        });
        at.0 += usize::from(mark != Mark::Right);
        at.1 += usize::from(mark != Mark::Left);
    }
    pairs
}

/// A line without the numbers of values, nodes, attributes and blocks, and without what is said of blocks before.
fn without_numbers(line: &str) -> String {
    let line = line.split("; preds = ").next().unwrap_or(line).trim_end();
    let mut out = String::with_capacity(line.len());
    let mut rest = line.strip_prefix("; <label>:").map_or(line, |_| "; <label>:");
    while let Some(at) = rest.find(['%', '!', '#']) {
        out.push_str(&rest[..=at]);
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

/// How a diagonal is reached with one difference more than a row of diagonals has: whether by a line of the right, and how far
/// on the left that leads. A diagonal has the number of lines that the left is ahead.
fn step(row: &[isize], depth: isize, diagonal: isize) -> (bool, isize) {
    let reached = |of: isize| row.get(isize::midpoint(of, depth - 1) as usize).copied().unwrap_or(-1);
    let down = if diagonal == depth { -1 } else { reached(diagonal + 1) };
    let across = if diagonal == -depth { -1 } else { reached(diagonal - 1) + 1 };
    (across <= down, across.max(down))
}

/// The marks of the shortest path from one list to the other (Myers).
fn shortest(left: &[String], right: &[String]) -> Vec<Mark> {
    let all = (left.len() as isize, right.len() as isize);
    let same = |x: isize, y: isize| x < all.0 && y < all.1 && left[x as usize] == right[y as usize];
    // For each number of differences, how far on the left each diagonal was reached.
    let mut rows: Vec<Vec<isize>> = Vec::new();
    let mut end = None;
    while end.is_none() && rows.len() <= MOST_DIFFERENCES {
        let depth = rows.len() as isize;
        let mut row = Vec::with_capacity(rows.len() + 1);
        for diagonal in (-depth..=depth).step_by(2) {
            let mut x = rows.last().map_or(0, |before| step(before, depth, diagonal).1);
            while same(x, x - diagonal) {
                x += 1;
            }
            row.push(x);
            if x >= all.0 && x - diagonal >= all.1 {
                end = Some(diagonal);
                break;
            }
        }
        rows.push(row);
    }
    let Some(mut diagonal) = end else {
        // Too many: what begins alike stands beside each other, the rest does not.
        let alike = left.iter().zip(right).take_while(|(a, b)| a == b).count();
        let rest = |count: usize, mark| std::iter::repeat_n(mark, count - alike);
        let start = std::iter::repeat_n(Mark::Same, alike);
        return start.chain(rest(left.len(), Mark::Left)).chain(rest(right.len(), Mark::Right)).collect();
    };
    let (mut x, mut marks) = (all.0, Vec::new());
    for depth in (1..rows.len()).rev() {
        let (is_down, from) = step(&rows[depth - 1], depth as isize, diagonal);
        marks.extend(std::iter::repeat_n(Mark::Same, (x - from) as usize));
        marks.push(if is_down { Mark::Right } else { Mark::Left });
        (x, diagonal) = if is_down { (from, diagonal + 1) } else { (from - 1, diagonal - 1) };
    }
    marks.extend(std::iter::repeat_n(Mark::Same, x as usize));
    marks.reverse();
    marks
}

/// Two texts side by side, packed.
pub fn packed(left: &str, right: &str) -> String {
    let mut text = String::new();
    for (mark, left, right) in aligned(left, right) {
        text.push(match mark {
            Mark::Same => '=',
            Mark::Left => '<',
            Mark::Right => '>',
        });
        text.push_str(left);
        text.push(BETWEEN);
        text.push_str(right);
        text.push('\n');
    }
    base64(&miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 8))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().enumerate().fold(0u32, |word, (at, &byte)| word | u32::from(byte) << (16 - 8 * at));
        for at in 0..4 {
            let letter = char::from(LETTERS[(word >> (18 - 6 * at)) as usize & 63]);
            out.push(if at <= group.len() { letter } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(left: &str, right: &str) -> String {
        let line = |(mark, left, right): Pair<'_>| format!("{mark:?} {left}|{right}");
        aligned(left, right).into_iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn numbers_do_not_count() {
        let found = shown(
            "%1 = add i32 %0, 2\n%2 = mul i32 %1, 3\nbr label %5\n; <label>:5 ; preds = %0\nret",
            "%8 = add i32 %7, 2\nbr label %9\n; <label>:9 ; preds = %3, %4\n%4 = load\nret",
        );
        insta::assert_snapshot!(found, @r"
        Same %1 = add i32 %0, 2|%8 = add i32 %7, 2
        Left %2 = mul i32 %1, 3|
        Same br label %5|br label %9
        Same ; <label>:5 ; preds = %0|; <label>:9 ; preds = %3, %4
        Right |%4 = load
        Same ret|ret
        ");
    }

    #[test]
    fn every_line_stands_there_once() {
        for (left, right) in
            [("", ""), ("a\nb", ""), ("", "a"), ("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc"), ("x\ny", "z")]
        {
            let pairs = aligned(left, right);
            let side = |skipped: Mark, of: fn(&Pair<'_>) -> String| -> Vec<String> {
                pairs.iter().filter(|pair| pair.0 != skipped).map(of).collect()
            };
            assert_eq!(side(Mark::Right, |pair| pair.1.to_owned()).join("\n"), left);
            assert_eq!(side(Mark::Left, |pair| pair.2.to_owned()).join("\n"), right);
            assert!(pairs.iter().all(|(mark, left, right)| *mark != Mark::Same || left == right));
        }
        let marks =
            aligned("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc").iter().filter(|pair| pair.0 != Mark::Same).count();
        assert_eq!(marks, 5, "the shortest route");
    }

    #[test]
    fn bytes_are_packed_as_all_browsers_read_them() {
        assert_eq!(["", "M", "Ma", "Man"].map(|text| base64(text.as_bytes())), ["", "TQ==", "TWE=", "TWFu"]);
    }
}
