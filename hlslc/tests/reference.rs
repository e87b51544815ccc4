//! Tests the pages that `hlslc docs` writes: every row of every table has its place, every link leads to a heading, and the text is
//! the same each time.

use crate::support::Folder;
use hlslc::docs::{Page, method, slug};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The pages, which take a while.
fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(hlslc::docs::pages)
}

/// The headings of a page outside of code.
fn headings(page: &Page) -> Vec<&str> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in page.text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && line.starts_with('#') {
            found.push(line.trim_start_matches('#').trim());
        }
    }
    assert!(!in_code, "{}: a block of code does not end", page.name);
    found
}

/// The targets of links outside of code.
fn links(page: &Page) -> Vec<&str> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in page.text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            found.extend(line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target));
        }
    }
    found
}

#[test]
fn all_links_lead_to_a_heading() {
    let pages = pages();
    let mut anchors: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for page in pages {
        for heading in headings(page) {
            let is_new = anchors.entry(page.name).or_default().insert(slug(heading));
            assert!(is_new, "{}: two headings have the anchor of `{heading}`", page.name);
        }
    }
    let mut count = 0;
    for page in pages {
        for target in links(page) {
            // Explanations of messages may lead to the chapters of the book and outside.
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let Some(known) = anchors.get(file) else {
                assert!(target.starts_with("https://"), "{}: a link to `{target}`", page.name);
                continue;
            };
            assert!(anchor.is_empty() || known.contains(anchor), "{}: a link to `{target}`", page.name);
            count += 1;
        }
    }
    assert!(count > 500, "{count} links");
}

#[test]
fn every_row_of_every_table_has_its_place() {
    let pages = pages();
    let page = |name: &str| pages.iter().find(|page| page.name == name).unwrap_or_else(|| panic!("no {name}"));
    let has = |name: &str, heading: &str| {
        assert!(headings(page(name)).contains(&heading), "{name} has no heading `{heading}`");
    };
    for row in &hlslc_hir::intrinsics::TABLE {
        if row.objects.is_empty() {
            has("functions.md", row.name());
        }
        for object in row.objects.iter() {
            has("methods.md", &method(object.name(), row.name()));
        }
    }
    for op in dxil::optable::Op::ALL {
        has("operations.md", op.info().name());
    }
    for row in hlslc::diagnostics() {
        has("messages.md", row.code);
    }
    let options = &page("options.md").text;
    for (title, flags) in hlslc::flags::GROUPS {
        has("options.md", title);
        for name in flags.iter().flat_map(|flag| flag.names) {
            assert!(options.contains(&format!("`-{name}")), "no option -{name}");
        }
    }
    let passes = &page("passes.md").text;
    for pipeline in [hlslc_passes::Pipeline::Common, hlslc_passes::Pipeline::Dxil, hlslc_passes::Pipeline::Spirv] {
        for run in pipeline.names() {
            assert!(passes.contains(&format!("`{run}` |")), "no run `{run}`");
        }
        for pass in pipeline.passes() {
            let title = hlslc_passes::title(pass.name);
            assert!(
                title.len() > 20 && passes.contains(title.split(['[', '|']).next().unwrap_or_default()),
                "`{}` says nothing: {title}",
                pass.name
            );
        }
    }
    // What the grammar takes is asked of it, so that it is never nothing.
    let clauses = &page("root-signatures.md").text;
    for known in
        ["`numDescriptors` (a number)", "`addressW` (a texture address mode)", "`visibility` (a shader visibility)"]
    {
        assert!(clauses.contains(known), "{known}");
    }
    for flag in <hlslc_rootsig::tables::RootFlags as hlslc_rootsig::tables::FlagSet>::ROWS {
        assert!(clauses.contains(&format!("`{}`", flag.keyword)), "no flag {}", flag.keyword);
    }
}

#[test]
fn an_entry_says_what_a_reader_asks() {
    let pages = pages();
    let text = |page: &str, heading: &str| {
        let page = pages.iter().find(|known| known.name == page).expect("a page");
        let start = page.text.find(&format!("# {heading}\n")).expect("a heading");
        let rest = &page.text[start + 2..];
        rest[..rest.find("\n#").unwrap_or(rest.len())].trim_end().to_owned()
    };
    insta::assert_snapshot!(
        [
            text("functions.md", "lerp"),
            text("functions.md", "dot"),
            text("functions.md", "WaveReadLaneFirst"),
            text("methods.md", "Texture2D.GatherRed"),
            text("operations.md", "FMad"),
            text("root-signatures.md", "StaticSampler"),
            text("messages.md", "E0201"),
        ]
        .join("\n\n----\n\n")
    );
}

#[test]
fn the_command_writes_the_same_pages_each_time() {
    let folder = Folder::new("docs");
    let path = folder.0.join("one/two");
    let ran = folder.run(&["docs", path.to_str().expect("a name")]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for page in pages() {
        // Those of this process are the other time.
        assert_eq!(folder.read(&format!("one/two/{}", page.name)), page.text.as_bytes());
    }
    let ran = folder.run(&["docs"]);
    assert!(ran.code == 1 && ran.stderr.contains("name one folder"), "{ran:?}");
}

#[test]
fn what_a_call_becomes_is_compiled_for_both_targets() {
    let functions = pages().iter().find(|page| page.name == "functions.md").expect("a page");
    let mut not_shown = Vec::new();
    for part in functions.text.split("\n## ").skip(1) {
        let name = part.lines().next().expect("a heading");
        let has = |language: &str| part.contains(&format!("\n```{language}\n"));
        if !has("llvm") || !has("spirv") {
            let target = if has("llvm") {
                " (for SPIR-V)"
            } else if has("spirv") {
                " (for DXIL)"
            } else {
                ""
            };
            not_shown.push(format!("{name}{target}"));
        }
    }
    insta::assert_snapshot!("functions_of_which_no_call_is_shown", not_shown.join("\n"));
}

#[test]
fn the_pages_are_a_folder_of_html_too() {
    let folder = Folder::new("site");
    let path = folder.0.join("html");
    let ran = folder.run(&["docs", path.to_str().expect("a name"), "--html"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let read = |name: &str| String::from_utf8(folder.read(&format!("html/{name}"))).expect("a text");
    let search = read("search.js");
    for page in pages() {
        let (file, text) = (page.name.replace(".md", ".html"), read(&page.name.replace(".md", ".html")));
        for heading in headings(page) {
            assert!(text.contains(&format!(" id=\"{}\">", slug(heading))), "{file} has no `{heading}`");
        }
        for outside in ["src=\"http", "href=\"http://", "@import", "<img"] {
            assert!(!text.contains(outside), "{file} loads {outside}");
        }
    }
    assert!(search.contains("[\"lerp\",\"functions.html#lerp\"]") && search.contains("messages.html#e0703"));
    assert!(read("functions.html").contains("href=\"operations.html#fmad\"") && read("style.css").contains("--ink"));
    let ran = folder.run(&["docs", "--htm", "x"]);
    assert!(ran.code == 1 && ran.stderr.contains("unknown option `--htm`"), "{ran:?}");
}
