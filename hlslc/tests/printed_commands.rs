//! Runs the commands that the front page and the book print, in the order of each page, and compares the results with
//! the text.

use crate::support::Folder;
use std::path::Path;

/// The lines that start with the command, in blocks of shell, with their words.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut in_shell = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) => in_shell = language == "sh",
            None if in_shell && line.starts_with("hlslc ") => {
                let line = line.split("  #").next().unwrap_or(line).split(" # ").next().unwrap_or(line);
                found.push(line.split_whitespace().skip(1).map(str::to_owned).collect());
            }
            None => {}
        }
    }
    found
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder of the workspace") {
        let entry = entry.expect("an entry");
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

#[test]
fn every_command_that_is_printed_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Folder::new("printed");
    for name in ["examples", "docs"] {
        copy_folder(&root.join(name), &folder.0.join(name));
    }
    let mut pages = vec![root.join("README.md")];
    let docs = std::fs::read_dir(root.join("docs")).expect("the book").map(|entry| entry.expect("an entry").path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|end| end == "md")));
    pages.sort();
    let mut count = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page");
        for words in commands(&text) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ran = folder.run(&words);
            assert_eq!(ran.code, 0, "{}: hlslc {}\n{}", page.display(), words.join(" "), ran.stderr);
            count += 1;
        }
    }
    assert!(count > 10, "only {count} commands are printed");
}
