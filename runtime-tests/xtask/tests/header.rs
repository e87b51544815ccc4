//! Tests that the committed header matches the committed source.

use xtask::{HEADER, header, workspace};

#[test]
fn the_header_is_made_from_the_source() {
    let committed = std::fs::read_to_string(workspace().join(HEADER)).unwrap_or_default();
    let made = header().expect("the source can be read");
    let differing = made.lines().zip(committed.lines()).find(|(made, committed)| made != committed);
    assert!(
        made == committed,
        "{HEADER}: `cargo xtask header` makes it anew; the first line that differs: {differing:?}"
    );
}
