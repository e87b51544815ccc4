//! Random programs of fixed seeds compute the same with and without optimisation, compiled by DXC, and on a Vulkan device.

use std::ops::Range;

use dxc_oracle::apart::Apart;
use hlslc::{Module, OwnPass};
use hlslc_ir::Op;
use hlslc_runtime_tests::fuzz::SHORT;
use hlslc_runtime_tests::fuzz::generate::{Shader, shader};
use hlslc_runtime_tests::fuzz::known::explained;
use hlslc_runtime_tests::fuzz::routes::{Judge, Route, Verdict};
use hlslc_runtime_tests::fuzz::variants::Variant;
use hlslc_runtime_tests::vulkan::Device;

/// Judges the programs of the short mode in some routes, on one input each. More of them: `cargo run -p hlslc-runtime-tests --
/// fuzz --seeds 0..1000`.
fn judge_all(judge: &Judge<'_>, seeds: Range<u64>, routes: &[Route]) {
    let (mut faults, mut judged, mut compared) = (Vec::new(), 0, 0);
    for seed in seeds {
        let program = shader(seed);
        if !program.on_devices && routes.contains(&Route::OurSpirv) {
            continue;
        }
        judged += 1;
        match judge.judge(&program, routes, 0..1) {
            Verdict::Same => compared += 1,
            // What DXC rejects alone is not our fault.
            Verdict::RejectedByOne { route: Route::Theirs(_), .. } => {}
            fault => faults.push(format!("seed {seed}: {fault:?}")),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // A DXC that rejects everything, or cannot be asked, is no judge.
    assert!(compared * 10 >= judged * 9, "{compared} of {judged} programs were compared");
}

#[test]
fn optimisation_changes_no_result() {
    judge_all(
        &Judge::default(),
        SHORT.start..SHORT.end / 2,
        &[Route::Ours("-Od"), Route::Ours("-O1"), Route::Ours("-O3")],
    );
}

#[test]
fn optimisation_changes_no_result_of_the_other_half() {
    judge_all(
        &Judge::default(),
        SHORT.end / 2..SHORT.end,
        &[Route::Ours("-Od"), Route::Ours("-O1"), Route::Ours("-O3")],
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn results_are_those_of_dxc() {
    drop(dxc_oracle::oracle());
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    let judge = Judge { dxc: Some(&dxc), ..Judge::default() };
    judge_all(&judge, SHORT, &[Route::Ours("-O3"), Route::Theirs("-O3")]);
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn results_are_those_of_a_vulkan_device() {
    let device = Device::for_test();
    let judge = Judge { device: Some(&device), ..Judge::default() };
    judge_all(&judge, SHORT, &[Route::Ours("-O3"), Route::OurSpirv]);
}

/// DXC takes another component of the row, whatever the level.
const ROW_OF_A_PARAMETER: &str = "\
struct R0 {
    row_major int4x2 m0;
};
RWStructuredBuffer<R0> Kept : register(u9);
RWByteAddressBuffer Out : register(u3);
int f1(inout R0 p2) {
    return p2.m0[1].x;
}
[numthreads(32, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    Out.Store(thread * 4, f1(Kept[thread]) + thread);
}
";

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_fault_of_dxc_is_told_from_one_of_ours() {
    drop(dxc_oracle::oracle());
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    let judge = Judge { dxc: Some(&dxc), ..Judge::default() };
    let options = ["-HV", "2021"].map(str::to_owned).to_vec();
    let program = Shader { source: ROW_OF_A_PARAMETER.to_owned(), options, target: "cs_6_2", on_devices: false };
    let found = explained(&judge, &program, &Route::INTERPRETED, &(0..1)).map(|known| known.what);
    assert_eq!(found, Some("DXC's rows of a matrix of a struct that is an inout or out parameter"));
    // The same program with a fault of ours in it.
    let run = |module: &mut Module| {
        let insts = module.funcs.values_mut().flat_map(|func| func.insts.values_mut());
        insts.filter(|inst| inst.op == Op::Add).map(|inst| inst.op = Op::Sub).count() > 0
    };
    let judge = Judge { own_pass: Some(OwnPass { after: "sroa", run }), ..judge };
    assert!(explained(&judge, &program, &Route::INTERPRETED, &(0..1)).is_none());
}

#[test]
fn a_seed_gives_one_program() {
    assert_eq!(shader(7), shader(7));
    assert_ne!(shader(7).source, shader(8).source);
}

#[test]
fn the_same_in_other_words_computes_the_same() {
    let judge = Judge::default();
    let mut faults = Vec::new();
    for seed in SHORT.start..SHORT.end / 3 {
        for variant in Variant::ALL {
            match judge.judge_variant(&shader(seed), variant, "-O3", seed % 2) {
                Verdict::Same => {}
                fault => faults.push(format!("seed {seed}, {variant:?}: {fault:?}")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
