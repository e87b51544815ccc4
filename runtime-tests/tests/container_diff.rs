//! The comparison of containers explains how our output differs from DXC's, and finds no difference where there is none.

use std::path::Path;

use dxil::container::program::Program;
use dxil::container::{Container, FourCc, Signing};
use dxil::diff::diff;
use hlslc_runtime_tests::shaders::{Loaded, validator_of};

/// Small shaders with what is to be seen of each.
const SHADERS: &[(&str, &str, &str)] = &[
    (
        "constants",
        "cs_6_0",
        "RWBuffer<uint> Out : register(u0); [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i * 3 + 1; }",
    ),
    (
        "branch",
        "ps_6_0",
        "cbuffer C : register(b0) { float k; float4 tint; }; Texture2D T : register(t0); SamplerState S : register(s0);
         float4 main(float2 uv : UV, nointerpolation int n : N) : SV_Target {
             float4 c = T.Sample(S, uv); if (n > 3) c *= tint; else c.a = k; return c;
         }",
    ),
    (
        "loop",
        "cs_6_0",
        "StructuredBuffer<float> In : register(t0); RWStructuredBuffer<float> Out : register(u0); uint count;
         [numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) {
             float s = 0; for (uint k = 0; k < count; ++k) s += In[k] * k; Out[i] = s;
         }",
    ),
];

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn the_difference_to_dxc_is_explained() {
    let dxc = dxc_oracle::oracle();
    let validator = validator_of(&dxc);
    for (name, target, source) in SHADERS {
        let options = ["-T", target, "-E", "main"].map(str::to_owned).to_vec();
        let loaded = Loaded::new(format!("{name}.hlsl"), (*source).to_owned(), options);
        let theirs = loaded.theirs(&dxc, validator, &[]).unwrap_or_else(|said| panic!("{name}: {said}"));
        let ours = loaded.ours(validator, &[]).unwrap_or_else(|said| panic!("{name}: {said}"));
        let found = diff(&ours, &theirs).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Each line of one is in the other, the other way round.
        let back = diff(&theirs, &ours).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.is_same(), back.is_same(), "{name}");
        assert_eq!(found.functions[0].counts.0, back.functions[0].counts.1, "{name}");
        insta::assert_snapshot!(*name, found.to_string());
    }
}

/// Our containers of the shaders of `shaders/roundtrip`.
fn ours() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/roundtrip");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder of shaders").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a shader");
        for line in source.lines().map_while(|line| line.strip_prefix("//! ")) {
            let mut words = line.split_whitespace().map(str::to_owned);
            let (target, entry) = (words.next().expect("a profile"), words.next().unwrap_or_default());
            let named = if entry == "-" { Vec::new() } else { vec!["-E".to_owned(), entry] };
            let options = ["-T".to_owned(), target].into_iter().chain(named).chain(words).collect();
            let loaded = Loaded::new(file.to_string_lossy().into_owned(), source.clone(), options);
            if let Ok(bytes) = loaded.ours(dxc_oracle::AGREED_VALIDATOR, &[]) {
                found.push((format!("{}, {line}", loaded.path()), bytes));
            }
        }
    }
    found
}

/// A program that is read and written again is another program for its bytes alone.
#[test]
fn programs_in_other_bytes_are_the_same() {
    let mut compared = 0;
    for (name, bytes) in ours() {
        let mut container = Container::read(&bytes).expect("ours");
        let Some(part) = container.part(FourCc::DXIL) else { continue };
        let program = Program::read(FourCc::DXIL, part).expect("ours");
        let mut module = dxil::bitcode::read(&program.bitcode).expect("ours");
        // Names of values are no meaning.
        for function in module.functions.values_mut() {
            if let Some(body) = &mut function.body {
                body.block_names = body.blocks.keys().map(|block| (block, "a".into())).collect();
            }
        }
        let bitcode = dxil::bitcode::write(&module).expect("it was read");
        container.set_part(FourCc::DXIL, Program { bitcode, ..program }.write());
        let other = container.write(Signing::Digest);
        let found = diff(&bytes, &other).expect("ours");
        assert!(found.is_same() && !found.identical, "{name}:\n{found}");
        assert!(diff(&bytes, &bytes).expect("ours").identical);
        compared += 1;
    }
    assert!(compared > 20, "only {compared} containers were compared");
}
