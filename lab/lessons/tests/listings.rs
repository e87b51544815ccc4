//! Compares the listings and pictures of the lessons with what the compiler makes.
//!
//! A comment `<!-- listing EXERCISE OPTIONS -->` before a block of code states how the block was made: from the shader that the
//! exercise begins with, or with `:solution` after the name from that which solves it; `| TEXT` after the options keeps the
//! part from the line that starts with TEXT to the next line that is `}`, and `~ WORDS` the lines that contain one of the words. A
//! comment `<!-- picture … -->` before a picture states how that was drawn. `UPDATE_BOOK=1` makes both again.

use crate::lesson;
use hlslc_lessons::draw::picture;
use hlslc_lessons::{Compiles, LESSONS, Lesson, Library};
use std::fmt::Write as _;
use std::path::Path;

#[test]
fn listings_and_pictures_are_what_the_compiler_makes() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let is_update = std::env::var_os("UPDATE_BOOK").is_some();
    let mut shown = 0;
    for (number, (name, text)) in (1..).zip(LESSONS) {
        let lesson = lesson(number);
        let fresh = refresh(text, &lesson, name);
        if is_update {
            std::fs::write(docs.join(name), &fresh).expect("the lesson is written");
        } else {
            assert!(*text == fresh, "{name}: a listing is out of date; UPDATE_BOOK=1 writes it anew");
        }
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(how) = line.strip_prefix("<!-- picture ").and_then(|rest| rest.strip_suffix(" -->")) else {
                continue;
            };
            let link = lines.next().and_then(|line| line.split_once("](")).and_then(|(_, rest)| rest.strip_suffix(')'));
            let link = link.unwrap_or_else(|| panic!("{name}: a picture follows `{line}`"));
            let fresh = picture(how, &lesson, &Library).unwrap_or_else(|why| panic!("{name}: {how}: {why}"));
            let path = docs.join("lessons").join(link);
            if is_update {
                std::fs::write(&path, &fresh).expect("the picture is written");
            } else {
                let kept = std::fs::read_to_string(&path).unwrap_or_default();
                assert!(kept == fresh, "{link} is out of date; UPDATE_BOOK=1 draws it anew");
            }
            shown += 1;
        }
        shown += text.matches("<!-- listing ").count();
    }
    assert!(shown >= 20, "{shown} listings and pictures");
}

/// The text with every marked block made again.
fn refresh(text: &str, lesson: &Lesson, name: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(how) = line.strip_prefix("<!-- listing ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let fence = lines.next().unwrap_or_default();
        assert!(fence.starts_with("```"), "{name}: a block follows `{line}`");
        lines.by_ref().take_while(|line| *line != "```").for_each(drop);
        let made = listing(how, lesson).unwrap_or_else(|why| panic!("{name}: {how}: {why}"));
        let _ = writeln!(out, "{fence}\n{}\n```", made.trim_end());
    }
    out
}

fn listing(how: &str, lesson: &Lesson) -> Result<String, String> {
    let (how, kept) = how.split_once(" ~ ").unwrap_or((how, ""));
    let (how, part) = how.split_once(" | ").unwrap_or((how, ""));
    let mut words = how.split_whitespace();
    let name = words.next().ok_or("no exercise is named")?;
    let (name, which) = name.split_once(':').unwrap_or((name, "start"));
    let exercise = lesson.exercise(name).ok_or("there is no such exercise")?;
    let source = if which == "solution" { &exercise.solution } else { &exercise.start };
    let options: Vec<String> = exercise.options.iter().cloned().chain(words.map(str::to_owned)).collect();
    let output = Library.compile(&options, source)?;
    let text = match (output.dumps.first(), &output.text, &output.object) {
        (Some((_, dump)), ..) => dump.clone(),
        (None, Some(text), _) => text.clone(),
        (None, None, Some(object)) if options.iter().any(|word| word == "-spirv") => hlslc::disassemble_spirv(object)?,
        (None, None, Some(object)) => hlslc::disassemble(object)?,
        (None, None, None) => output.render(hlslc::Style::Excerpt, false),
    };
    let keeps = |line: &&str| kept.is_empty() || kept.split_whitespace().any(|word| line.contains(word));
    let from: Vec<&str> = if part.is_empty() {
        text.lines().collect()
    } else {
        let mut rest = text.lines().skip_while(|line| !line.starts_with(part));
        let mut lines: Vec<&str> = rest.by_ref().take_while(|line| *line != "}").collect();
        lines.push("}");
        lines
    };
    Ok(from.iter().filter(|line| keeps(line)).map(|line| (*line).to_owned() + "\n").collect())
}
