//! The pipelines: their order, and what they report.

use hlslc_base::diag::Diagnostics;
use hlslc_passes::pipeline::{ORDER, PassEvent};
use hlslc_passes::{PassOptions, Pipeline, run};

const PIPELINES: [Pipeline; 3] = [Pipeline::Common, Pipeline::Dxil, Pipeline::Spirv];

#[test]
fn the_order_keeps_its_constraints() {
    for pipeline in PIPELINES {
        let names: Vec<&str> = pipeline.passes().iter().map(|pass| pass.name).collect();
        for (earlier, later, why) in ORDER {
            let first = names.iter().position(|name| name == earlier);
            let last = names.iter().rposition(|name| name == later);
            if let (Some(first), Some(last)) = (first, last) {
                assert!(first < last, "{pipeline:?}: {earlier} before {later}, because {why}");
            }
        }
    }
}

#[test]
fn constraints_name_passes_that_exist() {
    let names: Vec<&str> = PIPELINES.iter().flat_map(|p| p.passes()).map(|pass| pass.name).collect();
    for (earlier, later, _) in ORDER {
        assert!(names.contains(earlier), "{earlier}");
        assert!(names.contains(later), "{later}");
    }
}

#[test]
fn the_observer_sees_each_pass() {
    let mut module =
        hlslc_ir::text::parse("define void @f() {\nblock0:\n  %v0 = add i32 1, 2\n  ret void\n}").expect("parses");
    let mut seen = Vec::new();
    let mut observer = |pass: &'static str, event: PassEvent, _: &hlslc_ir::Module| {
        if event != PassEvent::Start {
            seen.push(format!("{pass} {event:?}"));
        }
    };
    let mut diagnostics = Diagnostics::default();
    run(&mut module, Pipeline::Common, &PassOptions::default(), &mut observer, &mut diagnostics).expect("verifies");
    insta::assert_snapshot!(seen.join("\n"));
}
