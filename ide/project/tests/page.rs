//! The page `docs/31-hlslc-toml.md`: its listing is read without a problem and uses every key, and its tables are those of the reader.

use hlslc_project::keys::{KeyRow, TABLES};
use hlslc_project::parse;

const PAGE: &str = include_str!("../../../docs/31-hlslc-toml.md");

fn listing() -> &'static str {
    PAGE.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is a listing")
}

#[test]
fn the_listing_is_read_without_a_problem() {
    let problems: String =
        parse(listing()).problems.iter().map(|problem| problem.render("hlslc.toml", listing())).collect();
    assert_eq!(problems, "");
}

#[test]
fn the_listing_uses_every_table_and_key() {
    for table in TABLES {
        assert!(listing().contains(&table.heading()), "{}", table.heading());
        for key in table.keys {
            assert!(listing().lines().any(|line| line.starts_with(&format!("{} = ", key.name))), "{}", key.name);
        }
    }
}

#[test]
fn the_tables_are_those_of_the_reader() {
    for table in TABLES.iter().filter(|table| !table.keys.is_empty()) {
        let row = |key: &KeyRow| format!("| `{}` | {} | {} |\n", key.name, key.value, key.meaning);
        let rows = table.keys.iter().map(row).collect::<Vec<_>>().concat();
        let expected = format!(
            "### `{}`: {}\n\n| key | value | meaning |\n| --- | --- | --- |\n{rows}",
            table.heading(),
            table.meaning
        );
        assert!(PAGE.contains(&expected), "the page lacks this:\n{expected}");
    }
}
