//! Finds the known word nearest to an unknown one, for "did you mean …".

/// The candidate nearest to `word` in edit distance, if any is near enough to be a slip. Letter case counts half.
/// The first of equally near candidates wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = Word::new(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if let Some(distance) = word.near(candidate).filter(|&distance| best.is_none_or(|(d, _)| distance < d)) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Whether a candidate is near enough to a word to be a slip.
pub fn is_near(word: &str, candidate: &str) -> bool {
    Word::new(word).near(candidate).is_some()
}

/// A word that others are compared with.
struct Word {
    letters: Vec<char>,
    /// The greatest distance of a slip. Distances are doubled, so that a wrong case can cost one.
    limit: usize,
}

impl Word {
    fn new(word: &str) -> Self {
        let limit = match word.chars().count() {
            // Of one letter nothing is left but its case.
            1 => 1,
            count => 2 * (count / 3).clamp(1, 3),
        };
        Self { letters: word.chars().take(64).collect(), limit }
    }

    /// How far a candidate is, if it is near enough.
    fn near(&self, candidate: &str) -> Option<usize> {
        // Each letter more or less costs two.
        if candidate.is_empty() || 2 * candidate.chars().count().abs_diff(self.letters.len()) > self.limit {
            return None;
        }
        let distance = letters_distance(&self.letters, &candidate.chars().collect::<Vec<_>>());
        (distance > 0 && distance <= self.limit).then_some(distance)
    }
}

/// How far apart two words are: twice the number of letters that must be inserted, removed, replaced or swapped with
/// their neighbour; another case costs one.
pub fn distance(a: &str, b: &str) -> usize {
    letters_distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
}

fn letters_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).map(|j| 2 * j).collect();
    for i in 1..=a.len() {
        let mut row = vec![2 * i; b.len() + 1];
        for j in 1..=b.len() {
            let change = match (a[i - 1], b[j - 1]) {
                (x, y) if x == y => 0,
                (x, y) if x.eq_ignore_ascii_case(&y) => 1,
                _ => 2,
            };
            row[j] = (above[j - 1] + change).min(above[j] + 2).min(row[j - 1] + 2);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 2);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn finds_slips_and_nothing_else() {
        assert_eq!(nearest("saturte", ["saturate", "normalize"]), Some("saturate"));
        assert_eq!(nearest("texcoord", ["TexCoord", "other"]), Some("TexCoord"));
        assert_eq!(nearest("sv_position", ["SV_Position"]), Some("SV_Position"));
        assert_eq!(nearest("ab", ["ba", "xy"]), Some("ba"));
        assert_eq!(nearest("foo", ["entirely"]), None);
        assert_eq!((nearest("a", ["b"]), nearest("a", ["A"])), (None, Some("A")));
    }

    #[test]
    fn a_swap_is_one_edit_and_case_half_of_one() {
        assert_eq!(distance("inculde", "include"), 2);
        assert_eq!(distance("Define", "define"), 1);
        assert_eq!(distance("", "if"), 4);
    }
}
