//! Gives the page its lessons: their list, the text of one, chapters that they link to, and verdicts about what a reader writes.
//!
//! Addresses in the texts are those of the page: `#lesson/3` and `#doc/glossary.md#token`. What only the repository has, as
//! sources, is no link there.

use hlslc_lessons::{Block, Exercise, LESSONS, Lesson, Library, OTHERS, PICTURES, lesson_of};
use hlslc_prose::{Resolve, html, slug};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::compile::SOURCE;
use crate::{Answer, Request, Session};

/// The places of the page for what a file below `docs` links to.
struct InPage {
    /// The folder of the file, as a prefix.
    folder: &'static str,
}

impl InPage {
    fn of(name: &str) -> Self {
        Self { folder: if name.contains('/') { "lessons/" } else { "" } }
    }

    /// The path of a target below `docs`; none outside of it.
    fn path(&self, target: &str) -> Option<String> {
        let joined = format!("{}{target}", self.folder);
        let mut parts: Vec<&str> = Vec::new();
        for part in joined.split('/') {
            if part == ".." {
                parts.pop()?;
            } else {
                parts.push(part);
            }
        }
        Some(parts.join("/"))
    }
}

impl Resolve for InPage {
    fn link(&self, target: &str) -> Option<String> {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        if file.starts_with("http:") || file.starts_with("https:") {
            return Some(target.to_owned());
        }
        let path = self.path(file)?;
        if let Some(number) = LESSONS.iter().position(|row| row.0 == path) {
            return Some(format!("#lesson/{}", number + 1));
        }
        let found = OTHERS.iter().find(|row| row.0 == path)?;
        Some(if anchor.is_empty() { format!("#doc/{}", found.0) } else { format!("#doc/{}#{anchor}", found.0) })
    }

    fn picture(&self, target: &str) -> Option<String> {
        let path = self.path(target)?;
        PICTURES.iter().find(|row| row.0 == path).map(|row| row.1.to_owned())
    }
}

fn parsed(number: usize) -> Result<Lesson, String> {
    let lesson = lesson_of(number).ok_or_else(|| format!("there is no lesson {number}"))?;
    lesson.map_err(|faults| format!("lesson {number} is broken: {faults:?}"))
}

/// `lessons`: the numbers and titles, and the names of the exercises.
pub fn lessons(_: &mut Session, _: &Request) -> Result<Answer, String> {
    let mut list = Vec::new();
    for number in 1..=LESSONS.len() {
        let lesson = parsed(number)?;
        let exercises: Vec<&str> = lesson.exercises().map(|exercise| exercise.name.as_str()).collect();
        list.push(json!({ "number": number, "title": lesson.title, "exercises": exercises }));
    }
    Ok(Answer::of(json!({ "lessons": list })))
}

/// `lesson`: its prose as HTML and its exercises as data.
pub fn lesson(_: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Asked {
        number: usize,
    }
    let Asked { number } = request.args()?;
    let lesson = parsed(number)?;
    let resolve = InPage { folder: "lessons/" };
    let block = |block: &Block| match block {
        Block::Prose(text) => json!({ "html": html(text, &resolve) }),
        Block::Exercise(exercise) => json!({ "exercise": shown(exercise, &resolve) }),
    };
    let blocks: Vec<Value> = lesson.blocks.iter().map(block).collect();
    Ok(Answer::of(json!({ "number": number, "title": lesson.title, "blocks": blocks })))
}

fn shown(exercise: &Exercise, resolve: &InPage) -> Value {
    let checks: Vec<Value> = exercise
        .checks
        .iter()
        .map(|check| json!({ "html": check.html(resolve), "hint": check.hint_html(resolve) }))
        .collect();
    json!({
        "name": exercise.name, "options": exercise.options, "start": exercise.start, "solution": exercise.solution, "checks": checks,
    })
}

/// `document`: a chapter, or the glossary, as HTML.
pub fn document(_: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Asked {
        name: String,
    }
    let Asked { name } = request.args()?;
    let found = OTHERS.iter().find(|row| row.0 == name).ok_or_else(|| format!("there is no text `{name}`"))?;
    let title = found.1.lines().next().unwrap_or_default().trim_start_matches('#').trim();
    Ok(Answer::of(json!({ "title": title, "anchor": slug(title), "html": html(found.1, &InPage::of(found.0)) })))
}

