//! Overload resolution selects the function that DXC selects.

use dxc_oracle::apart::Apart;
use hlslc_runtime_tests::overloads::generate::{Call, Sheet, sheet};
use hlslc_runtime_tests::overloads::{Choice, SHORT, our_choices, their_choices};

/// Overloads, a call with variables `i`, `u`, `f` and `v` of `int`, `uint`, `float` and `float4`, and the number of the function that
/// it means; 0 where it is ambiguous.
const CALLS: &[(&[&str], &str, u32)] = &[
    (&["float, float, float", "int, int, int"], "f, f, i", 2),
    (&["int, int, int", "uint, uint, uint"], "i, u, u", 1),
    (&["uint", "uint64_t"], "i", 2),
    (&["uint", "int16_t"], "i", 1),
    (&["int64_t", "int16_t"], "i", 1),
    (&["int64_t", "int16_t"], "f", 0),
    (&["float", "int"], "u", 2),
    (&["float", "int"], "1", 2),
    (&["float", "int"], "1.5", 1),
    (&["double", "int"], "f", 1),
    (&["float4", "float"], "v", 1),
    (&["float3", "float2"], "v", 0),
    (&["float3", "int4"], "v", 2),
    (&["inout int", "inout uint"], "f", 0),
    (&["out float", "out int"], "u", 2),
];

fn sheet_of(rows: &[(&[&str], &str, u32)]) -> Sheet {
    let sets = rows.iter().enumerate().map(|(number, (overloads, ..))| {
        let declared = overloads.iter().enumerate().map(|(at, params)| {
            let params: Vec<String> = params.split(", ").enumerate().map(|(n, ty)| format!("{ty} p{n}")).collect();
            format!("uint f{number}({}) {{ return {}; }}\n", params.join(", "), at + 1)
        });
        declared.collect::<String>()
    });
    let calls = rows.iter().enumerate().map(|(set, (_, args, _))| Call { set, text: format!("f{set}({args})") });
    let options = ["-HV", "2021", "-enable-16bit-types"].map(str::to_owned).to_vec();
    let head = "RWStructuredBuffer<uint> O : register(u0);\n[numthreads(1, 1, 1)] void main() {\n    \
                int i = 0; uint u = 0; float f = 0; float4 v = 0;\n";
    Sheet { options, sets: sets.collect(), calls: calls.collect(), variables: head.to_owned() }
}

fn assert_choices(found: &[Choice]) {
    for ((overloads, args, wanted), found) in CALLS.iter().zip(found) {
        let wanted = if *wanted == 0 { Choice::Ambiguous } else { Choice::Function(*wanted) };
        assert_eq!(*found, wanted, "({args}) of {overloads:?}");
    }
}

#[test]
fn conversions_are_added_up_by_kind() {
    assert_choices(&our_choices(&sheet_of(CALLS)));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn dxc_adds_them_up_so() {
    drop(dxc_oracle::oracle());
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    assert_choices(&their_choices(&sheet_of(CALLS), &dxc));
}

/// More of them: `cargo run -p hlslc-runtime-tests -- overloads --seeds 0..150`.
#[test]
#[ignore = "needs DXC 1.9"]
fn generated_calls_mean_the_function_that_they_mean_to_dxc() {
    // The one before prefers templates, and crashes at some.
    drop(dxc_oracle::newer_oracle());
    let dxc = Apart::new(env!("CARGO_BIN_EXE_hlslc-runtime-tests"), ["oracle"]);
    let (mut chosen, mut rejected, mut wrong) = (0, 0, Vec::new());
    for seed in SHORT {
        let sheet = sheet(seed);
        for (call, (ours, theirs)) in
            sheet.calls.iter().zip(our_choices(&sheet).iter().zip(their_choices(&sheet, &dxc)))
        {
            match theirs {
                // Where DXC gives no answer there is nothing to compare with.
                Choice::Unknown(_) => {}
                _ if !ours.agrees(&theirs) => {
                    let set = &sheet.sets[call.set];
                    wrong.push(format!("seed {seed}: {}: hlslc {ours:?}, DXC {theirs:?}\n{set}", call.text));
                }
                Choice::Function(_) => chosen += 1,
                _ => rejected += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(chosen >= 400 && rejected >= 100, "{chosen} functions and {rejected} errors were compared");
}

#[test]
fn a_seed_gives_one_sheet() {
    assert_eq!(sheet(3), sheet(3));
    assert_ne!(sheet(3), sheet(4));
}
