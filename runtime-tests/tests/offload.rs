//! Tests in the format of LLVM's offload-test-suite, run as the command `suite` runs that suite.

use hlslc_runtime_tests::compilers::Subject;
use hlslc_runtime_tests::offload::{self, Device as _, Verdict};
use hlslc_runtime_tests::vulkan::Device;

fn verdict(text: &str) -> Option<Verdict> {
    let device = Device::or_skip("offload")?;
    let compile = Subject::Hlslc.of_sources().expect("hlslc is always there");
    Some(offload::run(text, &device.features(), &*compile, &device))
}

#[test]
fn resources_of_every_kind_reach_a_compute_shader_and_come_back() {
    let Some(verdict) = verdict(include_str!("data/offload/compute.test")) else { return };
    assert_eq!(verdict, Verdict::Passed);
}

#[test]
fn vertices_are_drawn_into_a_picture() {
    let Some(verdict) = verdict(include_str!("data/offload/drawn.test")) else { return };
    assert_eq!(verdict, Verdict::Passed);
}

#[test]
fn what_comes_out_wrong_is_told_with_both_buffers() {
    let text = include_str!("data/offload/compute.test").replace("102.5", "102.75");
    let Some(Verdict::Failed(phase, why)) = verdict(&text) else { return };
    assert_eq!(phase, offload::Phase::Comparing);
    assert!(why.contains("Test failed: Sums") && why.contains("102.75") && why.contains("102.5"), "{why}");
}
