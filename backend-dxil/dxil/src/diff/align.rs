//! Aligns two sequences: which elements of one are which of the other, in the same order.
//!
//! The algorithm is that of Myers (*An O(ND) Difference Algorithm and Its Variations*, 1986) between a common start and a common
//! end. Its work grows with the square of the differences, so beyond a bound only elements that occur once in both are aligned, by
//! their longest increasing subsequence.

use rustc_hash::FxHashMap;

/// Differences beyond which the algorithm is not used.
const DIFFERENCES: usize = 1500;

/// Pairs of positions with equal elements, increasing in both.
pub(super) fn align(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let start = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    let (rest_a, rest_b) = (&a[start..], &b[start..]);
    let end = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(one, other)| one == other).count();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - end], &rest_b[..rest_b.len() - end]);
    let middle = myers(middle_a, middle_b).unwrap_or_else(|| rare(middle_a, middle_b));
    let mut pairs: Vec<(usize, usize)> = (0..start).map(|at| (at, at)).collect();
    pairs.extend(middle.into_iter().map(|(one, other)| (start + one, start + other)));
    pairs.extend((0..end).rev().map(|back| (a.len() - 1 - back, b.len() - 1 - back)));
    pairs
}

/// The pairs of a shortest edit script; `None` if it is too long.
fn myers(a: &[u64], b: &[u64]) -> Option<Vec<(usize, usize)>> {
    if a.is_empty() || b.is_empty() {
        return Some(Vec::new());
    }
    let (n, m) = (a.len() as isize, b.len() as isize);
    // For each number of differences the furthest places on the diagonals -d, -d + 2, … d.
    let mut trace: Vec<Vec<isize>> = Vec::new();
    let mut last: Vec<isize> = Vec::new();
    for d in 0..=(n + m).min(DIFFERENCES as isize) {
        // `last` holds the diagonals -(d - 1), … d - 1.
        let before = |k: isize| {
            let at = k + d - 1;
            if at < 0 || at % 2 != 0 { None } else { last.get((at / 2) as usize).copied() }
        };
        let mut now = Vec::with_capacity(d as usize + 1);
        for k in (-d..=d).step_by(2) {
            let mut x = match (before(k - 1), before(k + 1)) {
                _ if d == 0 => 0,
                (Some(left), Some(up)) if left + 1 > up => left + 1,
                (Some(left), None) => left + 1,
                (_, Some(up)) => up,
                (None, None) => 0,
            };
            while x < n && x - k < m && x >= k && a[x as usize] == b[(x - k) as usize] {
                x += 1;
            }
            now.push(x);
            if x >= n && x - k >= m {
                trace.push(now);
                return Some(back(&trace, a.len(), b.len()));
            }
        }
        trace.push(now.clone());
        last = now;
    }
    None
}

/// Follows the furthest places back from the ends.
fn back(trace: &[Vec<isize>], n: usize, m: usize) -> Vec<(usize, usize)> {
    let (mut x, mut y) = (n as isize, m as isize);
    let mut pairs = Vec::new();
    for d in (0..trace.len() as isize).rev() {
        let k = x - y;
        let before = |k: isize| {
            let at = k + d - 1;
            if d == 0 || at < 0 || at % 2 != 0 { None } else { trace[d as usize - 1].get((at / 2) as usize).copied() }
        };
        let (from_x, from_y) = match (before(k - 1), before(k + 1)) {
            (Some(left), Some(up)) if left + 1 > up => (left, left - (k - 1)),
            (Some(left), None) => (left, left - (k - 1)),
            (_, Some(up)) => (up, up - (k + 1)),
            (None, None) => (0, 0),
        };
        // The step aside comes before the equal elements.
        let least = if d == 0 { 0 } else { from_x.max(0) + isize::from(from_x - from_y < k) };
        while x > least && y > 0 && x > 0 {
            (x, y) = (x - 1, y - 1);
            pairs.push((x as usize, y as usize));
        }
        (x, y) = (from_x, from_y);
    }
    pairs.reverse();
    pairs
}

/// Pairs of elements that occur once in both, the most that are in order.
fn rare(a: &[u64], b: &[u64]) -> Vec<(usize, usize)> {
    let once = |list: &[u64]| {
        let mut found: FxHashMap<u64, Option<usize>> = FxHashMap::default();
        for (at, &token) in list.iter().enumerate() {
            found.entry(token).and_modify(|known| *known = None).or_insert(Some(at));
        }
        found
    };
    let (of_a, of_b) = (once(a), once(b));
    let mut pairs: Vec<(usize, usize)> =
        of_a.iter().filter_map(|(token, at)| Some(((*at)?, (*of_b.get(token)?)?))).collect();
    pairs.sort_unstable();
    // The longest increasing subsequence: the last element of the best of each length, and what comes before each.
    let (mut ends, mut previous): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), vec![None; pairs.len()]);
    for at in 0..pairs.len() {
        let length = ends.partition_point(|&end| pairs[end].1 < pairs[at].1);
        previous[at] = length.checked_sub(1).map(|length| ends[length]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |&at| previous[at]).map(|at| pairs[at]).collect();
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<u64> {
        text.bytes().map(u64::from).collect()
    }

    fn common(a: &str, b: &str) -> String {
        let pairs = align(&tokens(a), &tokens(b));
        assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1), "{a} {b} {pairs:?}");
        pairs
            .iter()
            .map(|&(one, other)| {
                assert_eq!(a.as_bytes()[one], b.as_bytes()[other], "{a} {b} {pairs:?}");
                char::from(a.as_bytes()[one])
            })
            .collect()
    }

    #[test]
    fn the_longest_common_subsequence_is_found() {
        assert_eq!(common("abcabba", "cbabac").len(), 4);
        assert_eq!(common("same", "same"), "same");
        assert_eq!(common("", "abc"), "");
        assert_eq!(common("xaxcxabc", "abcy"), "abc");
        assert_eq!(common("abcdef", "zabdxf"), "abdf");
    }

    /// Against the table of all prefixes.
    #[test]
    fn no_other_alignment_is_longer() {
        let mut state = 7u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 24
        };
        for _ in 0..500 {
            let mut text = || -> String { (0..next() % 14).map(|_| char::from(b'a' + (next() % 4) as u8)).collect() };
            let (a, b) = (text(), text());
            let mut best = vec![vec![0; b.len() + 1]; a.len() + 1];
            for (i, one) in a.bytes().enumerate() {
                for (j, other) in b.bytes().enumerate() {
                    best[i + 1][j + 1] = if one == other { best[i][j] + 1 } else { best[i + 1][j].max(best[i][j + 1]) };
                }
            }
            assert_eq!(common(&a, &b).len(), best[a.len()][b.len()], "{a} {b}");
        }
    }

    #[test]
    fn many_differences_are_aligned_by_what_occurs_once() {
        let a: Vec<u64> = (0..4000).map(|at| if at % 100 == 0 { at } else { 1_000_000 + at }).collect();
        let b: Vec<u64> = (0..4000).map(|at| if at % 100 == 0 { at } else { 2_000_000 + at }).collect();
        assert_eq!(align(&a, &b).len(), 40);
    }
}
