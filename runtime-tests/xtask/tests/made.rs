//! Tests that what is generated and committed matches its sources.

use xtask::made::{HEADER, Made, PARSERS};

fn all() -> impl Iterator<Item = &'static Made> {
    PARSERS.iter().chain([&HEADER])
}

#[test]
fn what_is_generated_names_the_sum_of_todays_sources() {
    for made in all() {
        let (first, committed) = (made.first_line().expect("sources"), made.committed().expect("the file"));
        assert!(committed.starts_with(&first), "{}: its sources changed, `{}` makes it anew", made.file, made.task);
    }
}

#[cfg(feature = "generators")]
#[test]
fn generators_make_what_is_committed() {
    for made in all() {
        let text = if made.file == HEADER.file { xtask::generators::header() } else { xtask::generators::parser(made) };
        let (text, committed) = (text.expect("the sources are right"), made.committed().expect("the file"));
        // The texts are too long for a message that shows both.
        let differing = text.lines().zip(committed.lines()).find(|(made, committed)| made != committed);
        assert!(
            text == committed,
            "{}: `{}` makes it anew; the first line that differs: {differing:?}",
            made.file,
            made.task
        );
    }
}
