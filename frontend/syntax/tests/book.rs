//! Compares the listings in the book's chapter on syntax with the output of each step.

use crate::support::Run;
use hlslc_syntax::{brackets, classify, terminal, token};

const CHAPTER: &str = include_str!("../../../docs/01-syntax.md");
const SHADER: &str = include_str!("../../../docs/tour.hlsl");

/// The listings of the chapter that are marked with a word: ```` ```text word ````.
fn listings(word: &str) -> Vec<&'static str> {
    let open = format!("```text {word}\n");
    CHAPTER.split(open.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Checks that the lines of each listing occur in `whole` in their order; `…` stands for any lines.
fn check(word: &str, whole: &str) {
    let listings = listings(word);
    assert!(!listings.is_empty(), "the chapter has no listing of {word}");
    for listing in listings {
        let mut rest = whole.lines();
        for line in listing.lines().filter(|l| l.trim() != "…") {
            assert!(rest.any(|l| l == line), "{line:?} is not what is printed:\n{whole}");
        }
    }
}

#[test]
fn listings_are_true() {
    let mut run = Run::new(SHADER);
    assert!(run.errors.is_empty());
    check("tokens", &token::dump(&run.out.tokens, &run.interner, &run.map));
    let balanced = brackets::balance(&run.out.tokens, 100, &run.interner, &mut run.errors);
    let classified =
        classify::classify(&balanced.tokens, &balanced.partner, run.out.language, 100, &run.interner, &mut run.errors);
    check("terminals", &terminal::dump(&classified.terminals, &balanced.tokens, &run.interner, &run.map));
    check("tree", &run.tree());
}
