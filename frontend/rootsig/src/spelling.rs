//! Suggests corrections for misspelt words.

use hlslc_base::suggest::distance;

/// The candidate that is nearest to the word, if one is near enough. Candidates that end in the word count as very near:
/// `VISIBILITY_ALL` is meant to be `SHADER_VISIBILITY_ALL`.
pub(crate) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A misspelling is seldom much longer; do not spend time on it.
    if word.len() > 80 {
        return None;
    }
    let word = word.to_ascii_uppercase();
    candidates
        .map(|candidate| {
            let upper = candidate.to_ascii_uppercase();
            let ends_in_word = word.len() >= 4 && upper.ends_with(&format!("_{word}"));
            (if ends_in_word { 0 } else { distance(&word, &upper) }, candidate)
        })
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| distance * 5 <= 2 * candidate.len())
        .map(|(_, candidate)| candidate)
}
