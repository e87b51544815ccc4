//! Measures the time for a root signature of 1000 elements from text to bytes, checks included. The aim is under 1 ms.
//!
//! `cargo bench -p hlslc-rootsig-syntax` prints the minimum and the median of many runs.

use hlslc_base::Span;
use hlslc_rootsig::{Version, binary};
use std::time::{Duration, Instant};

/// A mixture of all elements, each with a register of its own.
fn mixed(elements: usize) -> String {
    let element = |index: usize| match index % 6 {
        0 => format!("CBV(b{index})"),
        1 => format!("SRV(t{index}, space=1)"),
        2 => format!("UAV(u{index}, flags=DATA_VOLATILE)"),
        3 => format!("RootConstants(num32BitConstants=4, b{index})"),
        4 => format!("DescriptorTable(SRV(t{index}), visibility=SHADER_VISIBILITY_PIXEL)"),
        _ => format!("StaticSampler(s{index}, filter=FILTER_MIN_MAG_MIP_LINEAR, maxLOD=8)"),
    };
    (0..elements).map(element).collect::<Vec<_>>().join(", ")
}

fn root_descriptors(elements: usize) -> String {
    (0..elements).map(|index| format!("CBV(b{index})")).collect::<Vec<_>>().join(", ")
}

fn measure(name: &str, text: &str) {
    let run = || {
        let start = Instant::now();
        let parsed = hlslc_rootsig_syntax::parse(text, Version::V1_1, &|_| Span::NONE);
        let bytes = parsed.signature.map(|signature| binary::write(&signature)).unwrap_or_default();
        assert!(!bytes.is_empty(), "{name} is valid");
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..400).map(|_| run()).collect();
    times.sort_unstable();
    let (best, median) = (times[0], times[times.len() / 2]);
    println!("{name}: {} bytes of text, best {best:?}, median {median:?}", text.len());
}

fn main() {
    measure("1000 root descriptors", &root_descriptors(1000));
    measure("1000 elements of all kinds", &mixed(1000));
    measure("10000 elements of all kinds", &mixed(10_000));
}
