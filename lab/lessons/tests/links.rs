//! What lessons link to is there: chapters, terms of the glossary, files of the source.

use crate::lessons;
use hlslc_lessons::{Block, LESSONS};
use hlslc_prose::slug;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The targets of the links of a text, outside of code.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        for part in line.split("](").skip(1) {
            found.extend(part.split_once(')').map(|(target, _)| target.to_owned()));
        }
    }
    found
}

fn anchors(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with('#')).map(|line| slug(line.trim_start_matches('#'))).collect()
}

#[test]
fn every_link_of_a_lesson_leads_somewhere() {
    for (name, text) in LESSONS {
        let folder = docs().join(name).parent().expect("a folder").to_path_buf();
        let (mut terms, mut sources) = (0, 0);
        for target in targets(text).iter().filter(|target| !target.starts_with("http")) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = folder.join(file);
            assert!(path.exists(), "{name}: there is no {file}");
            terms += usize::from(file == "../glossary.md");
            sources += usize::from(path.extension().is_some_and(|extension| extension == "rs"));
            if !anchor.is_empty() {
                let found = std::fs::read_to_string(&path).expect("a text");
                assert!(anchors(&found).iter().any(|known| known == anchor), "{name}: {file} has no #{anchor}");
            }
        }
        assert!(terms >= 3, "{name} links to {terms} terms of the glossary");
        assert!(sources >= 1, "{name} names no file of the source");
    }
}

#[test]
fn a_lesson_lets_its_reader_do_something_at_once() {
    for lesson in lessons() {
        let prose = |block: &Block| match block {
            Block::Prose(text) => Some(text.split_whitespace().count()),
            Block::Exercise(_) => None,
        };
        let before: usize = lesson.blocks.iter().map_while(prose).sum();
        assert!(before <= 230, "lesson {}: {before} words come before the first exercise", lesson.number);
        let count = lesson.exercises().count();
        assert!((2..=5).contains(&count), "lesson {} has {count} exercises", lesson.number);
    }
}

#[test]
fn the_lessons_are_listed_in_their_order() {
    let list = std::fs::read_to_string(docs().join("lessons/README.md")).expect("a list");
    for (number, (lesson, (name, _))) in (1..).zip(lessons().iter().zip(LESSONS)) {
        assert_eq!(lesson.number, number, "{name}");
        let file = name.strip_prefix("lessons/").expect("it is in the folder");
        assert!(list.contains(&format!("{number}. [{}]({file})", lesson.title)), "README.md does not list {name}");
    }
}
