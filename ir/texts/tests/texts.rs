//! Tests that texts come out as they went in, and that what holds them holds no pointer.

use hlslc_texts::{Name, Texts, column, texts};

static NONE: Texts = texts!(&[]);
static SOME: Texts = texts!(&["", "one", "", "zwölf", "drei\n"]);

#[test]
fn texts_are_those_of_the_list() {
    let all: Vec<&str> = (0..SOME.len()).map(|number| SOME.get(number)).collect();
    assert_eq!(all, ["", "one", "", "zwölf", "drei\n"]);
    assert_eq!((SOME.get(SOME.len()), SOME.get(usize::MAX)), ("", ""), "there is none");
    assert!(NONE.is_empty() && NONE.get(0).is_empty() && !SOME.is_empty());
}

#[test]
fn a_column_is_one_field_of_each_row() {
    const ROWS: [(u8, &str); 2] = [(1, "a"), (2, "b")];
    static COLUMN: Texts = column!(ROWS, 1);
    assert_eq!((COLUMN.len(), COLUMN.get(0), COLUMN.get(1)), (2, "a", "b"));
}

#[test]
fn a_name_is_read_as_a_text() {
    const FULL: Name<6> = Name::new("zwölf");
    const SHORT: Name<6> = Name::new("eins");
    assert_eq!((FULL.as_str(), FULL.len(), FULL.is_empty()), ("zwölf", 6, false));
    assert!(SHORT == "eins" && SHORT.starts_with("ein") && SHORT != FULL && Name::<6>::new("").is_empty());
    assert_eq!(format!("{SHORT:>6}, {FULL:?}"), "  eins, \"zwölf\"");
}

#[test]
fn a_name_holds_no_pointer() {
    assert_eq!((size_of::<Name<7>>(), align_of::<Name<7>>()), (8, 1));
}
