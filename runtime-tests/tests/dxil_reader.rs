//! The reader of DXIL, on containers that DXC itself made: what is read and written again, DXC disassembles to the
//! same text as the original.
//!
//! The containers are those of every case of the suite, and of shaders for the stages the suite does not have.

use dxc_oracle::{CompileRequest, Dxc, oracle_or_skip};
use dxil::bitcode;
use dxil::container::{Container, FourCc, Signing, program::Program};
use hlslc_runtime_tests::compilers::{Form, ShaderCompiler};
use hlslc_runtime_tests::suite;

/// Shaders of further stages: profile and source.
const FURTHER_STAGES: &[(&str, &str)] = &[
    (
        "gs_6_0",
        "struct V { float4 position : SV_Position; float2 uv : TEXCOORD; };
         [maxvertexcount(3)] void main(triangle V input[3], inout TriangleStream<V> output, uint id : SV_PrimitiveID) {
             for (int i = 0; i < 3; i++) { V v = input[i]; v.uv += id; output.Append(v); }
             output.RestartStrip();
         }",
    ),
    (
        "hs_6_0",
        "struct P { float4 position : POSITION; };
         struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
         Patch constants(InputPatch<P, 3> input) {
             Patch patch; patch.edges[0] = input[0].position.x; patch.edges[1] = 2; patch.edges[2] = 3; patch.inside = 4;
             return patch;
         }
         [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]
         [patchconstantfunc(\"constants\")]
         P main(InputPatch<P, 3> input, uint id : SV_OutputControlPointID) { return input[id]; }",
    ),
    (
        "ds_6_0",
        "struct P { float4 position : POSITION; };
         struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
         [domain(\"tri\")]
         float4 main(Patch patch, float3 at : SV_DomainLocation, const OutputPatch<P, 3> input) : SV_Position {
             return input[0].position * at.x + input[1].position * at.y + input[2].position * at.z * patch.inside;
         }",
    ),
    (
        "ms_6_5",
        "struct V { float4 position : SV_Position; };
         [numthreads(3, 1, 1)] [outputtopology(\"triangle\")]
         void main(uint i : SV_GroupIndex, out vertices V points[3], out indices uint3 faces[1]) {
             SetMeshOutputCounts(3, 1);
             points[i].position = float4(i & 1, i >> 1, 0, 1);
             if (i == 0) faces[0] = uint3(0, 1, 2);
         }",
    ),
    (
        "as_6_5",
        "struct Load { uint first[4]; };
         groupshared Load load;
         [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { load.first[i] = i; DispatchMesh(4, 1, 1, load); }",
    ),
    (
        "lib_6_3",
        "RWBuffer<float> Out : register(u0);
         export float Twice(float x) { return 2 * x; }
         [shader(\"raygeneration\")] void Generate() { Out[DispatchRaysIndex().x] = Twice(DispatchRaysIndex().y); }",
    ),
    (
        "ps_6_6",
        "Texture2D<float4> Picture : register(t0); SamplerState Smooth : register(s0); RWTexture2D<uint> Log : register(u1);
         float4 main(float2 uv : TEXCOORD) : SV_Target {
             InterlockedAdd(Log[uint2(uv)], 1);
             return Picture.Sample(Smooth, uv) + ddx(uv.x) + WaveActiveSum(uv.y);
         }",
    ),
];

/// The containers, each with a name.
fn containers(dxc: &Dxc) -> Vec<(String, Vec<u8>)> {
    let mut containers = Vec::new();
    for entry in suite::all().expect("the suite is readable") {
        let case = entry.case.expect("the suite's heads are right");
        let container = ShaderCompiler::compile(dxc, &case, Form::Dxil).expect("DXC accepts the suite");
        containers.push((format!("{}/{}", entry.folder, entry.name), container));
    }
    for (target, source) in FURTHER_STAGES {
        let output = dxc.compile(&CompileRequest { source, target, name: target, ..Default::default() });
        assert!(output.ok, "{target}: {}", output.diagnostics);
        containers.push(((*target).to_owned(), output.object));
    }
    containers
}

/// The container with its program read and written again.
fn rewrite(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut container = Container::read(bytes).map_err(|error| error.to_string())?;
    let part = container.part(FourCc::DXIL).ok_or("no program")?;
    let mut program = Program::read(FourCc::DXIL, part).map_err(|error| error.to_string())?;
    let module = bitcode::read(&program.bitcode).map_err(|error| error.to_string())?;
    program.bitcode = bitcode::write(&module).map_err(|error| error.to_string())?;
    container.set_part(FourCc::DXIL, program.write());
    Ok(container.write(Signing::Digest))
}

#[test]
fn rewritten_containers_disassemble_to_the_same_text() {
    let Some(dxc) = oracle_or_skip("rewritten_containers_disassemble_to_the_same_text") else { return };
    let containers = containers(&dxc);
    assert!(containers.len() >= 60, "only {} containers", containers.len());
    let mut faults = Vec::new();
    for (name, bytes) in &containers {
        let listing = dxc.disassemble(bytes).expect("DXC reads its own containers");
        match rewrite(bytes).and_then(|rewritten| dxc.disassemble(&rewritten)) {
            Ok(again) if again == listing => {}
            Ok(again) => faults.push(format!("{name}: {}", first_difference(&listing, &again))),
            Err(message) => faults.push(format!("{name}: {message}")),
        }
    }
    println!(
        "{} containers of DXC, {} rewritten without a difference",
        containers.len(),
        containers.len() - faults.len()
    );
    assert!(faults.is_empty(), "{} of {} differ:\n{}", faults.len(), containers.len(), faults.join("\n"));
}

/// The container without its part for reflection, a second program from which DXC takes the members of buffers for its
/// listing.
fn without_reflection(bytes: &[u8]) -> Vec<u8> {
    let mut container = Container::read(bytes).expect("DXC's containers are containers");
    container.parts.retain(|part| part.name != FourCc::STAT);
    container.write(Signing::Digest)
}

#[test]
fn our_disassembly_is_that_of_dxc() {
    let Some(dxc) = oracle_or_skip("our_disassembly_is_that_of_dxc") else { return };
    let containers = containers(&dxc);
    let mut faults = Vec::new();
    for (name, bytes) in &containers {
        let bytes = without_reflection(bytes);
        let listing = dxc.disassemble(&bytes).expect("DXC reads its own containers");
        match dxil::disasm::disassemble_container(&bytes) {
            Ok(ours) if ours == listing => {}
            Ok(ours) => faults.push(format!("{name}: {}", first_difference(&listing, &ours))),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    println!("{} containers of DXC, {} disassembled as it does", containers.len(), containers.len() - faults.len());
    assert!(faults.is_empty(), "{} of {} differ:\n{}", faults.len(), containers.len(), faults.join("\n"));
}

fn first_difference(expected: &str, found: &str) -> String {
    let mut lines = expected.lines().zip(found.lines());
    let Some((expected, found)) = lines.find(|(expected, found)| expected != found) else {
        return "one listing is longer".to_owned();
    };
    format!("expected `{expected}`, found `{found}`")
}
