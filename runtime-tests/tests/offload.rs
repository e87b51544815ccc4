//! The command `suite` runs tests in the format of LLVM's offload-test-suite.

use hlslc_runtime_tests::compilers::Subject;
use hlslc_runtime_tests::offload::{self, Device as _, Verdict};
use hlslc_runtime_tests::vulkan::Device;

fn verdict(text: &str) -> Verdict {
    let device = Device::for_test();
    let compile = Subject::Hlslc.of_sources().expect("hlslc is always there");
    offload::run(text, &device.features(), &*compile, &device)
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn resources_of_every_kind_reach_a_compute_shader_and_come_back() {
    let verdict = verdict(include_str!("data/offload/compute.test"));
    assert_eq!(verdict, Verdict::Passed);
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn vertices_are_drawn_into_a_picture() {
    let verdict = verdict(include_str!("data/offload/drawn.test"));
    assert_eq!(verdict, Verdict::Passed);
}

#[test]
#[cfg_attr(without_vulkan, ignore = "needs a Vulkan device")]
fn what_comes_out_wrong_is_reported_with_both_buffers() {
    let text = include_str!("data/offload/compute.test").replace("102.5", "102.75");
    let Verdict::Failed(phase, why) = verdict(&text) else { panic!("the buffer has another value") };
    assert_eq!(phase, offload::Phase::Comparing);
    assert!(why.contains("Test failed: Sums") && why.contains("102.75") && why.contains("102.5"), "{why}");
}
