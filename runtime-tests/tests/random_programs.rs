//! Random programs of fixed seeds compute the same without optimisation and with it, as DXC has them and on a Vulkan device.

use hlslc_runtime_tests::fuzz::generate::shader;
use hlslc_runtime_tests::fuzz::ways::{Judge, Verdict, Way};
use hlslc_runtime_tests::vulkan::Device;

/// Seeds of programs. More of them: `cargo run -p hlslc-runtime-tests -- fuzz --seeds 0..1000`.
const SEEDS: std::ops::Range<u64> = 0..30;

/// Judges the programs of the seeds in some ways, on one input each.
fn judge_all(judge: &Judge<'_>, ways: &[Way]) {
    let mut faults = Vec::new();
    for seed in SEEDS {
        let program = shader(seed);
        let wide = ["int64_t", "int16_t"].iter().any(|name| program.source.contains(name));
        if wide && ways.contains(&Way::OurSpirv) {
            continue;
        }
        match judge.judge(&program, ways, 0..1) {
            // What DXC refuses alone is not our fault.
            Verdict::Same | Verdict::RefusedByOne { way: Way::Theirs(_), .. } => {}
            fault => faults.push(format!("seed {seed}: {fault:?}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn optimisation_changes_no_result() {
    let judge = Judge::default();
    judge_all(&judge, &[Way::Ours("-Od"), Way::Ours("-O1"), Way::Ours("-O3")]);
}

#[test]
fn results_are_those_of_dxc() {
    let Some(dxc) = dxc_oracle::oracle_or_skip("results_are_those_of_dxc") else { return };
    let judge = Judge { dxc: Some(&dxc), ..Judge::default() };
    judge_all(&judge, &[Way::Ours("-O3"), Way::Theirs("-O3")]);
}

#[test]
fn results_are_those_of_a_vulkan_device() {
    let Some(device) = Device::or_skip("results_are_those_of_a_vulkan_device") else { return };
    let judge = Judge { device: Some(&device), ..Judge::default() };
    judge_all(&judge, &[Way::Ours("-O3"), Way::OurSpirv]);
}

#[test]
fn a_seed_gives_one_program() {
    assert_eq!(shader(7), shader(7));
    assert_ne!(shader(7).source, shader(8).source);
}
