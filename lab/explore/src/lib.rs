//! Writes a page that shows a compilation: one file of HTML that needs nothing else.
//!
//! Input: what [`hlslc_provenance`] recorded, of each back end. Output: the page, with the data as JSON in it. The code of the
//! page lies in `assets`: modules of JavaScript, which [`script`] joins to one, as a page that is opened from a disk may not load
//! others.

#![warn(clippy::wildcard_enum_match_arm)]

use hlslc_provenance::Provenance;
use std::fmt::Write as _;

const PAGE: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/style.css");

/// The modules, each after those that it imports from.
const MODULES: [(&str, &str); 9] = [
    ("text.js", include_str!("../assets/text.js")),
    ("model.js", include_str!("../assets/model.js")),
    ("list.js", include_str!("../assets/list.js")),
    ("pane.js", include_str!("../assets/pane.js")),
    ("stages.js", include_str!("../assets/stages.js")),
    ("passes.js", include_str!("../assets/passes.js")),
    ("graph.js", include_str!("../assets/graph.js")),
    ("bytes.js", include_str!("../assets/bytes.js")),
    ("main.js", include_str!("../assets/main.js")),
];

/// The colours of the pages, light and dark, as variables of CSS: for other pages that look like them.
pub fn colours() -> &'static str {
    STYLE.split_once("* {").map_or(STYLE, |(colours, _)| colours)
}

/// What a page shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The name of the source.
    pub title: &'a str,
    /// The command line that made it.
    pub command: &'a str,
    /// The compilation to DXIL.
    pub dxil: Option<&'a Provenance>,
    /// The compilation to SPIR-V.
    pub spirv: Option<&'a Provenance>,
}

/// The page.
pub fn page(shown: Shown<'_>) -> String {
    let mut data = String::new();
    for (name, found) in [("dxil", shown.dxil), ("spirv", shown.spirv)] {
        if let Some(found) = found {
            let json = found.json().replace('<', "\\u003c");
            let _ = writeln!(data, "<script type=\"application/json\" id=\"data-{name}\">{json}</script>");
        }
    }
    let rows = [
        ("{{title}}", escaped(shown.title)),
        ("{{command}}", escaped(shown.command)),
        ("{{style}}", STYLE.to_owned()),
        ("{{data}}", data),
        ("{{script}}", script()),
    ];
    // One walk, so that nothing in the data is taken for a place to fill.
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some(at) = rest.find("{{") {
        page.push_str(&rest[..at]);
        rest = &rest[at..];
        match rows.iter().find(|row| rest.starts_with(row.0)) {
            Some((name, text)) => {
                page.push_str(text);
                rest = &rest[name.len()..];
            }
            None => {
                page.push_str("{{");
                rest = &rest[2..];
            }
        }
    }
    page + rest
}

/// All modules as one, without imports and exports.
pub fn script() -> String {
    let mut script = String::new();
    for (name, text) in MODULES {
        let _ = writeln!(script, "// {name}");
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_source_holds_stays_data() {
        let mut found = Provenance::default();
        found.target = "</script><script>alert(1)</script>{{script}}".to_owned();
        let page = page(Shown { title: "<a>", command: "hlslc \"b\"", dxil: Some(&found), spirv: None });
        assert!(!page.contains("<script>alert") && page.contains("<title>&lt;a></title>"));
        assert!(page.contains("{{script}}"), "data is not filled in");
        assert_eq!(page.matches("</script>").count(), 2, "that of the data and that of the code");
    }

    #[test]
    fn modules_name_each_thing_once() {
        let script = script();
        let mut names: Vec<&str> = script
            .lines()
            .filter_map(|line| {
                ["function ", "class ", "const ", "let "].iter().find_map(|word| line.strip_prefix(word))
            })
            .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "));
        assert!(!script.contains("</script") && !script.contains("<!--"), "nothing ends the element");
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for (name, text) in MODULES.iter().chain(&[("page.html", PAGE), ("style.css", STYLE)]) {
            let text = text.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
            for word in ["http:", "https:", "src=", "fetch(", "@import", "url("] {
                assert!(!text.contains(word), "{name} has {word}");
            }
        }
    }
}
