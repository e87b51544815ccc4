//! Compares the listing in the book's chapter on checking with the output of the checker.

use crate::support::Case;

const CHAPTER: &str = include_str!("../../../docs/02-checking.md");
const SHADER: &str = include_str!("../../../docs/tour.hlsl");

#[test]
fn the_listing_is_true() {
    let open = "```text program\n";
    let listing = CHAPTER.split(open).nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(Some(Case::new("cs_6_6").run(SHADER).program.as_str()), listing);
}
