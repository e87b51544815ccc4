//! Our own tests in the format of LLVM's offload-test-suite pass on the interpreter and on a Vulkan device.

use dxc_oracle::Release;
use hlslc_runtime_tests::compilers::Subject;
use hlslc_runtime_tests::interpreter::Interpreter;
use hlslc_runtime_tests::offload::{self, Device as Runs, Verdict};
use hlslc_runtime_tests::own::{self, Test};
use hlslc_runtime_tests::vulkan::Device;

/// Runs all; gives how many a device had not what they need for.
fn run_all(device: &dyn Runs, subject: Subject, tests: &[Test]) -> usize {
    let compile = subject.of_sources().expect("the compiler is there");
    let (mut skipped, mut faults) = (Vec::new(), Vec::new());
    for test in tests {
        match offload::run(&test.text(), &device.features(), &*compile, device) {
            Verdict::Passed => {}
            Verdict::Skipped(why) => skipped.push(format!("{}: {why}", test.name)),
            fault => faults.push(format!("{}: {fault:?}", test.name)),
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), tests.len(), faults.join("\n"));
    println!("{} of {} on {}; not: {skipped:#?}", tests.len() - skipped.len(), tests.len(), device.name());
    skipped.len()
}

#[test]
fn operations_compute_on_the_interpreter_what_the_tables_say() {
    assert_eq!(run_all(&Interpreter, Subject::Hlslc, &own::all()), 0);
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn operations_compute_on_a_vulkan_device_what_the_tables_say() {
    let device = Device::for_test();
    run_all(&device, Subject::Hlslc, &own::all());
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn operations_compute_what_the_tables_say_as_dxc_compiles_them() {
    let dxc = dxc_oracle::oracle();
    let mut tests = own::all();
    // It has `select` since 1.8.
    tests.retain(|test| dxc.release() >= Release::V1_9 || !test.name.starts_with("float.select"));
    assert_eq!(run_all(&Interpreter, Subject::Dxc, &tests), 0);
}

#[test]
fn a_test_is_one_of_the_suite() {
    let all = own::all();
    let one = all.iter().find(|test| test.name == "float.fused.float16_tx4").expect("there is such a row");
    insta::assert_snapshot!(one.text());
}
