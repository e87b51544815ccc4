//! Tests a few damaged inputs for every reader, the same in each run; `hlslc-runtime-tests damage` makes more.

use hlslc_runtime_tests::damage::{Reader, Seeds, read};
use hlslc_runtime_tests::random::Random;
use hlslc_runtime_tests::suite;

/// Inputs for each reader.
const EACH: u64 = 40;

#[test]
fn readers_survive_damaged_input() {
    let all = suite::all().expect("the suite");
    // Every twelfth case, for all folders to have some.
    let cases: Vec<_> = all.into_iter().step_by(12).filter_map(|entry| entry.case.ok()).collect();
    let seeds = Seeds::of(&cases);
    let mut wrong = Vec::new();
    for (reader, name) in Reader::ALL {
        for seed in 0..EACH {
            let sample = seeds.sample(reader, &mut Random::new(seed)).expect("seeds");
            if let Err(why) = read(reader, &sample) {
                wrong.push(format!("{name} {seed}: {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
