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
                    wrong.push(format!(
                        "lesson {}, `{}`: {}: {}",
                        lesson.number, exercise.name, check.text, verdict.found
                    ));
                }
            }
            let begun = judge(exercise, &exercise.start, &Library);
            if begun.holds() {
                wrong.push(format!(
                    "lesson {}, `{}`: the shader at the start passes already",
                    lesson.number, exercise.name
                ));
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
const WRONG: &[(usize, &str, &str, &str, usize, &str)] = &[
    (1, "scale", "SCALE 2.0", "SCALE 2", 0, "No token is `2.0`"),
    (1, "scale", "#define SCALE 2.0\n", "", 1, "There are 1 tokens `SCALE`"),
    (1, "scale", "SCALE 2.0", "SCALE 3.0", 2, "has other bytes than at the start"),
    (1, "shift", ">> 1", ">> 2", 1, "`Out` holds 10; wanted: 21"),
    (1, "half", "1.0 / 2", "(float)1 / 2", 1, "The parser sees 38 tokens"),
    (2, "hidden", "best = In[1];\n", "float best = In[1];\n", 1, "`best` hides a local variable"),
    (2, "gone", "float root;\n", "", 0, "use of undeclared identifier `root` (E0201)"),
    (2, "mean", ".xyz", "", 1, "implicit truncation of vector type"),
    (2, "overload", "float(In[0])", "In[0] + 0", 0, "`Out` holds 2.0; wanted: 1.0"),
    (
        3,
        "branch",
        "scale = -2.0;",
        "scale = -2.0; offset = 0.5;",
        0,
        "Number of phis in the IR after `mem2reg`: 2; wanted: 1",
    ),
    (3, "branch", "scale = -2.0;", "scale = -3.0;", 1, "`Out` holds 9.5, and at the start it held 6.5"),
    (3, "select", "-2.0, 1.0", "1.0, -2.0", 2, "`Out` holds -3.0, and at the start it held 6.0"),
    (3, "carried", "product = 1.0", "product = 0.0", 1, "`Out` holds 9.0, 0.0"),
    (4, "load", "y = z * 3.0", "y = In[2] * 3.0", 0, "Number of `BufferLoad` in the DXIL: 3"),
    (4, "written", "float y = 0.0", "float y = 1.0", 1, "`Out` holds 1.0; wanted: 0.0"),
    (
        5,
        "free",
        "    float sum = xx + yy;\n    Out[0] = sqrt(sum);",
        "    Out[0] = sqrt(xx + yy);",
        0,
        "before the passes: 4",
    ),
    (5, "phi", "Out[0] = y;", "Out[0] = 1.0;", 0, "Number of phis in the IR after `mem2reg`: 0"),
    (5, "indexed", "i == 0 ?", "i == 2 ?", 1, "`Out` holds 0.125; wanted: 0.25"),
    (6, "normal", "register(t3)", "register(t2)", 0, "`Normal` lands on t2; wanted: t3"),
    (6, "normal", "* normal", "* normal * mask", 2, "`Mask` is still there, at t1"),
    (6, "normal", "* normal", "", 0, "The finished shader has no resource `Normal`"),
    (6, "mask", "float color", "precise float color", 0, "`Mask` is still there, at t1"),
    (6, "stores", "x += In[1]", "x = In[1]", 0, "Number of `BufferLoad` in the DXIL: 2; wanted: 3"),
    (7, "unroll", "i < 4", "i < 5", 1, "Number of `fadd` in the DXIL: 4"),
    (7, "bound", "[unroll(3)]", "[unroll(4)]", 2, "`Out` holds 15.0; wanted: 7.0"),
    (7, "keep", "[loop]", "[unroll]", 0, "Number of loops in the DXIL: 0; wanted: 1"),
    (8, "cover", "SRV(t1), ", "", 0, "the root signature does not bind register t1 (E1140)"),
    (8, "cost", "CBV(b0), CBV(b1)", "CBV(b0), CBV(b1), CBV(b2)", 0, "costs 7 DWORDs; wanted: at most 5"),
    (8, "overlap", "SRV(t4, ", "SRV(t3, ", 0, "bound twice (E1132)"),
    (9, "alpha", "color.rgb", "color.rg", 0, "Number of `fmul` in the DXIL: 2; wanted: 3"),
    (9, "matrix", " + v.w", "", 0, "Number of `BufferLoad` in the DXIL: 4; wanted: 5"),
    (9, "dot", " + v.w * v.w", "", 0, "Number of `Dot4` in the DXIL: 0; wanted: 1"),
    (10, "rename", "value * 3.0", "value * 4.0", 2, "`container` has other bytes than at the start"),
    (10, "constant", "5.0", "1.0", 2, "Size of `DXIL`: 1024 bytes; wanted: 1036"),
    (10, "part", "x * 3.0", "x * 5.0", 1, "`DXIL` has other bytes than at the start"),
];

#[test]
fn a_wrong_answer_gets_its_reason() {
    let mut wrong = Vec::new();
    for &(number, name, from, to, at, reason) in WRONG {
        let lesson = lesson(number);
        let exercise = lesson.exercise(name).unwrap_or_else(|| panic!("lesson {number} has no `{name}`"));
        assert!(exercise.solution.contains(from), "lesson {number}, `{name}`: the solution has no `{from}`");
        let judged = judge(exercise, &exercise.solution.replace(from, to), &Library);
        let verdict = &judged.verdicts[at];
        if verdict.holds || !verdict.found.contains(reason) {
            wrong.push(format!("lesson {number}, `{name}`, `{to}`: {verdict:?}"));
        }
        assert!(!exercise.checks[at].hint.is_empty());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let known = lessons().iter().map(|lesson| lesson.exercises().count()).sum::<usize>();
    let named: std::collections::BTreeSet<_> = WRONG.iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(named.len(), known, "each exercise has a wrong answer here");
}

#[test]
fn no_text_breaks_the_judge() {
    let lesson = lesson(1);
    let exercise = lesson.exercises().next().expect("an exercise");
    for text in [
        "",
        "\0",
        "}{",
        "#include \"x\"",
        "void main() { for (;;) {} }",
        "[numthreads(1,1,1)] void main() { while (true) {} }",
        "ä",
    ] {
        let judged = judge(exercise, text, &Library);
        assert_eq!(judged.verdicts.len(), exercise.checks.len());
        assert!(!judged.holds(), "{text:?}");
    }
}
