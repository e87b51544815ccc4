//! Tests of the whole: the site of this checkout, with a reference and a lab of a few lines.

use std::path::Path;
use std::sync::LazyLock;

use crate::book::FIGURES;
use crate::front::SHOWN;
use crate::{Example, Files, Inputs, site};

fn inputs() -> Inputs {
    let page = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let lab =
        ["index.html", "engine.js", "module.js", "page.js"].map(|name| (name.to_owned(), b"<h1>hlslc</h1>".to_vec()));
    Inputs {
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        reference: vec![
            page("index.md", "# Reference\n\n* [Functions](functions.md)\n* [Messages](messages.md)\n"),
            page("functions.md", "# Functions\n\n## lerp\n\n[`E0201`](messages.md#e0201)\n"),
            page("messages.md", "# Messages\n\n## E0201\n\n**An unknown name**\n\nWhy.\n"),
        ],
        lab: Some(Files::from(lab)),
        example: Example {
            source: include_str!("../example.hlsl").to_owned(),
            shown: vec![("DXIL".to_owned(), "--emit=dxil".to_owned(), "define void @main() {".to_owned())],
        },
    }
}

/// The site with a lab, made once for all tests.
static MADE: LazyLock<Result<Files, Vec<String>>> = LazyLock::new(|| site(&inputs()));

fn made() -> &'static Files {
    MADE.as_ref().unwrap_or_else(|wrong| panic!("{}", wrong.join("\n")))
}

fn text(files: &Files, name: &str) -> String {
    String::from_utf8_lossy(files.get(name).unwrap_or_else(|| panic!("no {name}"))).into_owned()
}

/// Nothing of the book, the lessons or the files that they lead to has a link or a picture without a target.
#[test]
fn the_site_of_this_checkout_has_no_broken_link() {
    let files = made();
    for name in
        ["book/index.html", "book/04-ir.html", "lessons/10-containers.html", "project/index.html", "errors/E0201.html"]
    {
        assert!(files.contains_key(name), "{name}");
    }
    assert!(text(files, "reference/functions.html").contains("href=\"../errors/E0201.html\""));
    assert!(text(files, "lessons/03-ssa-and-phis.html").contains("href=\"../lab/index.html#lesson/3\""));
    assert!(text(files, "book/04-ir.html").contains("rel=\"next\" href=\"05-passes.html\""));
    assert!(text(files, "lab/index.html").contains("href=\"../index.html\""));
}

#[test]
fn a_site_without_a_lab_does_not_lead_to_one() {
    let files = site(&Inputs { lab: None, ..inputs() }).unwrap_or_else(|wrong| panic!("{}", wrong.join("\n")));
    assert!(!text(&files, "index.html").contains("lab/"), "{}", text(&files, "index.html"));
    assert!(!files.keys().any(|name| name.starts_with("lab/")));
}

/// A figure of the first page stands below the heading to which it leads.
#[test]
fn figures_stand_where_their_links_lead() {
    let files = made();
    let page = text(files, FIGURES);
    for figure in SHOWN {
        let start = page.find(&format!("id=\"{}\"", hlslc_prose::slug(figure.heading))).expect("the heading is there");
        let section = page[start..].split("<h2").next().unwrap_or_default();
        assert!(section.contains(figure.number), "{} below {}", figure.number, figure.heading);
    }
}

#[test]
fn pages_load_nothing_from_elsewhere() {
    let files = made();
    for name in ["style.css", "site.js", "theme.js"] {
        for word in ["http:", "https:", "@import", "url(", "fetch(", "innerHTML"] {
            assert!(!text(files, name).contains(word), "{name}: {word}");
        }
    }
}
