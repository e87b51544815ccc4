//! Tests the pipelines: their order, and their diagnostics.

use crate::common::read;
use hlslc_base::diag::Diagnostics;
use hlslc_ir::ops::OpSet;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::{Module, Op, Terminator};
use hlslc_passes::{Choice, Observer, OptLevel, PassEvent, PassOptions, Pipeline, RunName, run, run_pass};

#[test]
fn the_observer_sees_each_pass() {
    let mut module =
        hlslc_ir::text::parse("define void @f() {\nblock0:\n  %v0 = add i32 1, 2\n  ret void\n}").expect("parses");
    let mut seen = Vec::new();
    let mut observer = |pass: &'static str, event: PassEvent, _: &Module| {
        if event != PassEvent::Start {
            seen.push(format!("{pass} {event:?}"));
        }
    };
    let mut diagnostics = Diagnostics::default();
    run(&mut module, Pipeline::Common, &PassOptions::default(), &mut observer, &mut diagnostics).expect("verifies");
    insta::assert_snapshot!(seen.join("\n"));
}

#[test]
fn a_repetition_runs_as_long_as_its_first_pass_changes_something() {
    let text = r"
define i32 @f(i32 %v0) {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, 2
  br i1 %v2, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v3 = add i32 %v1, 1
  br block1(i32 %v3)
block3:
  ret i32 %v1
}
define void @g() {
block0:
  ret void
}";
    let mut module = hlslc_ir::text::parse(text).expect("parses");
    let mut seen = Vec::new();
    let mut observer = |pass: &'static str, event: PassEvent, _: &Module| {
        if event != PassEvent::Start {
            seen.push(format!("{pass} {event:?}"));
        }
    };
    let mut diagnostics = Diagnostics::default();
    run(&mut module, Pipeline::Dxil, &PassOptions::default(), &mut observer, &mut diagnostics).expect("verifies");
    let until = seen.iter().position(|line| line.starts_with("drop-regions")).expect("runs");
    insta::assert_snapshot!(seen[..until].join("\n"));
}

#[test]
fn the_listing_shows_what_is_repeated() {
    insta::assert_snapshot!(Pipeline::Dxil.list(OptLevel::O3, &Choice::default()));
}

/// Two functions with a loop that must be unrolled and whose iterations cannot be counted, and one without errors.
const TOO_LONG: &str = r"
define i32 @f(i32 %v0) keep {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, %v0
  br i1 %v2, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v3 = add i32 %v1, 1
  br block1(i32 %v3)
block3:
  ret i32 %v1
}
define void @g() keep {
block0:
  ret void
}
define i32 @h(i32 %v0) keep {
block0:
  br block1(i32 0)
block1(i32 %v1):
  %v2 = icmp.ult i32 %v1, %v0
  br i1 %v2, block2, block3 !loop merge block3 continue block2 unroll
block2:
  %v3 = add i32 %v1, 2
  br block1(i32 %v3)
block3:
  ret i32 %v1
}";

/// The module after the pipelines and the number of errors, with an observer and without.
fn observed_and_not(text: &str, pipelines: &[Pipeline]) -> [(String, usize); 2] {
    let watch = &mut |_: &'static str, _: PassEvent, _: &Module| {};
    let observers: [&mut dyn Observer; 2] = [watch, &mut ()];
    observers.map(|observer| {
        let mut module = hlslc_ir::text::parse(text).expect("parses");
        let mut diagnostics = Diagnostics::default();
        for &pipeline in pipelines {
            run(&mut module, pipeline, &PassOptions::default(), observer, &mut diagnostics).expect("verifies");
        }
        (print(&module, PrintOptions::default()), diagnostics.error_count())
    })
}

#[test]
fn errors_in_all_functions_are_reported_with_and_without_an_observer() {
    let [watched, unwatched] = observed_and_not(TOO_LONG, &[Pipeline::Dxil]);
    assert_eq!((watched.1, unwatched.1), (2, 2));
}

#[test]
fn an_observer_does_not_affect_the_result() {
    let text = TOO_LONG.replace("%v1, %v0\n", "%v1, 7\n");
    let [watched, unwatched] = observed_and_not(&text, &[Pipeline::Common, Pipeline::Dxil]);
    assert_eq!(watched.1, 0);
    assert_eq!(watched, unwatched);
}

/// Ends every function at its start, once; records whether that was done.
struct Amends(bool);

impl Observer for Amends {
    fn observe(&mut self, _: RunName, _: PassEvent, _: &Module) {}

    fn amend(&mut self, pass: &'static str, module: &mut Module) -> bool {
        let is_now = pass == "mem2reg" && !std::mem::replace(&mut self.0, true);
        if is_now {
            for func in module.funcs.values_mut() {
                let entry = func.entry().expect("it has a body");
                func.blocks[entry].terminator = Terminator::Unreachable;
            }
        }
        is_now
    }
}

#[test]
fn a_pass_of_the_observer_invalidates_analyses() {
    let mut module = hlslc_ir::text::parse(&TOO_LONG.replace("%v1, %v0\n", "%v1, 7\n")).expect("parses");
    let mut diagnostics = Diagnostics::default();
    for pipeline in [Pipeline::Common, Pipeline::Dxil] {
        run(&mut module, pipeline, &PassOptions::default(), &mut Amends(pipeline == Pipeline::Dxil), &mut diagnostics)
            .expect("what was known of the graph is forgotten");
    }
    let left: Vec<usize> = module.funcs.values().map(|func| func.layout.len()).collect();
    assert_eq!(left, vec![1; left.len()]);
}

/// A pass that has nothing to do must not report a change, which would make other passes run again.
#[test]
fn memory_of_flat_types_is_not_changed() {
    let text = r#"
%S = type { float "f", <2 x float> "v" }
define float @shared(ptr(function, %S) %v0) keep exported "\01?shared@@" {
block0:
  %v1 = gep ptr(function, %S) %v0, i32 1, i32 0
  %v2 = load ptr(function, float) %v1
  ret float %v2
}"#;
    let (mut module, mut diagnostics) = (read(text), Diagnostics::default());
    let changed = run_pass(&mut module, "flatten-memory", &PassOptions::default(), &mut diagnostics);
    assert!(!changed.expect("there is such a pass").expect("it does not break the module"));
    assert!(!print(&module, PrintOptions::default()).contains("%v3"));
}

/// After the pass that removes the last one, no pass searches for an operation any more.
#[test]
fn removed_operations_are_not_searched_for() {
    let mut module = read("define float @f(float %v0) {\nblock0:\n  %v1 = fmul float %v0, 2.0\n  ret float %v0\n}");
    let multiplies = OpSet::of(&[Op::FMul]);
    let may = |module: &Module| module.funcs.values().any(|func| func.may_hold(&multiplies));
    assert!(may(&module));
    run_pass(&mut module, "dce", &PassOptions::default(), &mut Diagnostics::default()).unwrap().unwrap();
    assert!(!may(&module));
}