/// `judge`: for each check of an exercise whether it holds and what was found, and what is said of the source.
pub fn judge(_: &mut Session, request: &Request) -> Result<Answer, String> {
    #[derive(Deserialize)]
    struct Asked {
        lesson: usize,
        exercise: String,
        source: String,
    }
    let Asked { lesson, exercise, source } = request.args()?;
    let lesson = parsed(lesson)?;
    let exercise = lesson.exercise(&exercise).ok_or_else(|| format!("there is no exercise `{exercise}`"))?;
    let judged = hlslc_lessons::judge(exercise, &source, &Library);
    let letters = |end: usize| source.get(..end).map_or(0, |text| text.encode_utf16().count());
    let reported: Vec<Value> = judged
        .said
        .iter()
        .map(|one| {
            let place = (one.line > 0).then(|| json!({ "from": letters(one.range.start), "to": letters(one.range.end), "line": one.line }));
            let severity = if one.is_error { "error" } else { "warning" };
            json!({ "code": one.code, "severity": severity, "group": "", "message": one.message, "at": place, "remarks": [], "fix": null })
        })
        .collect();
    let verdicts: Vec<Value> =
        judged.verdicts.iter().map(|verdict| json!({ "holds": verdict.holds, "found": verdict.found })).collect();
    Ok(Answer::of(json!({ "holds": judged.holds(), "verdicts": verdicts, "reported": reported, "file": SOURCE })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::respond;

    fn asked(method: &str, args: Value) -> Value {
        let answer = respond(&mut Session::default(), &Request::new(method, args).write());
        Request::read_parts(&answer).unwrap().0
    }

    #[test]
    fn every_lesson_comes_with_exercises_that_are_judged() {
        let list = asked("lessons", Value::Null);
        assert_eq!(list["lessons"].as_array().map(Vec::len), Some(10));
        for number in 1..=10 {
            let lesson = asked("lesson", json!({ "number": number }));
            // One of each: that all are right is a test of the library.
            let blocks = lesson["blocks"].as_array().unwrap();
            let exercise = blocks.iter().map(|block| &block["exercise"]).find(|exercise| exercise.is_object()).unwrap();
            let name = exercise["name"].as_str().unwrap();
            let judge =
                |source: &Value| asked("judge", json!({ "lesson": number, "exercise": name, "source": source }));
            assert_eq!(judge(&exercise["solution"])["holds"], true, "{number} {name}");
            let begun = judge(&exercise["start"]);
            assert_eq!(begun["holds"], false, "{number} {name}");
            assert_eq!(begun["verdicts"].as_array().map(Vec::len), exercise["checks"].as_array().map(Vec::len));
        }
    }

    #[test]
    fn links_of_lessons_are_places_of_the_page() {
        let lesson = asked("lesson", json!({ "number": 1 })).to_string();
        assert!(lesson.contains("href=\\\"#doc/glossary.md#token\\\""), "a term");
        assert!(
            lesson.contains("href=\\\"#doc/01-syntax.md\\\"") && lesson.contains("<svg "),
            "a chapter, and a picture"
        );
        assert!(lesson.contains("class=\\\"elsewhere\\\" title=\\\"../../frontend/syntax/src/lex.rs\\\""), "a source");
        let glossary = asked("document", json!({ "name": "glossary.md" }));
        let text = glossary["html"].as_str().unwrap();
        assert!(text.contains("<h3 id=\"token\">") && text.contains("href=\"#lesson/1\""));
    }

    #[test]
    fn what_there_is_not_is_said() {
        for (method, args) in [
            ("lesson", json!({ "number": 0 })),
            ("lesson", json!({ "number": 11 })),
            ("lesson", json!({})),
            ("document", json!({ "name": "../Cargo.toml" })),
            ("judge", json!({ "lesson": 1, "exercise": "none", "source": "" })),
        ] {
            assert!(asked(method, args.clone())["fault"].is_string(), "{method} {args}");
        }
    }
}
