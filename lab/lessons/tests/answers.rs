//! Judges the exercises: what solves them, what they begin with, and wrong answers, each of which gets its reason.

use crate::{lesson, lessons};
use hlslc_lessons::{Library, judge};
use std::fmt::Write as _;

#[test]
fn every_solution_passes_and_every_start_fails() {
    let (mut table, mut wrong) = (String::new(), Vec::new());
    for lesson in lessons() {
        for exercise in lesson.exercises() {
            let solved = judge(exercise, &exercise.solution, &Library);
            for (check, verdict) in exercise.checks.iter().zip(&solved.verdicts) {
                if !verdict.holds {
                    wrong.push(format!("lesson {}, `{}`: {}: {}", lesson.number, exercise.name, check.text, verdict.found));
                }
            }
            let begun = judge(exercise, &exercise.start, &Library);
            if begun.holds() {
                wrong.push(format!("lesson {}, `{}`: the shader at the start passes already", lesson.number, exercise.name));
            }
            let _ = writeln!(table, "{}. {}", lesson.number, exercise.name);
            for (check, verdict) in exercise.checks.iter().zip(&begun.verdicts) {
                let mark = if verdict.holds { "holds" } else { "fails" };
                let _ = writeln!(table, "  {mark}: {} {}", check.text, verdict.found);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!("what_is_said_of_each_start", table);
}

/// Wrong answers: lesson, exercise, what is replaced in its solution by what, the check that fails, and words of the reason.
const WRONG: &[(usize, &str, &str, &str, usize, &str)] = &[];

#[test]
fn a_wrong_answer_gets_its_reason() {
    for &(number, name, from, to, at, reason) in WRONG {
        let lesson = lesson(number);
        let exercise = lesson.exercise(name).unwrap_or_else(|| panic!("lesson {number} has no `{name}`"));
        assert!(exercise.solution.contains(from), "lesson {number}, `{name}`: the solution has no `{from}`");
        let judged = judge(exercise, &exercise.solution.replace(from, to), &Library);
        let verdict = &judged.verdicts[at];
        assert!(!verdict.holds && verdict.found.contains(reason), "lesson {number}, `{name}`, `{to}`: {judged:#?}");
        assert!(!exercise.checks[at].hint.is_empty());
    }
}

#[test]
fn no_text_breaks_the_judge() {
    let lesson = lesson(1);
    let exercise = lesson.exercises().next().expect("an exercise");
    for text in ["", "\0", "}{", "#include \"x\"", "void main() { for (;;) {} }", "[numthreads(1,1,1)] void main() { while (true) {} }", "ä"] {
        let judged = judge(exercise, text, &Library);
        assert_eq!(judged.verdicts.len(), exercise.checks.len());
        assert!(!judged.holds(), "{text:?}");
    }
}
