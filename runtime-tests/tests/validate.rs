//! Passes are checked run by run: planted miscompilations are found, and nothing is reported of what is right.

use std::time::Duration;

use hlslc_runtime_tests::fuzz::generate::shader;
use hlslc_runtime_tests::shaders::Loaded;
use hlslc_runtime_tests::validate::mutations::plant;
use hlslc_runtime_tests::validate::{Effort, Judged, Subject, validate};

const EFFORT: Effort = Effort { seeds: 4, most: Duration::from_mins(1) };

fn program(seed: u64) -> (Subject, Vec<hlslc_runtime_tests::validate::Step>) {
    let made = shader(seed);
    let mut options: Vec<String> = ["-E", "main", "-T", made.target].map(str::to_owned).to_vec();
    options.extend(made.options);
    Subject::steps(&Loaded::new("random.hlsl".to_owned(), made.source, options), "-O3").expect("it compiles")
}

/// `hlslc-runtime-tests validate --planted 100` plants a hundred.
#[test]
fn planted_miscompilations_are_found() {
    for seed in 0..4 {
        let (subject, steps) = program(seed);
        let (at, planted) = plant(&subject, &steps, seed).expect("a place");
        let pair = [steps[at - 1].clone(), planted.step.clone()];
        let verdicts = validate(&subject, &pair, &[], EFFORT);
        let is_found = verdicts.iter().any(|verdict| matches!(verdict.judged, Judged::Different(_)));
        assert!(is_found, "{seed}: {}: {}: {verdicts:?}", planted.step.run, planted.what);
    }
}

#[test]
fn no_run_of_a_pass_is_reported_wrongly() {
    let (subject, steps) = program(7);
    let verdicts = validate(&subject, &steps, &[], EFFORT);
    let wrong: Vec<_> = verdicts.iter().filter(|verdict| matches!(verdict.judged, Judged::Different(_))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(verdicts.iter().any(|verdict| verdict.judged == Judged::Same), "{verdicts:?}");
}
