//! Tests that the committed parsers match the committed grammars.

use xtask::{GRAMMARS, generate, workspace};

#[test]
fn parsers_are_made_from_their_grammars() {
    for grammar in GRAMMARS {
        let committed = std::fs::read_to_string(workspace().join(grammar.parser)).unwrap_or_default();
        let made = generate(grammar).expect("the grammar is right");
        // The texts are too long for a message that shows both.
        assert!(
            made == committed,
            "{} is not what {} says: `cargo xtask grammar` makes it",
            grammar.parser,
            grammar.source
        );
    }
}
