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

/// The modules of two sources as if a pass had made the second of the first, judged.
fn judged(before: &str, after: &str) -> Judged {
    let options: Vec<String> = ["-E", "main", "-T", "cs_6_0"].map(str::to_owned).to_vec();
    let [(subject, one), (_, other)] = [before, after].map(|source| {
        let loaded = Loaded::new("reduced.hlsl".to_owned(), source.to_owned(), options.clone());
        Subject::steps(&loaded, "-O3").expect("it compiles")
    });
    let verdicts = validate(&subject, &[one[0].clone(), other[0].clone()], &[], EFFORT);
    verdicts[0].judged.clone()
}

/// The terms that cancel are a million times what is left of them, so their order decides the result.
#[test]
fn a_reordered_sum_whose_terms_cancel_is_no_fault() {
    let sum = |sum: &str| {
        format!(
            "ByteAddressBuffer i : register(t0); RWByteAddressBuffer o : register(u0);
            [numthreads(32, 1, 1)] void main(uint at : SV_DispatchThreadID) {{
                float x = asfloat(i.Load(at * 8)) * 3e7, y = asfloat(i.Load(at * 8 + 4));
                o.Store(at * 4, asuint({sum}));
            }}"
        )
    };
    assert_eq!(judged(&sum("x + y - x"), &sum("x - x + y")), Judged::Same);
    // The bound is that of the terms: what is farther away is found, and so is what does not depend on them.
    let wrong = [("x + y - x", "x - x + y + 1e6"), ("x + y - x", "x + y"), ("y", "y * 1.5")];
    for (before, after) in wrong {
        let found = judged(&sum(before), &sum(after));
        assert!(matches!(found, Judged::Different(_)), "{before}, {after}: {found:?}");
    }
}

/// Two factors whose product is too small for a float, beside one that makes up for it.
#[test]
fn a_reordered_product_that_leaves_the_range_of_floats_is_no_fault() {
    let product = |product: &str| {
        format!(
            "ByteAddressBuffer i : register(t0); RWByteAddressBuffer o : register(u0);
            [numthreads(32, 1, 1)] void main(uint at : SV_DispatchThreadID) {{
                float x = asfloat(i.Load(at * 8)), y = asfloat(i.Load(at * 8 + 4));
                float a = x * 1e30, b = y * 1e-25, c = x * 1e-25;
                o.Store(at * 4, asuint({product}));
            }}"
        )
    };
    assert_eq!(judged(&product("(a * b) * c"), &product("a * (b * c)")), Judged::Same);
    let found = judged(&product("(a * b) * c"), &product("(a * b) * (c + c)"));
    assert!(matches!(found, Judged::Different(_)), "{found:?}");
}

/// All threads write one variable without a barrier; a pass may take for the variable what the thread itself wrote.
#[test]
fn what_depends_on_the_order_of_threads_is_not_judged() {
    let kernel = |barrier: &str, value: &str| {
        format!(
            "RWByteAddressBuffer o : register(u0); groupshared uint shared_one;
            [numthreads(64, 1, 1)] void main(uint at : SV_GroupIndex) {{
                if (at == 3) {{ shared_one = 7; }}
                {barrier}
                o.Store(at * 4, {value});
            }}"
        )
    };
    let sync = "GroupMemoryBarrierWithGroupSync();";
    let race = "shared_one = at;";
    let unordered = Judged::Unknown("it depends on the order of threads".to_owned());
    assert_eq!(judged(&kernel(race, "shared_one"), &kernel(race, "at")), unordered);
    let found = judged(&kernel(sync, "shared_one"), &kernel(sync, "at"));
    assert!(matches!(found, Judged::Different(_)), "{found:?}");
}

#[test]
fn no_run_of_a_pass_is_reported_wrongly() {
    let (subject, steps) = program(7);
    let verdicts = validate(&subject, &steps, &[], EFFORT);
    let wrong: Vec<_> = verdicts.iter().filter(|verdict| matches!(verdict.judged, Judged::Different(_))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(verdicts.iter().any(|verdict| verdict.judged == Judged::Same), "{verdicts:?}");
}
