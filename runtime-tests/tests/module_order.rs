//! The order of modules inside the largest crates: ARCHITECTURE.md lists it, and no module may use one that comes later.
//!
//! Modules in parentheses use each other. Such a circle may lose members, never gain one: each pair of its members must still
//! reach each other, and a module outside of it must not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the source of a crate, and its groups of modules in order.
type Listed = (String, Vec<Vec<String>>);

/// For each module those that it uses, and the file that does.
type Uses = BTreeMap<String, BTreeMap<String, PathBuf>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// The lists of ARCHITECTURE.md: `` * `folder`: `one`, (`two`, `three`), `four` ``, over several lines.
fn listed(text: &str) -> Vec<Listed> {
    let (_, text) = text.split_once("## The order of modules").expect("the section");
    let text = text.split("\n## ").next().unwrap_or_default();
    let items = text.split("\n* ").skip(1);
    items
        .map(|item| {
            let (folder, list) = item.split_once(':').unwrap_or_else(|| panic!("no folder: {item}"));
            let mut groups = Vec::new();
            let mut rest = list.split("\n\n").next().unwrap_or_default();
            while let Some(at) = rest.find(['`', '(']) {
                let closing = if rest[at..].starts_with('(') { ')' } else { '`' };
                let end = at + 1 + rest[at + 1..].find(closing).expect("what is opened is closed");
                let names = rest[at..end].split(|c: char| "`(), \n".contains(c)).filter(|name| !name.is_empty());
                groups.push(names.map(str::to_owned).collect());
                rest = &rest[end + 1..];
            }
            (folder.trim_matches('`').to_owned(), groups)
        })
        .collect()
}

/// The files of a folder, however deep.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
}

/// The paths below `crate::` that a file names outside of comments and of its module of tests, up to two names of each.
fn paths_of(text: &str) -> Vec<[String; 2]> {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let path = |text: &str| {
        let first = word(text);
        let second = text[first.len()..].strip_prefix("::").map(word).unwrap_or_default();
        [first, second]
    };
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let after = &text[at + "crate::".len()..];
        let Some(list) = after.strip_prefix('{') else {
            found.push(path(after));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && !c.is_whitespace() => {
                    found.push(path(&list[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    found
}

/// What the modules of a crate use. `named` are the modules inside of others that the list names by themselves (`run/pass`).
fn uses(source: &Path, named: &BTreeSet<String>) -> Uses {
    let mut all = Vec::new();
    files(source, &mut all);
    let module = |first: &str, second: &str| {
        let inner = format!("{first}/{second}");
        if named.contains(&inner) { inner } else { first.to_owned() }
    };
    let place = |path: &Path| {
        let path = path.strip_prefix(source).expect("it lies there").with_extension("");
        let mut names = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        module(&names.next().unwrap_or_default(), &names.next().unwrap_or_default())
    };
    let all: Vec<PathBuf> = all.into_iter().filter(|path| !["lib", "main"].contains(&place(path).as_str())).collect();
    let mut uses: Uses = all.iter().map(|path| (place(path), BTreeMap::new())).collect();
    for path in &all {
        let (from, text) = (place(path), fs::read_to_string(path).unwrap_or_default());
        for [first, second] in paths_of(&text) {
            let to = module(&first, &second);
            // What is no module is an item of the crate itself.
            if to != from && uses.contains_key(&to) {
                uses.get_mut(&from).expect("it is a module").entry(to).or_insert_with(|| path.clone());
            }
        }
    }
    uses
}

/// The modules that one leads to.
fn reach<'a>(uses: &'a Uses, from: &'a str) -> BTreeSet<&'a str> {
    let (mut seen, mut stack) = (BTreeSet::new(), vec![from]);
    while let Some(at) = stack.pop() {
        stack.extend(uses[at].keys().map(String::as_str).filter(|to| seen.insert(*to)));
    }
    seen
}

/// What is wrong with the list of one crate.
fn wrong(uses: &Uses, groups: &[Vec<String>]) -> Vec<String> {
    let mut wrong = Vec::new();
    let place = |name: &str| groups.iter().position(|group| group.iter().any(|listed| listed == name));
    for (from, to) in uses.iter().flat_map(|(from, to)| to.iter().map(move |to| (from, to))) {
        let (to, path) = to;
        match (place(from), place(to)) {
            (Some(one), Some(two)) if two > one => {
                wrong.push(format!("`{from}` uses `{to}`, which comes later: {}", path.display()));
            }
            _ => {}
        }
    }
    wrong.extend(uses.keys().filter(|name| place(name).is_none()).map(|name| format!("`{name}` is not listed")));
    for name in groups.iter().flatten().filter(|name| !uses.contains_key(*name)) {
        wrong.push(format!("`{name}` is no module"));
    }
    for group in groups.iter().filter(|group| group.len() > 1 && group.iter().all(|name| uses.contains_key(name))) {
        for name in group {
            let reached = reach(uses, name);
            if !group.iter().all(|other| reached.contains(other.as_str())) {
                wrong.push(format!("`{name}` is no part of its circle any more: take it out of the parentheses"));
            }
        }
    }
    wrong
}

#[test]
fn no_module_uses_one_that_comes_later() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let listed = listed(&text);
    assert!(listed.len() >= 4, "the four largest crates are listed");
    let mut all = Vec::new();
    for (folder, groups) in listed {
        let named = groups.iter().flatten().filter(|name| name.contains('/')).cloned().collect();
        let uses = uses(&root().join(&folder), &named);
        all.extend(wrong(&uses, &groups).into_iter().map(|line| format!("{folder}: {line}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn a_use_of_a_later_module_and_a_circle_that_is_none_are_found() {
    let uses = |list: &[(&str, &[&str])]| -> Uses {
        let to = |to: &[&str]| to.iter().map(|to| ((*to).to_owned(), PathBuf::from("file"))).collect();
        list.iter().map(|(from, all)| ((*from).to_owned(), to(all))).collect()
    };
    let uses = uses(&[("low", &["high"]), ("one", &["two"]), ("two", &[]), ("high", &[])]);
    let list = listed("## The order of modules\n\n* `a/src`: `low`, (`one`,\n  `two`), `high`\n\n## Next");
    let reported = wrong(&uses, &list[0].1);
    assert_eq!(list[0].0, "a/src");
    assert!(reported.contains(&"`low` uses `high`, which comes later: file".to_owned()), "{reported:?}");
    assert!(reported.iter().any(|line| line.starts_with("`two` is no part of its circle")), "{reported:?}");
}
