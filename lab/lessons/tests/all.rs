//! Tests of the lessons: their exercises, and that what they show and link to is there.

mod answers;
mod links;
mod listings;

use hlslc_lessons::{LESSONS, Lesson};

/// A lesson by its number.
fn lesson(number: usize) -> Lesson {
    let (name, text) = LESSONS[number - 1];
    Lesson::parse(text).unwrap_or_else(|faults| {
        let lines: Vec<String> =
            faults.iter().map(|fault| format!("docs/{name}:{}: {}", fault.line, fault.what)).collect();
        panic!("{}", lines.join("\n"))
    })
}

/// All lessons.
fn lessons() -> Vec<Lesson> {
    (1..=LESSONS.len()).map(lesson).collect()
}
